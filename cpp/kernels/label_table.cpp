#include "kernels/label_table.hpp"

#include <cstring>
#include <stdexcept>

namespace laconic {

namespace {

// Both halves of a 128-bit product, folded: every bit of the input reaches every bit of the result.
uint64_t mix(uint64_t value) {
  const auto product = static_cast<unsigned __int128>(value) * 0x9E3779B97F4A7C15ull;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// The length of the well-formed sequence at p, or 0.
int64_t utf8_length(const unsigned char* p, int64_t left) {
  const unsigned char lead = p[0];
  if (lead < 0x80) return 1;
  const int64_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (length == 0 || length > left) return 0;
  for (int64_t i = 1; i < length; ++i)
    if ((p[i] & 0xC0) != 0x80) return 0;
  const unsigned char least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  return p[1] < least || p[1] > most ? 0 : length;
}

}  // namespace

LabelTable::LabelTable(uint64_t seed) : seed_(seed), offsets_(1, 0), slots_(1024, Slot{0, -1}) {}

uint64_t LabelTable::hash(std::string_view name) const {
  uint64_t state = mix(seed_ ^ name.size());
  while (name.size() >= 8) {
    uint64_t word;
    std::memcpy(&word, name.data(), 8);
    state = mix(state ^ word) + seed_;
    name.remove_prefix(8);
  }
  uint64_t rest = 0;
  for (const char c : name) rest = rest << 8 | static_cast<unsigned char>(c);
  return mix(mix(state ^ rest) + seed_);
}

int32_t LabelTable::find(std::string_view name) const {
  const uint64_t h = hash(name);
  const size_t mask = slots_.size() - 1;
  for (size_t at = h & mask; slots_[at].number >= 0; at = (at + 1) & mask)
    if (slots_[at].check == h >> 32 && this->name(slots_[at].number) == name) return slots_[at].number;
  return -1;
}

int32_t LabelTable::add(std::string_view text) {
  if (offsets_.size() > INT32_MAX) throw std::length_error("more than 2147483646 distinct labels");
  const int32_t number = size();
  arena_.insert(arena_.end(), text.begin(), text.end());
  offsets_.push_back(static_cast<int64_t>(arena_.size()));
  if (2 * offsets_.size() > slots_.size()) grow();
  place(hash(text), number);
  return number;
}

std::string_view LabelTable::name(int32_t number) const {
  return {arena_.data() + offsets_[number], static_cast<size_t>(offsets_[number + 1] - offsets_[number])};
}

void LabelTable::place(uint64_t h, int32_t number) {
  const size_t mask = slots_.size() - 1;
  size_t at = h & mask;
  while (slots_[at].number >= 0) at = (at + 1) & mask;
  slots_[at] = {static_cast<uint32_t>(h >> 32), number};
}

void LabelTable::grow() {
  slots_.assign(2 * slots_.size(), Slot{0, -1});
  for (int32_t number = 0; number + 1 < size(); ++number) place(hash(name(number)), number);
}

int64_t first_bad_utf8(std::string_view text) {
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const auto size = static_cast<int64_t>(text.size());
  for (int64_t at = 0; at < size;) {
    const int64_t length = utf8_length(p + at, size - at);
    if (length == 0) return at;
    at += length;
  }
  return -1;
}

}  // namespace laconic
