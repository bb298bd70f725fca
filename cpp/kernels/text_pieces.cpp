#include "kernels/text_pieces.hpp"

#include <algorithm>
#include <vector>

namespace laconic {
namespace {

// Where each code point of a word begins, and the end of the last.
std::vector<int32_t> boundaries(std::string_view word) {
  std::vector<int32_t> at;
  for (size_t i = 0; i < word.size(); ++i)
    if ((static_cast<uint8_t>(word[i]) & 0xC0) != 0x80) at.push_back(static_cast<int32_t>(i));
  at.push_back(static_cast<int32_t>(word.size()));
  return at;
}

void each_char_ngram(std::string_view word, Lengths lengths, const TakeKey& take) {
  const std::string padded = "~<" + std::string(word) + ">";
  const std::vector<int32_t> at = boundaries(padded);
  const int32_t points = static_cast<int32_t>(at.size()) - 2;  // of `<word>`: without the tilde and the end
  std::string key;
  for (int32_t length = lengths.least; length <= std::min(lengths.most, points); ++length)
    for (int32_t first = 1; first + length <= points + 1; ++first) {
      key.assign(1, '~').append(padded, at[first], at[first + length] - at[first]);
      take(key);
    }
}

}  // namespace

void each_piece(std::string_view word, const Pieces& pieces, const TakeKey& take) {
  if (pieces.prefixes.most > 0 || pieces.suffixes.most > 0) {
    const std::vector<int32_t> at = boundaries(word);
    const int32_t points = static_cast<int32_t>(at.size()) - 1;
    std::string key;
    for (int32_t n = pieces.prefixes.least; n <= std::min(pieces.prefixes.most, points - 1); ++n)
      take(key.assign(word.substr(0, at[n])).append(1, '*'));
    for (int32_t n = pieces.suffixes.least; n <= std::min(pieces.suffixes.most, points - 1); ++n)
      take(key.assign(1, '*').append(word.substr(at[points - n])));
  }
  if (pieces.chars.most > 0) each_char_ngram(word, pieces.chars, take);
}

}  // namespace laconic
