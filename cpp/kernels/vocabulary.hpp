// A fixed table from terms (byte strings) to their numbers, as three plain arrays that may lie in a mapped file:
//
//   term i = arena[offsets[i] .. offsets[i + 1]]
//   slots  = 2^b entries of 32 bits: 0 when empty, else  (top 32 - b bits of the hash) << b  |  (i + 1)
//
// A key is looked for from slot (hash mod 2^b) onwards, one slot after the other, up to an empty one. The bits of the
// hash that share the slot with the number refuse nearly every other term without a look at its bytes: one cache miss
// for an unknown word. At most 2/3 of the slots are in use, so the bits left over are never fewer than 1.
//
// The arrays may come from a hostile file: whatever they hold, find() reads inside them and ends after kProbeLimit
// slots. It is no error there for a term to be unreachable.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "kernels/hash.hpp"

namespace laconic {

struct VocabularyView {
  std::span<const uint32_t> slots;
  std::span<const int64_t> offsets;
  std::span<const uint8_t> arena;
  int bits;  // slots.size() == 1 << bits

  int64_t terms() const { return static_cast<int64_t>(offsets.size()) - 1; }
};

// With 5 million terms in 2^23 slots the longest run of probes was 98; more than this many are no
// accident.
inline constexpr int kProbeLimit = 4096;
inline constexpr int kMaxBits = 31;

// The arrays as a view when their lengths fit together (a power of two of slots, more slots than terms), else nothing.
// Looks at the lengths only: opening costs the same for any size.
std::optional<VocabularyView> view_vocabulary(std::span<const uint32_t> slots, std::span<const int64_t> offsets,
                                              std::span<const uint8_t> arena);

// The bytes of term i of an arena, or nothing where offsets do not rise or point outside.
inline std::optional<std::string_view> arena_term(std::span<const int64_t> offsets, std::span<const uint8_t> arena,
                                                  int64_t i) {
  const int64_t begin = offsets[i], end = offsets[i + 1];
  if (begin < 0 || end < begin || end > static_cast<int64_t>(arena.size())) return std::nullopt;
  return std::string_view(reinterpret_cast<const char*>(arena.data()) + begin, end - begin);
}

// The number of the term with this hash64(key), or -1.
inline int32_t find_hashed(const VocabularyView& vocabulary, std::string_view key, uint64_t hash) {
  const uint64_t mask = vocabulary.slots.size() - 1;
  const uint32_t low = static_cast<uint32_t>(mask);
  const uint32_t tag = static_cast<uint32_t>(hash >> 32) & ~low;
  for (uint64_t probe = 0; probe < kProbeLimit && probe <= mask; ++probe) {
    const uint32_t slot = vocabulary.slots[(hash + probe) & mask];
    if (slot == 0) return -1;
    if ((slot & ~low) != tag) continue;
    const int64_t i = static_cast<int64_t>(slot & low) - 1;
    if (i < 0 || i >= vocabulary.terms()) continue;
    const auto term = arena_term(vocabulary.offsets, vocabulary.arena, i);
    if (term && *term == key) return static_cast<int32_t>(i);
  }
  return -1;
}

inline int32_t find(const VocabularyView& vocabulary, std::string_view key) {
  return find_hashed(vocabulary, key, hash64(key));
}

// How many slots a table of so many terms has: the least power of two of which the terms fill at most 2/3; 0 when
// there are too many for 31 bits.
int64_t slots_for(int64_t terms);

enum class BuildStatus { built, duplicate, bad_offsets, crowded };
struct BuildReport {
  BuildStatus status;
  int64_t term;     // the term at which the work stopped
  int64_t earlier;  // for a duplicate: the term it repeats
};

// Fills `slots` (zeroed here; slots_for(terms) of them) for the terms of an arena, in their order.
BuildReport build_vocabulary(std::span<const int64_t> offsets, std::span<const uint8_t> arena,
                             std::span<uint32_t> slots);

// out[q] = find(key q of the arena), or -1. Returns the first key whose offsets are broken, or -1.
int64_t find_all(const VocabularyView& vocabulary, std::span<const int64_t> offsets, std::span<const uint8_t> arena,
                 std::span<int32_t> out);

}  // namespace laconic
