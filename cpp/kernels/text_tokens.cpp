#include "kernels/text_tokens.hpp"

#include <array>
#include <cstring>

#include "kernels/text_tables.hpp"
#include "kernels/unicode.hpp"

namespace laconic {
namespace {

// 0: separator; 1..127: the folded byte of a word; kBeyond: the byte is not ASCII.
constexpr uint8_t kBeyond = 0x80;
constexpr std::array<uint8_t, 256> kAscii = [] {
  std::array<uint8_t, 256> table{};
  for (int c = 0; c < 256; ++c) {
    const bool lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z', digit = c >= '0' && c <= '9';
    if (lower || digit || c == '_') table[c] = static_cast<uint8_t>(c);
    if (upper) table[c] = static_cast<uint8_t>(c + ('a' - 'A'));
    if (c >= 0x80) table[c] = kBeyond;
  }
  return table;
}();

uint8_t ascii(char c) { return kAscii[static_cast<uint8_t>(c)]; }
bool is_ascii_word(uint8_t folded) { return static_cast<uint8_t>(folded - 1) < kBeyond - 1; }

// The ASCII capitals among 8 bytes in lower case: bit 7 of `upper` says where they are, 2 bits lower it is their 0x20.
uint64_t lower(uint64_t bytes) {
  constexpr uint64_t kEach = 0x0101010101010101;
  const uint64_t low = bytes & (kEach * 0x7F);
  const uint64_t from_a = low + kEach * (0x80 - 'A'), beyond_z = low + kEach * (0x7F - 'Z');
  const uint64_t upper = from_a & ~beyond_z & ~bytes & (kEach * 0x80);
  return bytes | upper >> 2;
}

// head_of() of a form with 8 readable bytes, without a branch on its length (5 ns a word where lengths are random).
uint64_t head_of_padded(std::string_view form) {
  const uint64_t word = hash_detail::little_endian<uint64_t>(form.data());
  return form.size() >= 8 ? word : word & ((uint64_t{1} << (8 * form.size())) - 1);
}

}  // namespace

int64_t Tokenizer::ascii_end(int64_t at) const {
  const int64_t size = static_cast<int64_t>(text_.size());
  while (at < size && is_ascii_word(ascii(text_[at]))) ++at;
  return at;
}

// Folds 8 bytes at a time; what stands behind the end is overwritten by the next token.
std::string_view Tokenizer::ascii_form(int64_t begin, int64_t end) {
  const int64_t size = end - begin;
  if (static_cast<int64_t>(form_.size()) < size + 8) form_.resize(size + 64);
  for (int64_t i = 0; i < size; i += 8) {
    char eight[8] = {};
    const int64_t left = static_cast<int64_t>(text_.size()) - begin - i;
    std::memcpy(eight, text_.data() + begin + i, left >= 8 ? 8 : left);
    uint64_t word;
    std::memcpy(&word, eight, 8);
    word = lower(word);
    std::memcpy(form_.data() + i, &word, 8);
  }
  return {form_.data(), static_cast<size_t>(size)};
}

bool Tokenizer::next(Token& token) {
  const int64_t size = static_cast<int64_t>(text_.size());
  while (at_ < size) {
    if (ascii(text_[at_]) == 0) {
      ++at_;
      continue;
    }
    const int64_t begin = at_, end = ascii_end(at_);
    if (end < size && ascii(text_[end]) == kBeyond) {
      if (unicode_token(begin, token)) return true;
      continue;
    }
    at_ = end;
    if (end - begin < rule_.min_length) continue;
    token.form = ascii_form(begin, end);
    token.head = head_of_padded(token.form);
    token.begin = begin;
    token.end = end;
    return true;
  }
  return false;
}

// The slow way, from the first byte of the token: it is not all ASCII, or ends before a separator that is not.
bool Tokenizer::unicode_token(int64_t begin, Token& token) {
  const int64_t end = collect(begin);
  if (end == begin) {  // a separator, or a mark that follows no letter
    at_ += unicode::decode(text_.data() + begin, text_.data() + text_.size()).bytes;
    return false;
  }
  at_ = end;
  if (folded_form() < rule_.min_length) return false;
  token = {form_, head_of(form_), begin, end};
  return true;
}

// Reads the code points of the token that starts here into points_; returns where it ends.
int64_t Tokenizer::collect(int64_t at) {
  const auto& table = unicode::points();
  points_.clear();
  care_ = false;
  while (at < static_cast<int64_t>(text_.size())) {
    const auto [point, bytes] = unicode::decode(text_.data() + at, text_.data() + text_.size());
    const auto& facts = table[point];
    if (facts.kind == unicode::Kind::separator) break;
    if (facts.kind == unicode::Kind::mark && points_.empty()) break;
    care_ |= facts.care;
    points_.push_back(point);
    at += bytes;
  }
  return at;
}

// Writes points_ into form_ in their one form; returns how many of them are no marks.
int64_t Tokenizer::folded_form() {
  const auto& table = unicode::points();
  if (care_) {
    unicode::fold_and_compose(points_, rule_.strip_accents);
  } else {
    for (int32_t& c : points_) c += rule_.strip_accents ? table[c].strip : table[c].fold;
  }
  int64_t letters = 0;
  form_.clear();
  for (const int32_t c : points_) {
    letters += table[c].kind == unicode::Kind::word;
    unicode::append_utf8(form_, c);
  }
  return letters;
}

namespace {

// Whether a line begins as RFC 5322 has a field begin: a name of printable ASCII without blanks, then a colon.
bool begins_field(std::string_view line) {
  size_t i = 0;
  while (i < line.size() && line[i] > ' ' && line[i] < 0x7F && line[i] != ':') ++i;
  return i > 0 && i < line.size() && line[i] == ':';
}

}  // namespace

int64_t after_headers(std::string_view text) {
  bool has_field = false;
  for (size_t at = 0; at < text.size();) {
    const size_t newline = text.find('\n', at);
    if (newline == std::string_view::npos) return 0;
    std::string_view line = text.substr(at, newline - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    at = newline + 1;
    if (line.empty()) return has_field ? static_cast<int64_t>(at) : 0;
    const bool field = begins_field(line);
    if (!field && line[0] != ' ' && line[0] != '\t') return 0;
    has_field |= field;
  }
  return 0;
}

}  // namespace laconic
