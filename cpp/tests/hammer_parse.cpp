// The svmlight parser with lines made of pieces that nearly fit, in buffers that end with their last byte: rows come
// out sound, and a text read in two goes gives what it gives in one.
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/parse.hpp"
#include "tests/hammer.hpp"

namespace laconic::hammer {
namespace {

// The first kFitting of them stand well nearly anywhere.
constexpr size_t kFitting = 12;
constexpr std::string_view kPieces[] = {"3:1",
                                        "7:0.5",
                                        "2:-1e-3",
                                        "1:.5",
                                        "6",
                                        "5:3.",
                                        "4:0",
                                        "0:1e2",
                                        "\n1,2 ",
                                        "\n",
                                        "\r\n a ",
                                        " # c\n b",
                                        "a",
                                        "1,2",
                                        "\t",
                                        ":",
                                        ",",
                                        "#",
                                        "qid:3",
                                        "qid:",
                                        "+1",
                                        "-1",
                                        "9:1e",
                                        "9:1e99",
                                        "9:.",
                                        "\xff",
                                        "é",
                                        "9:1:1",
                                        "4294967296:1",
                                        "12345678",
                                        "99999999999999999999:1",
                                        "1:0x1p3",
                                        "nan",
                                        "8:inf",
                                        "3:0.0000000000000000000000000001",
                                        "3:340282356779733661637539395458142568448",
                                        "\n1,",
                                        "\n,"};

std::string any_text(Random& random) {
  std::string text;
  const int64_t pieces = below(random, 60);
  for (int64_t i = 0; i < pieces; ++i) {
    if (below(random, 200) == 0) text += static_cast<char>(random());
    text += kPieces[below(random, below(random, 15) > 0 ? kFitting : std::size(kPieces))];
    if (below(random, 20) > 0) text += ' ';
  }
  return text;
}

void require_sound(ParsedRows& rows, const LabelTable& table, const ParseLimits& limits, uint64_t seed) {
  const size_t n = rows.lines.size;
  require(rows.indptr.size == n + 1 && rows.label_indptr.size == n + 1, "a row without its ends", seed);
  require(rows.indptr.data()[n] == static_cast<int64_t>(rows.data.size), "rows that do not end", seed);
  require(rows.label_indptr.data()[n] == static_cast<int64_t>(rows.labels.size), "labels that do not end", seed);
  for (size_t i = 0; i < n; ++i) {
    require(rows.indptr.data()[i] <= rows.indptr.data()[i + 1], "a row that ends before it starts", seed);
    for (int64_t e = rows.indptr.data()[i]; e < rows.indptr.data()[i + 1]; ++e) {
      const int64_t index = rows.indices.data()[e];
      require(index >= 0 && index < rows.width && index < limits.columns, "an index out of range", seed);
      require(e == rows.indptr.data()[i] || index > rows.indices.data()[e - 1], "indices that do not rise", seed);
      require(std::isfinite(rows.data.data()[e]), "a value that is not finite", seed);
    }
  }
  for (size_t i = 0; i < rows.labels.size; ++i)
    require(rows.labels.data()[i] >= 0 && rows.labels.data()[i] < table.size(), "a label out of range", seed);
}

struct Read {
  std::vector<float> data;
  std::vector<int32_t> indices, labels;
  std::vector<int64_t> lines;
  Refusal refusal = Refusal::none;
  int64_t line = 0, column = 0;
  bool operator==(const Read&) const = default;
};

void append(Read& read, ParsedRows& rows) {
  read.data.insert(read.data.end(), rows.data.data(), rows.data.data() + rows.data.size);
  read.indices.insert(read.indices.end(), rows.indices.data(), rows.indices.data() + rows.indices.size);
  read.labels.insert(read.labels.end(), rows.labels.data(), rows.labels.data() + rows.labels.size);
  read.lines.insert(read.lines.end(), rows.lines.data(), rows.lines.data() + rows.lines.size);
  read.refusal = rows.refusal;
  read.line = rows.line;
  read.column = rows.column;
}

// Reads the bytes before `cut` first, then what is left of them with all the rest.
Read read_in_two(std::string_view text, size_t cut, const ParseLimits& limits, uint64_t seed) {
  Read read;
  LabelTable table(seed);
  ParsedRows rows;
  int64_t line = 1;
  size_t at = 0;
  for (const size_t end : {cut, text.size()}) {
    Exact<uint8_t> bytes(end - at, [i = at, text]() mutable { return text[i++]; });
    parse_svmlight(text_of(bytes), line, end == text.size(), limits, table, rows);
    require(rows.consumed <= bytes.size, "more was read than there is", seed);
    require_sound(rows, table, limits, seed);
    append(read, rows);
    if (rows.refusal != Refusal::none) break;
    for (size_t i = at; i < at + rows.consumed; ++i) line += text[i] == '\n';
    at += rows.consumed;
    if (end == text.size()) break;
  }
  return read;
}

}  // namespace

void parse(uint64_t seed) {
  Random random(seed);
  const std::string text = any_text(random);
  const ParseLimits limits{.columns = below(random, 2) ? INT32_MAX : 8,
                           .labels = below(random, 4) ? -1 : 3,
                           .empty_line_is_row = below(random, 2) == 0};
  const Read whole = read_in_two(text, text.size(), limits, seed);
  const Read parts = read_in_two(text, below(random, text.size() + 1), limits, seed);
  require(whole == parts, "a text read in two goes differs", seed);
}

}  // namespace laconic::hammer
