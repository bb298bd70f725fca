// Putting counters together, choosing and ordering the terms, and writing the rows in the order chosen. The order is by
// falling number of texts, then by the bytes of the term: it depends on nothing but the texts.
#include <algorithm>
#include <bit>
#include <cstring>

#include "kernels/text_counter.hpp"

namespace laconic {
namespace {

struct Kept {
  uint32_t df;
  uint64_t head;  // the first 8 bytes of the term, big-endian: nearly every comparison ends here
  int32_t term;   // a key, or ~n-gram
  std::string_view rest;
};

uint64_t sort_head(std::string_view term) {
  uint64_t head = 0;
  std::memcpy(&head, term.data(), std::min<size_t>(8, term.size()));
  return std::endian::native == std::endian::little ? __builtin_bswap64(head) : head;
}

bool precedes(const Kept& a, const Kept& b) {
  if (a.df != b.df) return a.df > b.df;
  if (a.head != b.head) return a.head < b.head;
  return a.rest < b.rest;
}

int32_t column_of(int32_t term, std::span<const int32_t> key_columns, std::span<const int32_t> ngram_columns) {
  return term >= 0 ? key_columns[term] : ngram_columns[~term];
}

bool in_range(int32_t term, std::span<const int32_t> key_columns, std::span<const int32_t> ngram_columns) {
  return term >= 0 ? term < std::ssize(key_columns) : ~term < std::ssize(ngram_columns);
}

}  // namespace

TermMap TextCounter::absorb(const TextCounter& other) {
  TermMap map;
  for (int32_t id = 0; id < other.keys_.size(); ++id) {
    map.keys.push_back(keys_.intern(other.keys_[id]));
    key_counts_.add(map.keys.back(), other.key_counts_.df(id), other.key_counts_.tf(id));
  }
  // Names that come in here have no terms of their own yet; expand_new_words() gives them some if they are ever
  // scanned.
  StringTable& names_here = shape_.stems ? names_ : words_;
  std::vector<int32_t> names;
  for (int32_t id = 0; id < other.names().size(); ++id) names.push_back(names_here.intern(other.names()[id]));
  for (int32_t id = 0; id < other.ngrams_.size(); ++id) {
    const auto [left, right] = other.ngrams_[id];
    const int32_t left_here = left >= 0 ? names[left] : ~map.ngrams[~left];  // what precedes was numbered before
    map.ngrams.push_back(ngrams_.intern({left_here, names[right]}));
    ngram_counts_.add(map.ngrams.back(), other.ngram_counts_.df(id), other.ngram_counts_.tf(id));
  }
  return map;
}

Selection TextCounter::select(uint32_t min_df, uint32_t min_tf) const {
  std::vector<Kept> kept;
  std::vector<std::string> ngram_keys;
  const auto stays = [&](const TermCounts& counts, int32_t id) {
    return counts.df(id) >= std::max(min_df, 1u) && counts.tf(id) >= min_tf;
  };
  for (int32_t id = 0; id < keys_.size(); ++id)
    if (stays(key_counts_, id)) kept.push_back({key_counts_.df(id), 0, id, keys_[id]});
  for (int32_t id = 0; id < ngrams_.size(); ++id)
    if (stays(ngram_counts_, id)) {
      ngram_keys.push_back(ngram_key(id));
      kept.push_back({ngram_counts_.df(id), 0, ~id, {}});
    }
  size_t next_ngram = 0;
  for (Kept& k : kept) {
    if (k.term < 0) k.rest = ngram_keys[next_ngram++];
    k.head = sort_head(k.rest);
  }
  std::sort(kept.begin(), kept.end(), precedes);

  Selection out;
  out.key_columns.assign(keys_.size(), kNone);
  out.ngram_columns.assign(ngrams_.size(), kNone);
  for (int32_t column = 0; column < std::ssize(kept); ++column) {
    const Kept& k = kept[column];
    (k.term >= 0 ? out.key_columns[k.term] : out.ngram_columns[~k.term]) = column;
    out.arena.insert(out.arena.end(), k.rest.begin(), k.rest.end());
    out.offsets.push_back(static_cast<int64_t>(out.arena.size()));
  }
  return out;
}

int64_t kept_entries(std::span<const int32_t> terms, std::span<const int32_t> key_columns,
                     std::span<const int32_t> ngram_columns) {
  int64_t kept = 0;
  for (const int32_t term : terms)
    kept += in_range(term, key_columns, ngram_columns) && column_of(term, key_columns, ngram_columns) >= 0;
  return kept;
}

bool place_rows(std::span<const int32_t> terms, std::span<const float> counts, std::span<const int64_t> ends,
                std::span<const int32_t> key_columns, std::span<const int32_t> ngram_columns, int64_t first,
                std::span<int32_t> indices_out, std::span<float> data_out, std::span<int64_t> row_ends_out) {
  std::vector<uint64_t> row;  // column << 32 | bits of the count: sorts as one number
  size_t at = 0;
  for (size_t i = 0; i + 1 < ends.size(); ++i) {
    if (ends[i] < 0 || ends[i + 1] < ends[i] || ends[i + 1] > std::ssize(terms)) return false;
    row.clear();
    for (int64_t e = ends[i]; e < ends[i + 1]; ++e) {
      if (!in_range(terms[e], key_columns, ngram_columns)) return false;
      const int32_t column = column_of(terms[e], key_columns, ngram_columns);
      if (column >= 0) row.push_back(static_cast<uint64_t>(column) << 32 | std::bit_cast<uint32_t>(counts[e]));
    }
    std::sort(row.begin(), row.end());
    if (at + row.size() > indices_out.size()) return false;
    for (const uint64_t entry : row) {
      indices_out[at] = static_cast<int32_t>(entry >> 32);
      data_out[at++] = std::bit_cast<float>(static_cast<uint32_t>(entry));
    }
    row_ends_out[i] = first + static_cast<int64_t>(at);
  }
  return at == indices_out.size();
}

}  // namespace laconic
