// What all classes of an L2-SVM share, made once: the rows renumbered by falling document frequency, their norms, and
// the solution of the problem in which every document is negative.
#pragma once
#include <cstdint>
#include <vector>

#include "kernels/csr.hpp"
#include "kernels/l2svm_active.hpp"

namespace laconic::l2svm {

// Owns what `problem` points at, except the arrays of the matrix itself where its features are in order already.
struct Prepared {
  Prepared(const Csr& x, double bias);
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;

  Problem problem{};

 private:
  void renumber_rows(const Csr& x);
  void cut_rows(const Csr& x, int32_t common, int32_t shared);
  void measure_rows(double bias);

  std::vector<float> data_;
  std::vector<int32_t> indices_, original_;
  std::vector<int64_t> begin_, tail_, end_, whole_;
  std::vector<double> norm2_, own_;
};

// Solves the all-negative problem to gap <= tolerance * P, and owns what `start` points at.
struct Solved {
  Solved(const Problem& problem, const Options& options, double tolerance, const Control& control);
  Solved(const Solved&) = delete;
  Solved& operator=(const Solved&) = delete;

  Start start{};
  Report report{};

 private:
  void solve(const Problem& problem, const Options& options, double tolerance, const Control& control);
  void judge(const Problem& problem, const Options& options, Active& all, const Scratch& scratch);
  void measure(const Problem& problem, const Options& options);

  std::vector<double> alpha_, margin_, w_;
  std::vector<float> alpha_single_, margin_single_;
};

}  // namespace laconic::l2svm
