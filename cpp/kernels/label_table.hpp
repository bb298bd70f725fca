// Label names <-> numbers, first seen first: a hash table over one arena of bytes, with no object per name.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace laconic {

class LabelTable {
 public:
  // The seed only places names in the table, so that nobody can write a file whose names all meet in one slot; numbers
  // never depend on it.
  explicit LabelTable(uint64_t seed);

  // The number of a name, or -1.
  int32_t find(std::string_view name) const;
  // Gives a name that is not in the table the next number.
  int32_t add(std::string_view name);
  int32_t size() const { return static_cast<int32_t>(offsets_.size()) - 1; }
  std::string_view name(int32_t number) const;

 private:
  struct Slot {
    uint32_t check;  // upper half of the hash
    int32_t number;  // -1: free
  };
  uint64_t hash(std::string_view name) const;
  void place(uint64_t hash, int32_t number);
  void grow();

  uint64_t seed_;
  std::vector<char> arena_;
  std::vector<int64_t> offsets_;
  std::vector<Slot> slots_;  // a power of two, at most half full
};

// Where the first byte stands that is not well-formed UTF-8 (the start of its sequence), or -1. Overlong forms,
// surrogates and code points beyond U+10FFFF are not well-formed.
int64_t first_bad_utf8(std::string_view text);

}  // namespace laconic
