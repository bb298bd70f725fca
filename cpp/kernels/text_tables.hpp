// Tables that grow while texts are read: strings to numbers, and pairs of numbers to numbers, in the order first seen.
//
// Open addressing with linear probing. The hash has no secret, so somebody may choose keys that collide: a run of more
// than kProbeLimit slots ends the work with TextLimit instead of taking for ever.
#pragma once
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "kernels/vocabulary.hpp"

namespace laconic {

struct TextLimit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The first 8 bytes of a key as one word, filled up with zeros.
inline uint64_t head_of(std::string_view key) {
  using namespace hash_detail;
  if (key.size() >= 8) return little_endian<uint64_t>(key.data());
  return key.empty() ? 0 : short_word(key.data(), key.size());
}

class StringTable {
 public:
  StringTable() : slots_(64), offsets_(1, 0) {}
  int32_t intern(std::string_view key) { return intern(key, head_of(key)); }
  int32_t intern(std::string_view key, uint64_t head);  // the same with head_of(key) known
  int32_t size() const { return static_cast<int32_t>(offsets_.size()) - 1; }
  std::string_view operator[](int32_t id) const {
    return {arena_.data() + offsets_[id], static_cast<size_t>(offsets_[id + 1] - offsets_[id])};
  }

 private:
  // A key of up to 8 bytes stands in its slot whole, so that a known word costs one cache miss instead of three.
  struct Slot {
    uint64_t head = 0;
    uint32_t check = 0;  // the length of a short key, else kLong and 31 bits of the hash
    int32_t id = -1;
  };
  static constexpr uint32_t kLong = 0x80000000;
  int32_t append(std::string_view key, Slot& slot, Slot filled);
  void grow();

  std::vector<Slot> slots_;
  std::vector<int64_t> offsets_;
  std::vector<char> arena_;
};

struct Pair {
  int32_t left, right;
  bool operator==(const Pair&) const = default;
};

class PairTable {
 public:
  PairTable() : slots_(64) {}
  int32_t intern(Pair pair);
  int32_t size() const { return static_cast<int32_t>(pairs_.size()); }
  const Pair& operator[](int32_t id) const { return pairs_[id]; }

 private:
  // The pair stands in the slot although pairs_ has it too: one cache miss less for each word of a text.
  struct Slot {
    Pair pair{0, 0};
    int32_t id = -1;
  };
  void grow();

  std::vector<Slot> slots_;
  std::vector<Pair> pairs_;
};

}  // namespace laconic
