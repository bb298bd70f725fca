// Two text counters put together give the terms, the columns and the counts of one that read everything.
#include <string>
#include <vector>

#include "kernels/text_counter.hpp"
#include "tests/hammer.hpp"

namespace laconic::hammer {
namespace {

// Pieces that matter: letters, marks, jamo, surrogates, and bytes that begin or continue nothing.
constexpr std::string_view kPieces[] = {"a",
                                        "B",
                                        "_",
                                        " ",
                                        "\n",
                                        ":",
                                        "\xC3\xA9",
                                        "e\xCC\x81",
                                        "\xCC\xA3",
                                        "\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB",
                                        "\xED\x95\x9C",
                                        "\xED\xA0\x80",
                                        "\xC3",
                                        "\xF0\x9D\x90\x80",
                                        "\xF4\x90",
                                        "\x80",
                                        "\xE0\x80",
                                        "\xFF",
                                        "\xE0\xA4\x95",
                                        "\xE2\x84\xAA"};

std::string any_text(Random& random) {
  std::string text;
  for (int64_t n = below(random, 40); n > 0; --n) {
    if (below(random, 4) == 0)
      text += static_cast<char>(random());
    else
      text += kPieces[below(random, std::size(kPieces))];
  }
  return text;
}

Lengths any_lengths(Random& random) {
  if (below(random, 2) == 0) return {};
  const auto least = static_cast<int32_t>(1 + below(random, 4));
  return {least, static_cast<int32_t>(least + below(random, 4))};
}

TextShape any_shape(Random& random) {
  TextShape shape;
  shape.rule = {static_cast<int32_t>(1 + below(random, 3)), below(random, 2) == 0};
  shape.pieces = {any_lengths(random), any_lengths(random), any_lengths(random)};
  shape.ngrams = static_cast<int32_t>(1 + below(random, 4));
  shape.strip_headers = below(random, 2) == 0;
  return shape;
}

struct Placed {
  std::vector<int32_t> indices;
  std::vector<float> data;
  std::vector<int64_t> ends;
  bool operator==(const Placed&) const = default;
};

Placed place(const CountedRows& rows, std::span<const int32_t> keys, std::span<const int32_t> ngrams, uint64_t seed) {
  const int64_t kept = kept_entries(rows.terms, keys, ngrams);
  Placed out{std::vector<int32_t>(kept), std::vector<float>(kept), std::vector<int64_t>(rows.ends.size() - 1)};
  const bool fits = place_rows(rows.terms, rows.counts, rows.ends, keys, ngrams, 0, out.indices, out.data, out.ends);
  require(fits, "sound rows are refused", seed);
  return out;
}

CountedRows counted(TextCounter& counter, std::span<const std::string> texts) {
  for (const std::string& text : texts) counter.scan(text);
  return counter.count();
}

void two_counters_give_what_one_gives(uint64_t seed) {
  Random random(seed);
  const TextShape shape = any_shape(random);
  std::vector<std::string> texts(2 + below(random, 5));
  for (std::string& text : texts) text = any_text(random);
  const size_t half = texts.size() / 2;
  const std::string_view stop[] = {"ab"};
  TextCounter one(shape, stop, {}), first(shape, stop, {}), second(shape, stop, {});
  const CountedRows all = counted(one, texts);
  counted(first, std::span(texts).first(half));
  const CountedRows rest = counted(second, std::span(texts).subspan(half));
  const TermMap map = first.absorb(second);
  const Selection a = one.select(2, 1), b = first.select(2, 1);
  require(a.arena == b.arena && a.offsets == b.offsets, "other terms", seed);

  std::vector<int32_t> keys, ngrams;
  for (const int32_t id : map.keys) keys.push_back(b.key_columns[id]);
  for (const int32_t id : map.ngrams) ngrams.push_back(b.ngram_columns[id]);
  const Placed whole = place(all, a.key_columns, a.ngram_columns, seed), tail = place(rest, keys, ngrams, seed);
  require(std::equal(tail.data.rbegin(), tail.data.rend(), whole.data.rbegin()), "other counts", seed);
  require(std::equal(tail.indices.rbegin(), tail.indices.rend(), whole.indices.rbegin()), "other columns", seed);
}

}  // namespace

void text_merge(uint64_t seed) { two_counters_give_what_one_gives(seed); }

}  // namespace laconic::hammer
