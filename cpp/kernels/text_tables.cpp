#include "kernels/text_tables.hpp"

#include <limits>

namespace laconic {
namespace {

[[noreturn]] void crowded() {
  throw TextLimit(
      "thousands of terms crowd around one hash: no natural text does this; look for generated tokens in the data");
}

void check_room(size_t entries) {
  if (entries >= static_cast<size_t>(std::numeric_limits<int32_t>::max()) - 1)
    throw TextLimit(
        "more than 2147483646 distinct terms; take fewer kinds of terms (n-grams, characters) or less data");
}

// hash64(key), for short keys from their head alone.
uint64_t hash_key(std::string_view key, uint64_t head) {
  using namespace hash_detail;
  if (key.size() > 8 || key.empty()) return hash64(key);
  return fold(fold(kSeed ^ (key.size() * kLength) ^ head, kWord), kLast);
}

uint64_t hash_pair(Pair pair) {
  using namespace hash_detail;
  const uint64_t both =
      static_cast<uint64_t>(static_cast<uint32_t>(pair.left)) << 32 | static_cast<uint32_t>(pair.right);
  return fold(fold(both ^ kSeed, kWord), kLast);
}

}  // namespace

int32_t StringTable::intern(std::string_view key, uint64_t head) {
  const uint64_t mask = slots_.size() - 1, hash = hash_key(key, head);
  const bool is_short = key.size() <= 8;
  const uint32_t check = is_short ? static_cast<uint32_t>(key.size()) : kLong | static_cast<uint32_t>(hash >> 33);
  for (uint64_t probe = 0; probe < kProbeLimit; ++probe) {
    Slot& slot = slots_[(hash + probe) & mask];
    if (slot.id < 0) return append(key, slot, {head, check, size()});
    if (slot.head == head && slot.check == check && (is_short || (*this)[slot.id] == key)) return slot.id;
  }
  crowded();
}

int32_t StringTable::append(std::string_view key, Slot& slot, Slot filled) {
  check_room(offsets_.size());
  slot = filled;
  arena_.insert(arena_.end(), key.begin(), key.end());
  offsets_.push_back(static_cast<int64_t>(arena_.size()));
  if (offsets_.size() * 3 > slots_.size() * 2) grow();
  return filled.id;
}

void StringTable::grow() {
  std::vector<Slot> larger(slots_.size() * 2);
  const uint64_t mask = larger.size() - 1;
  for (const Slot& slot : slots_) {
    if (slot.id < 0) continue;
    uint64_t at = hash_key((*this)[slot.id], slot.head) & mask;
    while (larger[at].id >= 0) at = (at + 1) & mask;
    larger[at] = slot;
  }
  slots_ = std::move(larger);
}

int32_t PairTable::intern(Pair pair) {
  const uint64_t mask = slots_.size() - 1, hash = hash_pair(pair);
  for (uint64_t probe = 0; probe < kProbeLimit; ++probe) {
    Slot& slot = slots_[(hash + probe) & mask];
    if (slot.id >= 0 && slot.pair == pair) return slot.id;
    if (slot.id >= 0) continue;
    check_room(pairs_.size());
    const int32_t id = size();
    slot = {pair, id};
    pairs_.push_back(pair);
    if (pairs_.size() * 3 > slots_.size() * 2) grow();
    return id;
  }
  crowded();
}

void PairTable::grow() {
  std::vector<Slot> larger(slots_.size() * 2);
  const uint64_t mask = larger.size() - 1;
  for (int32_t id = 0; id < size(); ++id) {
    uint64_t at = hash_pair(pairs_[id]) & mask;
    while (larger[at].id >= 0) at = (at + 1) & mask;
    larger[at] = {pairs_[id], id};
  }
  slots_ = std::move(larger);
}

}  // namespace laconic
