#include "kernels/text_counter.hpp"

#include <algorithm>

namespace laconic {
TextCounter::TextCounter(const TextShape& shape, std::span<const std::string_view> stop_words,
                         std::optional<VocabularyView> vocabulary)
    : shape_(shape), vocabulary_(vocabulary), tokenizer_({}, shape.rule) {
  for (const std::string_view word : stop_words) words_.intern(word);
  n_stop_ = words_.size();
  names_of_.assign(n_stop_, kNone);
  term_ends_.assign(n_stop_ + 1, 0);
}

void TextCounter::scan(std::string_view text) {
  if (shape_.strip_headers) text.remove_prefix(after_headers(text));
  tokenizer_.restart(text);
  for (Token token; tokenizer_.next(token);) {
    const int32_t word = words_.intern(token.form, token.head);
    if (word >= n_stop_) texts_.push_back(word);
  }
  text_ends_.push_back(static_cast<int64_t>(texts_.size()));
}

CountedRows TextCounter::count() {
  expand_new_words();
  word_times_.resize(words_.size());
  key_times_.resize(keys_.size());
  CountedRows rows;
  for (size_t i = 0; i + 1 < text_ends_.size(); ++i) {
    const std::span<const int32_t> text(texts_.data() + text_ends_[i], texts_.data() + text_ends_[i + 1]);
    count_words(text);
    if (shape_.ngrams > 1) count_ngrams(text);
    vocabulary_ ? end_vocabulary_row(rows) : end_row(rows);
  }
  texts_.clear();
  text_ends_.assign(1, 0);
  return rows;
}

void TextCounter::expand_new_words() {
  const TakeKey take = [this](std::string_view key) { take_key(key); };
  for (int32_t word = static_cast<int32_t>(term_ends_.size()) - 1; word < words_.size(); ++word) {
    take_key(names()[name_of(word)]);
    each_piece(words_[word], shape_.pieces, take);
    term_ends_.push_back(static_cast<int64_t>(word_terms_.size()));
  }
}

void TextCounter::take_key(std::string_view key) {
  const int32_t term = vocabulary_ ? find(*vocabulary_, key) : keys_.intern(key);
  if (term >= 0) word_terms_.push_back(term);
}

void TextCounter::count_words(std::span<const int32_t> text) {
  for (const int32_t word : text)
    if (word_times_[word]++ == 0) words_here_.push_back(word);
  for (const int32_t word : words_here_) {
    for (int64_t e = term_ends_[word]; e < term_ends_[word + 1]; ++e) add_key(word_terms_[e], word_times_[word]);
    word_times_[word] = 0;
  }
  words_here_.clear();
}

void TextCounter::count_ngrams(std::span<const int32_t> text) {
  names_here_.clear();
  for (const int32_t word : text) names_here_.push_back(name_of(word));
  const std::span<const int32_t> names(names_here_);
  for (size_t first = 0; first < names.size(); ++first) {
    const size_t longest = std::min<size_t>(shape_.ngrams, names.size() - first);
    int32_t left = names[first];
    for (size_t n = 2; n <= longest; ++n) {
      const int32_t id = ngrams_.intern({left, names[first + n - 1]});
      add_ngram(id);
      left = ~id;
    }
  }
}

void TextCounter::add_key(int32_t id, uint32_t times) {
  if (vocabulary_) {
    found_here_.push_back(static_cast<uint64_t>(id) << 32 | times);
    return;
  }
  if (key_times_[id] == 0) keys_here_.push_back(id);
  key_times_[id] += times;
}

void TextCounter::add_ngram(int32_t id) {
  if (vocabulary_) {
    if (id == static_cast<int32_t>(ngram_numbers_.size())) ngram_numbers_.push_back(find(*vocabulary_, ngram_key(id)));
    if (ngram_numbers_[id] >= 0) add_key(ngram_numbers_[id], 1);
    return;
  }
  if (id >= static_cast<int32_t>(ngram_times_.size())) ngram_times_.resize(id + 1);
  if (ngram_times_[id]++ == 0) ngrams_here_.push_back(id);
}

void TextCounter::end_row(CountedRows& rows) {
  const auto give = [&](int32_t term, int32_t id, std::vector<uint32_t>& times, TermCounts& counts) {
    rows.terms.push_back(term);
    rows.counts.push_back(static_cast<float>(times[id]));
    counts.add(id, 1, times[id]);
    times[id] = 0;
  };
  for (const int32_t id : keys_here_) give(id, id, key_times_, key_counts_);
  for (const int32_t id : ngrams_here_) give(~id, id, ngram_times_, ngram_counts_);
  keys_here_.clear();
  ngrams_here_.clear();
  rows.ends.push_back(static_cast<int64_t>(rows.terms.size()));
}

void TextCounter::end_vocabulary_row(CountedRows& rows) {
  std::sort(found_here_.begin(), found_here_.end());
  for (size_t i = 0; i < found_here_.size();) {
    const uint64_t number = found_here_[i] >> 32;
    uint64_t times = 0;
    for (; i < found_here_.size() && found_here_[i] >> 32 == number; ++i) times += found_here_[i] & 0xFFFFFFFF;
    rows.terms.push_back(static_cast<int32_t>(number));
    rows.counts.push_back(static_cast<float>(times));
  }
  found_here_.clear();
  rows.ends.push_back(static_cast<int64_t>(rows.terms.size()));
}

std::string TextCounter::ngram_key(int32_t id) const {
  const auto [left, right] = ngrams_[id];
  std::string key = left >= 0 ? std::string(names()[left]) : ngram_key(~left);
  return key.append(1, ' ').append(names()[right]);
}

}  // namespace laconic
