// Scatter-add of one row of weights, the check of a row, and the top k by comparing vectors with the k-th score.
// Arithmetic is plain multiply, then add, in the order of the document: the same bytes from every instruction set.
#include "isa/score.hpp"

#include "isa/width.hpp"

namespace laconic::LACONIC_ISA {
namespace {

// Vectors are one register wide: wider ones are taken apart through memory (the best of 12,294 scores: 4.7 us on AVX2,
// not 1.2).
constexpr int kBlock = 128;

struct Ranking {  // a heap with the worst entry at the root, so that the k-th score is always scores[0]
  float* scores;
  int32_t* classes;
  int64_t size;
};

bool worse(const Ranking& a, int64_t i, int64_t j) {
  return a.scores[i] < a.scores[j] || (a.scores[i] == a.scores[j] && a.classes[i] > a.classes[j]);
}

void swap(Ranking& a, int64_t i, int64_t j) {
  const float score = a.scores[i];
  const int32_t label = a.classes[i];
  a.scores[i] = a.scores[j];
  a.classes[i] = a.classes[j];
  a.scores[j] = score;
  a.classes[j] = label;
}

void sift_down(Ranking& a, int64_t at) {
  for (;;) {
    int64_t worst = at;
    for (int64_t child = 2 * at + 1; child <= 2 * at + 2 && child < a.size; ++child)
      if (worse(a, child, worst)) worst = child;
    if (worst == at) return;
    swap(a, at, worst);
    at = worst;
  }
}

void sort_best_first(Ranking& a) {
  while (a.size > 1) {
    swap(a, 0, --a.size);
    sift_down(a, 0);
  }
}

// Whether any of the block's scores is above `bar` or NaN.
bool any_above(const float* scores, float bar) {
  const Floats bars = bar - Floats{};
  Ints within = ~Ints{};
  for (int v = 0; v < kBlock; v += kWidth) within &= *reinterpret_cast<const Floats*>(scores + v) <= bars;
  int32_t all = -1;
  for (int l = 0; l < kWidth; ++l) all &= within[l];
  return all == 0;
}

}  // namespace

void add_row(float* __restrict scores, const int32_t* __restrict classes, const float* __restrict weights, int64_t n,
             float value) {
  int64_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const int32_t a = classes[i], b = classes[i + 1], c = classes[i + 2], d = classes[i + 3];
    const float at_a = scores[a] + weights[i] * value, at_b = scores[b] + weights[i + 1] * value;
    const float at_c = scores[c] + weights[i + 2] * value, at_d = scores[d] + weights[i + 3] * value;
    scores[a] = at_a;
    scores[b] = at_b;
    scores[c] = at_c;
    scores[d] = at_d;
  }
  for (; i < n; ++i) scores[classes[i]] += weights[i] * value;
}

void add_dense_row(float* __restrict scores, const float* __restrict weights, int64_t n, float value) {
  for (int64_t i = 0; i < n; ++i) scores[i] += weights[i] * value;
}

bool sound_row(const int32_t* classes, const float* weights, int64_t n, int64_t n_classes) {
  if (n == 0) return true;
  if (classes[0] < 0 || classes[n - 1] >= n_classes) return false;
  int32_t bad = 0;
  for (int64_t i = 1; i < n; ++i) bad |= classes[i] <= classes[i - 1];
  // A float minus itself is zero, unless it is infinite or NaN.
  for (int64_t i = 0; i < n; ++i) bad |= !(weights[i] - weights[i] == 0.0f);
  return bad == 0;
}

bool top_k(const float* scores, int64_t n, int64_t k, float* best_scores, int32_t* best_classes) {
  Ranking best{best_scores, best_classes, k};
  for (int64_t i = 0; i < k; ++i) {
    best_scores[i] = -__builtin_inff();
    best_classes[i] = INT32_MAX;
  }
  for (int64_t begin = 0; begin < n; begin += kBlock) {
    const int64_t end = begin + kBlock < n ? begin + kBlock : n;
    if (end - begin == kBlock && !any_above(scores + begin, best_scores[0])) continue;
    for (int64_t i = begin; i < end; ++i) {
      if (scores[i] <= best_scores[0]) continue;
      if (!(scores[i] < __builtin_inff())) return false;
      best_scores[0] = scores[i];
      best_classes[0] = static_cast<int32_t>(i);
      sift_down(best, 0);
    }
  }
  const bool filled = best_scores[0] > -__builtin_inff();
  sort_best_first(best);
  return filled;
}

}  // namespace laconic::LACONIC_ISA
