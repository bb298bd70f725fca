// The k best classes of a document, exactly, by two passes: scores from packed weights, near enough that the best are
// among a few candidates; then the exact scores of these alone. Not here: checks, rows that nobody has checked.
//
// A packed weight is a whole number of steps q, |w - q step| <= 0.51 step, step >= (largest |w| of the row) / 32767.
// For a document of n features that the model knows, with values x_j, let
//
//     A = sum |x_j| step_j                 T = largest |bias| + 32768 A        (no sum of its terms is larger by size)
//
// Any float32 sum of n + 1 terms, in any order, each term rounded up to twice, is off by at most g T with
// g = (n + 4) u / (1 - (n + 4) u), u = 2^-24 (Higham, Accuracy and Stability, section 4.2), and by underflow less than
// 1e-30 while n < 2^20 (2^-150 a product, times 2^15 steps). This holds for the exact score s (exact: what score.hpp
// defines, rounding included) and for the packed one p, so that for every class
//
//     |s - p| <= E = 0.51 A + 2 g T + 2e-30
//
// Let t be the k-th largest p. At least k classes have s >= t - E, so each of the k best by s, ties included, has
// s >= t - E and p >= t - 2E. These are the candidates.
#pragma once
#include <span>

#include "isa/table.hpp"
#include "kernels/score.hpp"

namespace laconic {

// Answers one document, which is checked, and returns the number of additions; 0, with the answer not written, when
// the exact scores of all classes are the better way: no packed rows, many candidates, scores near the end of float32.
int64_t top_k_by_shortlist(const KernelTable& kernels, const ScoringModel& model, const Csr& documents, int64_t row,
                           std::span<float> scores, const Answers& out);

}  // namespace laconic
