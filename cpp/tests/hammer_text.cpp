// The text kernels with broken UTF-8, letters of many scripts and lone marks: tokens lie inside the text and rise, and
// the counts found with a vocabulary made from the counts are the counts.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernels/text_counter.hpp"
#include "tests/hammer.hpp"

namespace laconic::hammer {
namespace {

constexpr std::string_view kPieces[] = {"word",
                                        "a",
                                        "Words ",
                                        " ",
                                        "  ",
                                        "\n\n",
                                        "İstanbul",
                                        "ΣΣΣ",
                                        "हिन्दी",
                                        "한국어",
                                        "e\xcc\x81",
                                        "\xcc\x81",
                                        "\xed\xa0\x80",
                                        "_9_",
                                        "\xff",
                                        "\t",
                                        "<",
                                        "\xf4\x90\x80\x80",
                                        "From: a\n",
                                        "\xf0\x9d\x92\xb3",
                                        "x*",
                                        "~<a",
                                        "\xc3",
                                        "\xe1\x84\x80"};

std::string any_text(Random& random) {
  std::string text;
  for (int64_t i = below(random, 30); i > 0; --i) {
    if (below(random, 10) == 0) text += static_cast<char>(random());
    text += kPieces[below(random, std::size(kPieces))];
    if (below(random, 2) == 0) text += ' ';
  }
  return text;
}

TextShape any_shape(Random& random) {
  const auto lengths = [&] {
    const auto least = static_cast<int32_t>(1 + below(random, 4));
    return Lengths{least, below(random, 2) ? 0 : least + static_cast<int32_t>(below(random, 4))};
  };
  TextShape shape;
  shape.rule = {.min_length = static_cast<int32_t>(1 + below(random, 3)), .strip_accents = below(random, 2) == 0};
  shape.pieces = {lengths(), lengths(), lengths()};
  shape.ngrams = static_cast<int32_t>(1 + below(random, 4));
  shape.strip_headers = below(random, 4) == 0;
  return shape;
}

Exact<uint8_t> exactly(const std::string& text) {
  return {text.size(), [i = size_t{0}, &text]() mutable { return text[i++]; }};
}

void tokens(const std::string& text, const TokenRule& rule, uint64_t seed) {
  Exact<uint8_t> bytes = exactly(text);
  Tokenizer tokenizer(text_of(bytes), rule);
  Token token;
  for (int64_t last = 0; tokenizer.next(token); last = token.end) {
    require(last <= token.begin && token.begin < token.end, "tokens that do not rise", seed);
    require(token.end <= static_cast<int64_t>(bytes.size), "a token beyond the text", seed);
    require(!token.form.empty(), "a token without a form", seed);
  }
  require(after_headers(text_of(bytes)) <= static_cast<int64_t>(bytes.size), "a body beyond the text", seed);
}

CountedRows count(TextCounter& counter, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    Exact<uint8_t> bytes = exactly(text);
    counter.scan(text_of(bytes));
  }
  return counter.count();
}

std::map<std::pair<int64_t, int32_t>, float> table_of(const CountedRows& rows, const Selection* selection) {
  std::map<std::pair<int64_t, int32_t>, float> table;
  for (size_t i = 0; i + 1 < rows.ends.size(); ++i)
    for (int64_t e = rows.ends[i]; e < rows.ends[i + 1]; ++e) {
      const int32_t term = rows.terms[e];
      const int32_t column = !selection  ? term
                             : term >= 0 ? selection->key_columns[term]
                                         : selection->ngram_columns[~term];
      if (column >= 0) table[{i, column}] += rows.counts[e];
    }
  return table;
}

void counts(Random& random, const std::vector<std::string>& texts, uint64_t seed) {
  const TextShape shape = any_shape(random);
  const std::vector<std::string_view> stop_words{"word", "x"};
  TextCounter fitted(shape, stop_words, std::nullopt);
  const CountedRows rows = count(fitted, texts);
  const Selection chosen = fitted.select(1 + below(random, 3), 1);
  std::vector<uint32_t> slots(slots_for(static_cast<int64_t>(chosen.offsets.size()) - 1));
  const auto built = build_vocabulary(chosen.offsets, chosen.arena, slots);
  require(built.status == BuildStatus::built, "two terms with one key", seed);
  TextCounter counter(shape, stop_words, view_vocabulary(slots, chosen.offsets, chosen.arena));
  require(table_of(count(counter, texts), nullptr) == table_of(rows, &chosen), "the vocabulary counts differently",
          seed);
}

void placing(Random& random, uint64_t seed) {
  Exact<int32_t> keys(below(random, 9), [&] { return below(random, 9) - 1; });
  Exact<int32_t> ngrams(below(random, 9), [&] { return below(random, 9) - 1; });
  Exact<int32_t> terms(below(random, 30), [&] {
    return below(random, 20) ? below(random, keys.size + ngrams.size + 1) - ngrams.size : random();
  });
  Exact<float> values(terms.size, [] { return 1; });
  Exact<int64_t> ends(1 + below(random, 5), [&] { return hostile(random, terms.size); });
  const int64_t kept = kept_entries(terms.span(), keys.span(), ngrams.span());
  require(kept <= static_cast<int64_t>(terms.size), "more entries than there are", seed);
  if (kept < 0) return;
  Exact<int32_t> indices(kept, [] { return 0; });
  Exact<float> data(kept, [] { return 0; });
  Exact<int64_t> row_ends(ends.size - 1, [] { return 0; });
  place_rows(terms.span(), values.span(), ends.span(), keys.span(), ngrams.span(), 0, indices.span(), data.span(),
             row_ends.span());
}

}  // namespace

void text(uint64_t seed) {
  Random random(seed);
  std::vector<std::string> texts(1 + below(random, 4));
  for (std::string& one : texts) one = any_text(random);
  tokens(texts[0], any_shape(random).rule, seed);
  counts(random, texts, seed);
  placing(random, seed);
}

}  // namespace laconic::hammer
