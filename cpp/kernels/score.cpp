#include "kernels/score.hpp"

#include <atomic>
#include <cmath>
#include <cstring>

#include "kernels/dispatch.hpp"
#include "kernels/shortlist.hpp"

namespace laconic {
namespace {

// Two threads may check the same row at once; both write the same byte.
bool check_weights(const KernelTable& kernels, const ScoringModel& model, int64_t feature) {
  std::atomic_ref<uint8_t> state(model.row_states[feature]);
  if (state.load(std::memory_order_relaxed) != unchecked) return true;
  const Csr& w = model.weights;
  const int64_t begin = w.indptr[feature], end = w.indptr[feature + 1];
  if (begin < 0 || end < begin || end > model.entries) return false;
  if (!kernels.sound_row(w.indices + begin, w.data + begin, end - begin, w.cols)) return false;
  uint8_t before = unchecked;  // another thread may have gone further with it
  state.compare_exchange_strong(before, sound, std::memory_order_relaxed);
  return true;
}

// Says what is wrong with a document or with the weights it needs; counts the features that are unknown.
void check_document(const KernelTable& kernels, const ScoringModel& model, const Csr& documents, int64_t entries,
                    int64_t row, ScoreOutcome& outcome) {
  const int64_t begin = documents.indptr[row], end = documents.indptr[row + 1];
  if (begin < 0 || end < begin || end > entries) outcome.problem = ScoreProblem::bad_document;
  for (int64_t e = begin; e < end && outcome.problem == ScoreProblem::none; ++e) {
    const int64_t feature = documents.indices[e];
    if (feature < 0 || !std::isfinite(documents.data[e])) {
      outcome.problem = ScoreProblem::bad_document;
    } else if (feature >= model.weights.rows) {
      ++outcome.unknown;
    } else if (!check_weights(kernels, model, feature)) {
      outcome.problem = ScoreProblem::bad_weights;
      outcome.feature = feature;
    }
  }
}

// Returns the number of additions, for the budget. The document is checked.
int64_t score_document(const KernelTable& kernels, const ScoringModel& model, const Csr& documents, int64_t row,
                       float* scores) {
  const Csr& w = model.weights;
  std::memcpy(scores, model.bias, sizeof(float) * w.cols);
  int64_t work = w.cols;
  for (int64_t e = documents.indptr[row]; e < documents.indptr[row + 1]; ++e) {
    const int64_t feature = documents.indices[e];
    if (feature >= w.rows) continue;
    const int64_t at = w.indptr[feature], n = w.indptr[feature + 1] - at;
    if (const int64_t place = dense_place(model, feature, n); place >= 0)
      kernels.add_dense_row(scores, model.dense.weights + place * w.cols, w.cols, documents.data[e]);
    else
      kernels.add_row(scores, w.indices + at, w.data + at, n, documents.data[e]);
    work += n;
  }
  return work;
}

}  // namespace

// Rows of few entries, nearly all, are not searched for.
int64_t dense_place(const ScoringModel& model, int64_t feature, int64_t n) {
  const DenseRows& dense = model.dense;
  if (dense.size == 0 || n < model.weights.cols / kDenseShare) return -1;
  int64_t low = 0;
  for (int64_t high = dense.size; low < high;) {
    const int64_t middle = (low + high) / 2;
    if (dense.features[middle] < feature)
      low = middle + 1;
    else
      high = middle;
  }
  return low < dense.size && dense.features[low] == feature ? low : -1;
}

ScoreOutcome top_k_rows(const ScoringModel& model, const Csr& documents, int64_t entries, int64_t first, int64_t last,
                        int64_t budget, std::span<float> workspace, const Answers& out) {
  const KernelTable& kernels = active_kernels();
  ScoreOutcome outcome{.next = first};
  for (int64_t work = 0; outcome.next < last && work < budget; ++outcome.next) {
    const int64_t row = outcome.next;
    check_document(kernels, model, documents, entries, row, outcome);
    if (outcome.problem != ScoreProblem::none) break;
    if (const int64_t done = top_k_by_shortlist(kernels, model, documents, row, workspace, out)) {
      work += done;
      ++outcome.shortlisted;
      continue;
    }
    work += score_document(kernels, model, documents, row, workspace.data());
    if (!kernels.top_k(workspace.data(), model.weights.cols, out.k, out.scores + row * out.k,
                       out.classes + row * out.k)) {
      outcome.problem = ScoreProblem::overflow;
      break;
    }
  }
  return outcome;
}

bool expand_row(const ScoringModel& model, int64_t feature, std::span<float> out) {
  if (!check_weights(active_kernels(), model, feature)) return false;
  const Csr& w = model.weights;
  for (float& weight : out) weight = 0;
  for (int64_t e = w.indptr[feature]; e < w.indptr[feature + 1]; ++e) out[w.indices[e]] = w.data[e];
  return true;
}

ScoreOutcome score_row(const ScoringModel& model, const Csr& documents, int64_t entries, int64_t row,
                       std::span<float> scores) {
  ScoreOutcome outcome{.next = row};
  check_document(active_kernels(), model, documents, entries, row, outcome);
  if (outcome.problem != ScoreProblem::none) return outcome;
  score_document(active_kernels(), model, documents, row, scores.data());
  ++outcome.next;
  return outcome;
}

}  // namespace laconic
