// The terms a word gives besides itself, as keys. The markers are no token characters, so no two kinds ever clash:
//   prefix `foo*`, suffix `*foo` (both shorter than the word), character n-gram `~<fo`, `~oob`, `~r>` of the word
//   between `<` and `>`.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace laconic {

struct Lengths {  // from least to most code points; most = 0: none
  int32_t least = 1, most = 0;
};

struct Pieces {
  Lengths prefixes, suffixes, chars;
};

using TakeKey = std::function<void(std::string_view)>;

// Calls `take` with each key in the order prefixes, suffixes, character n-grams (as often as they stand in the word).
void each_piece(std::string_view word, const Pieces& pieces, const TakeKey& take);

}  // namespace laconic
