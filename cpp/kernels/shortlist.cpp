#include "kernels/shortlist.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

namespace laconic {
namespace {

constexpr int64_t kMostCandidates = 48;
// A lookup of one class in one row costs about what 24 additions save; with fewer additions than this for each lookup
// the exact scores of all classes are the quicker way.
constexpr int64_t kAdditionsPerLookup = 24;
constexpr float kSmallestWeight = 0x1p-100f;
constexpr double kLargestScore = 1e37;  // no sum of float32 below it overflows

// One document as the passes see it.
struct Document {
  const int32_t* features;
  const float* values;
  int64_t n;
};

Document document_of(const Csr& documents, int64_t row) {
  const int64_t begin = documents.indptr[row];
  return {documents.indices + begin, documents.data + begin, documents.indptr[row + 1] - begin};
}

int16_t steps_of(float weight, float step) { return static_cast<int16_t>(std::lrint(weight / step)); }

void pack(const ScoringModel& model, int64_t feature) {
  const int64_t at = model.weights.indptr[feature], n = model.weights.indptr[feature + 1] - at;
  const float* weights = model.weights.data + at;
  const int32_t* classes = model.weights.indices + at;
  float largest = kSmallestWeight;  // a step that underflows would be no step
  for (int64_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(weights[i]));
  const float step = model.rows.steps[feature] = largest / 32767;
  if (const int64_t place = dense_place(model, feature, n); place >= 0) {
    int16_t* dense = model.rows.dense + place * model.weights.cols;
    for (int64_t i = 0; i < n; ++i) dense[classes[i]] = steps_of(weights[i], step);
  } else {
    uint32_t* entries = model.rows.entries + at;
    for (int64_t i = 0; i < n; ++i)
      entries[i] = static_cast<uint32_t>(steps_of(weights[i], step)) << 16 | static_cast<uint32_t>(classes[i]);
  }
}

// False while another thread is packing the row: this document is then answered without.
bool ensure_packed(const ScoringModel& model, int64_t feature) {
  std::atomic_ref<uint8_t> state(model.row_states[feature]);
  uint8_t found = state.load(std::memory_order_acquire);
  if (found == packed) return true;
  if (found != sound || !state.compare_exchange_strong(found, packing, std::memory_order_acquire)) return false;
  pack(model, feature);
  state.store(packed, std::memory_order_release);
  return true;
}

// Whether the additions that packed weights make cheaper outweigh the lookups of k candidates. On the way it asks for
// the beginning of every packed row: rows lie far apart, and where one ends is hard to foresee, so that else each waits
// for the one before (a document of 44 dense and 75 other rows: 50 us in place of 55).
bool worth_it(const ScoringModel& model, const Document& x, int64_t k) {
  int64_t additions = 0;
  for (int64_t e = 0; e < x.n; ++e) {
    const int64_t j = x.features[e];
    if (j >= model.weights.rows) continue;
    const int64_t at = model.weights.indptr[j];
    additions += model.weights.indptr[j + 1] - at;
    for (int64_t ahead = 0; ahead < 48; ahead += 16) __builtin_prefetch(model.rows.entries + at + ahead);
  }
  return additions > kAdditionsPerLookup * x.n * k;
}

// E of the header, or infinity where it does not hold.
double error_bound(double steps, int64_t n, double largest_bias) {
  const double largest = largest_bias + 32768 * steps;
  if (!(largest < kLargestScore) || n >= 1 << 20) return INFINITY;
  const double rounding = (n + 4) * 0x1p-24;
  return 0.51 * steps + 2 * rounding / (1 - rounding) * largest + 2e-30;
}

// Gathers dense rows by four and adds them.
struct DenseAdder {
  const KernelTable& kernels;
  float* scores;
  int64_t n_classes;
  int waiting = 0;
  const int16_t* rows[4];
  float values[4];

  void add(const int16_t* row, float value) {
    rows[waiting] = row;
    values[waiting++] = value;
    if (waiting == 4) flush();
  }
  void finish() {
    if (waiting == 0) return;
    for (int i = waiting; i < 4; ++i) {
      rows[i] = rows[0];
      values[i] = 0;
    }
    flush();
  }
  void flush() {
    kernels.add_packed_dense_rows(scores, rows, values, n_classes);
    waiting = 0;
  }
};

struct Pass {
  int64_t work;
  double error;
};

// Fills `scores` with the packed scores. The error is infinite when they cannot be used.
Pass score_packed(const KernelTable& kernels, const ScoringModel& model, const Document& x, float* scores) {
  const Csr& w = model.weights;
  std::memcpy(scores, model.bias, sizeof(float) * w.cols);
  DenseAdder dense{.kernels = kernels, .scores = scores, .n_classes = w.cols};
  Pass pass{w.cols, 0};
  double steps = 0;
  for (int64_t e = 0; e < x.n; ++e) {
    const int64_t feature = x.features[e];
    if (feature >= w.rows) continue;
    if (!ensure_packed(model, feature)) return {0, INFINITY};
    const int64_t at = w.indptr[feature], n = w.indptr[feature + 1] - at;
    const float value = x.values[e] * model.rows.steps[feature];
    if (const int64_t place = dense_place(model, feature, n); place >= 0)
      dense.add(model.rows.dense + place * w.cols, value);
    else
      kernels.add_packed_row(scores, model.rows.entries + at, n, value);
    steps += std::abs(static_cast<double>(x.values[e])) * model.rows.steps[feature];
    pass.work += n;
  }
  dense.finish();
  pass.error = error_bound(steps, x.n, model.largest_bias);
  return pass;
}

// The place of a class in a packed row without a branch that depends on it, n when it has no weight there.
int64_t find(const uint32_t* entries, int64_t n, uint32_t label) {
  int64_t low = 0;
  for (int64_t left = n; left > 1;) {
    const int64_t half = left / 2;
    low += (entries[low + half - 1] & 0xffff) < label ? half : 0;
    left -= half;
  }
  return n > 0 && (entries[low] & 0xffff) == label ? low : n;
}

// The exact scores of the candidates: the sums of score.hpp, in the order of the document.
void score_exactly(const ScoringModel& model, const Document& x, const int32_t* candidates, int64_t n_candidates,
                   float* sums) {
  const Csr& w = model.weights;
  for (int64_t c = 0; c < n_candidates; ++c) sums[c] = model.bias[candidates[c]];
  for (int64_t e = 0; e < x.n; ++e) {
    const int64_t feature = x.features[e];
    if (feature >= w.rows) continue;
    const int64_t at = w.indptr[feature], n = w.indptr[feature + 1] - at;
    if (const int64_t place = dense_place(model, feature, n); place >= 0) {
      const float* weights = model.dense.weights + place * w.cols;
      for (int64_t c = 0; c < n_candidates; ++c) sums[c] += weights[candidates[c]] * x.values[e];
    } else {
      for (int64_t c = 0; c < n_candidates; ++c)
        if (const int64_t i = find(model.rows.entries + at, n, static_cast<uint32_t>(candidates[c])); i < n)
          sums[c] += w.data[at + i] * x.values[e];
    }
  }
}

// The k best of the candidates, which come by rising class: an equal score goes behind those that are there.
void choose(const int32_t* candidates, const float* sums, int64_t n_candidates, int64_t k, int32_t* classes,
            float* scores) {
  for (int64_t c = 0, filled = 0; c < n_candidates; ++c) {
    int64_t at = filled;
    while (at > 0 && scores[at - 1] < sums[c]) --at;
    if (at == k) continue;
    filled = std::min(filled + 1, k);
    for (int64_t i = filled - 1; i > at; --i) {
      scores[i] = scores[i - 1];
      classes[i] = classes[i - 1];
    }
    scores[at] = sums[c];
    classes[at] = candidates[c];
  }
}

}  // namespace

int64_t top_k_by_shortlist(const KernelTable& kernels, const ScoringModel& model, const Csr& documents, int64_t row,
                           std::span<float> scores, const Answers& out) {
  if (model.rows.steps == nullptr || out.k > kMostCandidates) return 0;
  const Document x = document_of(documents, row);
  if (!worth_it(model, x, out.k)) return 0;
  const Pass pass = score_packed(kernels, model, x, scores.data());
  if (!std::isfinite(pass.error)) return 0;
  float* best_scores = out.scores + row * out.k;
  int32_t* best_classes = out.classes + row * out.k;
  const int64_t n_classes = model.weights.cols;
  if (!kernels.top_k(scores.data(), n_classes, out.k, best_scores, best_classes)) return 0;
  const auto bar = std::nextafter(static_cast<float>(best_scores[out.k - 1] - 2 * pass.error), -INFINITY);
  int32_t candidates[kMostCandidates];
  const int64_t found = kernels.at_least(scores.data(), n_classes, bar, kMostCandidates, candidates);
  if (found > kMostCandidates) return 0;
  float sums[kMostCandidates];
  score_exactly(model, x, candidates, found, sums);
  choose(candidates, sums, found, out.k, best_classes, best_scores);
  return pass.work;
}

}  // namespace laconic
