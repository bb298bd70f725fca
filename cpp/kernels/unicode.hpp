// What a tokeniser must know about a code point, expanded from unicode_tables.cpp at first use (about 1 ms, 0.5 MB),
// and canonical normalisation of one token. Its twin is src/laconic/reference/unicode.py.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace laconic::unicode {

enum class Kind : uint8_t { separator, word, mark };

struct Point {
  int32_t fold = 0;   // added to the code point it gives the folded one
  int32_t strip = 0;  // added to the code point it gives the one folded and without its accent
  Kind kind = Kind::separator;
  uint8_t combining = 0;  // canonical combining class
  bool care = false;      // a token with it may not be in NFC, before or after folding: normalise() must look at it
};

// An accent is a mark that sits above, below or at a letter (class 200 and more) or a Hebrew, Arabic or Syriac point
// (10 to 36). Nuktas (7), voicing marks of kana (8), viramas (9) and vowel signs (0, 84 to 132) make another letter:
// they stay.
inline bool is_accent(uint8_t combining) { return combining >= 200 || (combining >= 10 && combining <= 36); }

class PointTable {
 public:
  PointTable();
  const Point& operator[](int32_t c) const { return blocks_[block_of_[c >> 8]].points[c & 255]; }

 private:
  struct Block {
    Point points[256];
  };
  Point& edit(int32_t c);
  void set_kind(int32_t first, int32_t last, Kind kind);
  void mark_care();

  std::vector<uint16_t> block_of_;
  std::vector<Block> blocks_;  // 0: all separators, 1: all words; shared until edited
};

const PointTable& points();

// The code point at `at` and how many bytes it takes; a byte that is not UTF-8 is U+FFFD of one byte. Surrogates in
// three bytes ("surrogatepass") are read as what they are.
struct Decoded {
  int32_t point;
  int32_t bytes;
};
Decoded decode(const char* at, const char* end);
void append_utf8(std::string& out, int32_t c);

// points -> NFC of (each folded) of NFC, and without accents when asked for.
void fold_and_compose(std::vector<int32_t>& points, bool strip_accents);

}  // namespace laconic::unicode
