// What the hammers share: random numbers that are the same on every run, and arrays of exactly their length on the
// heap, so that the address sanitizer sees the first byte read beyond one.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <span>
#include <string_view>

namespace laconic::hammer {

using Random = std::mt19937_64;

inline int64_t below(Random& random, int64_t limit) { return static_cast<int64_t>(random() % limit); }

// Mostly a number within reach of `near`, sometimes any at all.
inline int64_t hostile(Random& random, int64_t near) {
  return below(random, 5) > 0 ? below(random, near + 5) - 2 : static_cast<int64_t>(random());
}

// `size` values made by `make(random)`; no spare capacity behind them, as a std::vector may have.
template <class T>
struct Exact {
  std::unique_ptr<T[]> values;
  size_t size;

  template <class Make>
  Exact(size_t size, Make make) : values(new T[size]), size(size) {
    for (size_t i = 0; i < size; ++i) values[i] = static_cast<T>(make());
  }
  std::span<T> span() { return {values.get(), size}; }
};

inline std::string_view text_of(const Exact<uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.values.get()), bytes.size};
}

inline void require(bool holds, const char* what, uint64_t seed) {
  if (holds) return;
  std::fprintf(stderr, "hammer: %s (seed %llu)\n", what, static_cast<unsigned long long>(seed));
  std::abort();
}

}  // namespace laconic::hammer
