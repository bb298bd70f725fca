// The hot loops of answering; cpp/kernels/score.cpp drives them. Not here: checks of documents, rows, threads.
#pragma once
#include <cstdint>

namespace laconic::LACONIC_ISA {

// scores[classes[i]] += weights[i] * value. The classes must rise strictly (see sound_row): four sums are under way
// at once, and one class twice among them would lose an addition.
void add_row(float* scores, const int32_t* classes, const float* weights, int64_t n, float value);

// scores[i] += weights[i] * value for i < n: the row of a feature that most classes have a weight for.
void add_dense_row(float* scores, const float* weights, int64_t n, float value);

// Whether the classes rise strictly within 0 .. n_classes - 1 and the weights are finite.
bool sound_row(const int32_t* classes, const float* weights, int64_t n, int64_t n_classes);

// The k best of n scores, falling, equal scores by rising class; 1 <= k <= n. False when a score is NaN or +infinity,
// or fewer than k are above -infinity: then the sums left the range of float32.
bool top_k(const float* scores, int64_t n, int64_t k, float* best_scores, int32_t* best_classes);

}  // namespace laconic::LACONIC_ISA
