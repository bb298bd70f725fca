// Counts the terms of texts. Each distinct word is turned into its terms once; a text is then a row of word numbers.
//
//   scan(text)...      cuts texts into words and numbers the new ones
//   set_stem(word)...  (with a stemmer) what the words from n_stemmed() on are called
//   count(rows)        the terms of every text scanned since, with how often they stand there
//
// Without a vocabulary it numbers the terms itself, in the order first seen: keys (words and pieces of words) from 0
// up, n-grams from -1 down (the n-gram p is ~p), and counts the texts that have each (df) and the occurrences (tf).
// With one, terms have its numbers, others are left out, and rows are sorted. Single-threaded; several may work side by
// side and be put together with absorb().
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/text_pieces.hpp"
#include "kernels/text_tables.hpp"
#include "kernels/text_tokens.hpp"
#include "kernels/vocabulary.hpp"

namespace laconic {

struct TextShape {
  TokenRule rule;
  Pieces pieces;
  int32_t ngrams = 1;
  bool strip_headers = false;
  bool stems = false;
};

struct CountedRows {
  std::vector<int32_t> terms;
  std::vector<float> counts;
  std::vector<int64_t> ends{0};  // row i is ends[i] .. ends[i + 1]
};

class TermCounts {  // texts and occurrences of each term; both stop at 2^32 - 1
 public:
  void add(int32_t id, uint32_t texts, uint32_t occurrences) {
    if (id >= std::ssize(both_)) both_.resize(id + 1);
    both_[id].df = saturating_sum(both_[id].df, texts);
    both_[id].tf = saturating_sum(both_[id].tf, occurrences);
  }
  uint32_t df(int32_t id) const { return id < std::ssize(both_) ? both_[id].df : 0; }
  uint32_t tf(int32_t id) const { return id < std::ssize(both_) ? both_[id].tf : 0; }

 private:
  struct Both {
    uint32_t df = 0, tf = 0;
  };
  static uint32_t saturating_sum(uint32_t a, uint32_t b) { return a + b < a ? UINT32_MAX : a + b; }
  std::vector<Both> both_;
};

struct TermMap {  // where the terms of an absorbed counter went
  std::vector<int32_t> keys, ngrams;
};

struct Selection {  // the terms kept, in column order, and the column of every term (-1: dropped)
  std::vector<uint8_t> arena;
  std::vector<int64_t> offsets{0};
  std::vector<int32_t> key_columns, ngram_columns;
};

class TextCounter {
 public:
  TextCounter(const TextShape& shape, std::span<const std::string_view> stop_words,
              std::optional<VocabularyView> vocabulary);

  void scan(std::string_view text);
  int32_t n_words() const { return words_.size(); }
  int32_t n_stemmed() const { return static_cast<int32_t>(names_of_.size()); }
  std::string_view word(int32_t id) const { return words_[id]; }
  void set_stem(std::string_view stem) { names_of_.push_back(names_.intern(stem)); }
  CountedRows count();

  TermMap absorb(const TextCounter& other);
  Selection select(uint32_t min_df, uint32_t min_tf) const;

 private:
  static constexpr int32_t kNone = -1;

  const StringTable& names() const { return shape_.stems ? names_ : words_; }
  int32_t name_of(int32_t word) const { return shape_.stems ? names_of_[word] : word; }
  void expand_new_words();
  void take_key(std::string_view key);
  void count_words(std::span<const int32_t> text);
  void count_ngrams(std::span<const int32_t> text);
  void add_key(int32_t id, uint32_t times);
  void add_ngram(int32_t id);
  void end_row(CountedRows& rows);
  void end_vocabulary_row(CountedRows& rows);
  std::string ngram_key(int32_t id) const;

  TextShape shape_;
  std::optional<VocabularyView> vocabulary_;
  Tokenizer tokenizer_;
  StringTable words_;  // the stop words first
  int32_t n_stop_ = 0;
  StringTable names_;              // with a stemmer: the stems
  std::vector<int32_t> names_of_;  // with a stemmer: the stem of each word

  std::vector<int32_t> texts_;          // the words of the texts scanned, stop words left out
  std::vector<int64_t> text_ends_{0};   // text i is text_ends_[i] .. text_ends_[i + 1]
  std::vector<int32_t> word_terms_;     // the terms of every word, one word after the other
  std::vector<int64_t> term_ends_{0};   // word i has word_terms_[term_ends_[i] .. term_ends_[i + 1]]
  StringTable keys_;                    // without a vocabulary: all terms but n-grams
  PairTable ngrams_;                    // (what precedes: a name or ~n-gram, the last name)
  std::vector<int32_t> ngram_numbers_;  // with a vocabulary: its number of each n-gram or kNone
  TermCounts key_counts_, ngram_counts_;

  // Of the text being counted; all zero or empty between two texts.
  std::vector<uint32_t> word_times_, key_times_, ngram_times_;
  std::vector<int32_t> words_here_, keys_here_, ngrams_here_, names_here_;
  std::vector<uint64_t> found_here_;  // with a vocabulary: number << 32 | times
};

// How many entries of a counted part stay, given the column of each term.
int64_t kept_entries(std::span<const int32_t> terms, std::span<const int32_t> key_columns,
                     std::span<const int32_t> ngram_columns);

// Writes the part as rows of a Csr, columns rising; row_ends gets the end of each row, counted from `first`. The out
// spans have kept_entries() entries. Returns false where a part does not fit (a term without column entry, ends that do
// not rise).
bool place_rows(std::span<const int32_t> terms, std::span<const float> counts, std::span<const int64_t> ends,
                std::span<const int32_t> key_columns, std::span<const int32_t> ngram_columns, int64_t first,
                std::span<int32_t> indices_out, std::span<float> data_out, std::span<int64_t> row_ends_out);

}  // namespace laconic
