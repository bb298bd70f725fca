// The one hash of this library: 64 bits from a key of bytes, the same on every machine and in every version, because
// tables built with it are stored in model files. Its twin in Python is src/laconic/reference/vocabulary.py.
//
//   h = SEED xor (length * LENGTH)
//   for each word of 8 bytes, little-endian, the last one filled up with zeros:  h = fold(h xor word, WORD)
//   hash = fold(h, LAST)                with fold(a, b) = high 64 bits of a*b  xor  low 64 bits of a*b
//
// Two multiplications for a word of up to 8 letters. The length keeps "a" apart from "a\0". It has no secret key: who
// chooses the keys can make them collide, which is why tables bound their probes (vocabulary.hpp).
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace laconic {

namespace hash_detail {

inline constexpr uint64_t kSeed = 0x9e3779b97f4a7c15, kLength = 0xd6e8feb86659fd93;  // odd, half of the bits set
inline constexpr uint64_t kWord = 0xa0761d6478bd642f, kLast = 0xe7037ed1a0b428db;

inline uint64_t fold(uint64_t a, uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product >> 64) ^ static_cast<uint64_t>(product);
}

template <class Word>
inline uint64_t little_endian(const char* at) {
  Word word;
  std::memcpy(&word, at, sizeof word);
  if constexpr (std::endian::native == std::endian::big) {
    if constexpr (sizeof word == 8) word = __builtin_bswap64(word);
    if constexpr (sizeof word == 4) word = __builtin_bswap32(word);
  }
  return word;
}

// 1 to 7 bytes as one word filled up with zeros, without a loop: two reads of 4 that overlap, or three single bytes.
inline uint64_t short_word(const char* at, uint64_t size) {
  if (size >= 4) {
    const uint64_t low = little_endian<uint32_t>(at), high = little_endian<uint32_t>(at + size - 4);
    return low | high << (8 * (size - 4));
  }
  const auto byte = [&](uint64_t i) { return static_cast<uint64_t>(static_cast<unsigned char>(at[i])) << (8 * i); };
  return byte(0) | byte(size / 2) | byte(size - 1);
}

}  // namespace hash_detail

inline uint64_t hash64(std::string_view key) {
  using namespace hash_detail;
  const char* at = key.data();
  uint64_t left = key.size(), h = kSeed ^ (left * kLength);
  for (; left >= 8; left -= 8, at += 8) h = fold(h ^ little_endian<uint64_t>(at), kWord);
  if (left > 0) h = fold(h ^ short_word(at, left), kWord);
  return fold(h, kLast);
}

}  // namespace laconic
