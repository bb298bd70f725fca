// One-vs-rest squared hinge with an L2 penalty, solved in the dual with a certificate.
//
//   primal  P(w) = 1/2 ||w||^2 + C sum_i max(0, 1 - y_i w.x_i)^2      (the bias is a feature of value `bias`)
//   dual    D(alpha) = sum alpha_i - sum alpha_i^2 / 4C - 1/2 ||sum y_i alpha_i x_i||^2,   alpha >= 0
//
// With w = sum y_i alpha_i x_i and xi_i = max(0, 1 - y_i w.x_i), P - D is a sum of one term per document:
//   xi_i > 0: C (xi_i - alpha_i / 2C)^2        xi_i = 0: alpha_i^2 / 4C + alpha_i (y_i w.x_i - 1)
// so one pass over the margins gives the gap, and names the documents that cause it. A class keeps an active set: its
// positives, and the negatives found so. All other documents are frozen at theta * alpha0_i, where alpha0 solves the
// problem in which every document is negative ("the start") and theta >= 0 is one more dual variable.
//
// A class's result depends on (x, its rows, the start, the options, its seed) alone, never on the classes beside it.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernels/rows.hpp"

namespace laconic::l2svm {

struct Options {
  double C = 1;
  double bias = 1;          // the value of the bias feature; 0 means no bias
  double tolerance = 0.01;  // gap <= tolerance * P; without bias tolerance * max(P - P0, P / 1000), P0 = P of the start
  int max_rounds = 100;
  bool duals = false;  // return the dual variables too: for checks from scratch
  double cut = 0;      // weights with |w| < cut are not returned
};

// The rows as the solver wants them: features renumbered by falling document frequency (stable), so that the common
// ones share cache lines; `cols` counts those that at least two documents have. What one document alone has never meets
// another document: it needs no place in w, and adds y_i alpha_i own_i to that document's margin.
struct Problem {
  Rows rows;
  int32_t hot;              // features below it are common
  const double* norm2;      // ||x_i||^2 + bias^2
  const double* own;        // the part of ||x_i||^2 that is in features of document i alone
  const int32_t* original;  // renumbered feature -> its number outside
};

// The all-negative solution: w0 = -sum alpha0_i x_i.
struct Start {
  const double* alpha;  // per document
  const float* alpha_single;
  const double* margin;  // w0.x_i
  const float* margin_single;
  const double* w;  // per feature, renumbered; without those of one document
  double w_bias;
  double primal;
  double sum, squares, norm2;  // sum alpha0_i, sum alpha0_i^2, ||w0||^2
  int64_t supports;            // how many alpha0_i are not 0
};

// What the kernel looks at and writes while it runs, shared with the thread that waits.
struct Control {
  int64_t* cancel = nullptr;  // not 0: stop soon
  int64_t* done = nullptr;    // classes finished
};

inline bool cancelled(const Control& control) {
  return control.cancel != nullptr && std::atomic_ref<int64_t>(*control.cancel).load(std::memory_order_relaxed) != 0;
}

inline void count_done(const Control& control) {
  if (control.done != nullptr) std::atomic_ref<int64_t>(*control.done).fetch_add(1, std::memory_order_relaxed);
}

enum class Status : int32_t { converged = 0, round_limit = 1, not_finite = 2, cancelled = 3 };

struct Report {
  Status status;
  int32_t rounds;
  int32_t active;
  int32_t support;
  double primal;
  double gap;
};

// Classes one after another: class c has weights indices/values[indptr[c] .. indptr[c + 1]], features in no order.
struct Solution {
  std::vector<int64_t> indptr{0};
  std::vector<int32_t> indices;
  std::vector<float> values;
  std::vector<float> bias;
  std::vector<Report> reports;
  // Where asked for: class c has alpha = dual_alphas at the documents dual_docs[dual_indptr[c] .. dual_indptr[c + 1]]
  // and thetas[c] * alpha0 at all others.
  std::vector<int64_t> dual_indptr{0};
  std::vector<int32_t> dual_docs;
  std::vector<double> dual_alphas;
  std::vector<double> thetas;
};

class Workspace;
std::shared_ptr<Workspace> make_workspace();

// Solves the classes whose positives are rows[indptr[c] .. indptr[c + 1]].
Solution solve_classes(const Problem& problem, const Start& start, const Options& options,
                       std::span<const int32_t> rows, std::span<const int64_t> indptr, std::span<const uint64_t> seeds,
                       Workspace& work, const Control& control);

}  // namespace laconic::l2svm
