// The Unicode facts of tools/make_unicode_tables.py: lists as short as they can be; unicode.cpp expands them.
#pragma once
#include <cstdint>
#include <span>

namespace laconic::unicode {

struct Range {  // every code point from first to last
  int32_t first, last;
};
struct Folding {  // every step-th code point from first to last folds to itself plus delta
  int32_t first, last, step, delta;
};
struct Class {  // canonical combining class of first to last; 0 where nothing is told
  int32_t first, last, value;
};
struct Decomposition {  // whole = first (+ second, 0 when there is none); composes: NFC puts them together again
  int32_t whole, first, second, composes;
};

extern const char* const version;
extern const std::span<const Range> words;  // str.isalnum() or '_'
extern const std::span<const Range> marks;  // Mn, Mc, Me
extern const std::span<const Folding> foldings;
extern const std::span<const Class> classes;
extern const std::span<const Decomposition> decompositions;

}  // namespace laconic::unicode
