#include "kernels/vocabulary.hpp"

#include <algorithm>
#include <array>

namespace laconic {
namespace {

// Terms are hashed in groups and their slots fetched ahead: the table of millions of terms is larger than any cache,
// and the misses of a group then overlap (2.4x at 5 million terms).
constexpr int64_t kGroup = 16;

struct Group {
  std::array<std::optional<std::string_view>, kGroup> keys;
  std::array<uint64_t, kGroup> hashes;

  void fetch(std::span<const int64_t> offsets, std::span<const uint8_t> arena, std::span<const uint32_t> slots,
             int64_t first, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      keys[i] = arena_term(offsets, arena, first + i);
      hashes[i] = keys[i] ? hash64(*keys[i]) : 0;
      __builtin_prefetch(&slots[hashes[i] & (slots.size() - 1)]);
    }
  }
};

BuildReport insert(const VocabularyView& table, std::span<uint32_t> slots, std::string_view key, uint64_t hash,
                   int64_t number) {
  const uint64_t mask = slots.size() - 1;
  const uint32_t low = static_cast<uint32_t>(mask);
  const uint32_t tag = static_cast<uint32_t>(hash >> 32) & ~low;
  for (uint64_t probe = 0; probe < kProbeLimit && probe <= mask; ++probe) {
    uint32_t& slot = slots[(hash + probe) & mask];
    if (slot == 0) {
      slot = tag | static_cast<uint32_t>(number + 1);
      return {BuildStatus::built, number, -1};
    }
    if ((slot & ~low) != tag) continue;
    const int64_t other = static_cast<int64_t>(slot & low) - 1;
    if (*arena_term(table.offsets, table.arena, other) == key) return {BuildStatus::duplicate, number, other};
  }
  return {BuildStatus::crowded, number, -1};
}

}  // namespace

std::optional<VocabularyView> view_vocabulary(std::span<const uint32_t> slots, std::span<const int64_t> offsets,
                                              std::span<const uint8_t> arena) {
  const int bits = std::bit_width(slots.size()) - 1;
  if (!std::has_single_bit(slots.size()) || bits < 1 || bits > kMaxBits) return std::nullopt;
  if (offsets.empty() || offsets.size() > slots.size()) return std::nullopt;
  return VocabularyView{slots, offsets, arena, bits};
}

int64_t slots_for(int64_t terms) {
  int64_t slots = 2;
  while (slots * 2 < terms * 3) slots *= 2;
  return slots <= int64_t{1} << kMaxBits ? slots : 0;
}

BuildReport build_vocabulary(std::span<const int64_t> offsets, std::span<const uint8_t> arena,
                             std::span<uint32_t> slots) {
  std::fill(slots.begin(), slots.end(), 0);
  const auto table = view_vocabulary(slots, offsets, arena);
  if (!table) return {BuildStatus::bad_offsets, 0, -1};
  Group group;
  for (int64_t first = 0; first < table->terms(); first += kGroup) {
    const int64_t count = std::min(kGroup, table->terms() - first);
    group.fetch(offsets, arena, slots, first, count);
    for (int64_t i = 0; i < count; ++i) {
      if (!group.keys[i]) return {BuildStatus::bad_offsets, first + i, -1};
      const auto report = insert(*table, slots, *group.keys[i], group.hashes[i], first + i);
      if (report.status != BuildStatus::built) return report;
    }
  }
  return {BuildStatus::built, table->terms(), -1};
}

int64_t find_all(const VocabularyView& vocabulary, std::span<const int64_t> offsets, std::span<const uint8_t> arena,
                 std::span<int32_t> out) {
  const int64_t keys = static_cast<int64_t>(out.size());
  Group group;
  for (int64_t first = 0; first < keys; first += kGroup) {
    const int64_t count = std::min(kGroup, keys - first);
    group.fetch(offsets, arena, vocabulary.slots, first, count);
    for (int64_t i = 0; i < count; ++i) {
      if (!group.keys[i]) return first + i;
      out[first + i] = find_hashed(vocabulary, *group.keys[i], group.hashes[i]);
    }
  }
  return -1;
}

}  // namespace laconic
