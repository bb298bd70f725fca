// One register of floats of the instruction set being compiled. No result may depend on the width.
#pragma once
#include <cstdint>

namespace laconic::LACONIC_ISA {

#if defined(__AVX512F__)
inline constexpr int kWidth = 16;
#elif defined(__AVX2__)
inline constexpr int kWidth = 8;
#else
inline constexpr int kWidth = 4;
#endif

// May lie at any address and over any array of floats, so that a pointer to it is a load or a store.
typedef float Floats __attribute__((vector_size(4 * kWidth), aligned(4), may_alias));
typedef int32_t Ints __attribute__((vector_size(4 * kWidth)));

}  // namespace laconic::LACONIC_ISA
