// The hot loops of finding candidates (kernels/shortlist.hpp): weights are whole numbers of steps, 16 bits each, so
// that half the bytes move. Sums are near the exact scores, not equal to them. Not here: packing, bounds, exact scores.
#pragma once
#include <cstdint>

namespace laconic::LACONIC_ISA {

// scores[class of entries[i]] += steps of entries[i] * value; an entry is steps * 65536 + class, its classes rise.
void add_packed_row(float* scores, const uint32_t* entries, int64_t n, float value);

// scores[i] += sum over four rows of rows[r][i] * values[r].
void add_packed_dense_rows(float* scores, const int16_t* const* rows, const float* values, int64_t n);

// Lists the places of scores that are at least `bar`, rising; more than `most` end the search. Returns how many it met.
int64_t at_least(const float* scores, int64_t n, float bar, int64_t most, int32_t* places);

}  // namespace laconic::LACONIC_ISA
