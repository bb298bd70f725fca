// The L2-SVM solver with random rows, labels, C and bias: huge, denormal and repeated values, empty rows and classes.
// A finished class must keep what its certificate says, in plain double arithmetic: its P is that of its weights, and
// P - gap lies below the P of any other weights. A workspace that has seen other problems must change nothing.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "kernels/dispatch.hpp"
#include "kernels/l2svm_prepare.hpp"
#include "tests/hammer.hpp"

namespace laconic::hammer {
namespace {

using l2svm::Options;
using l2svm::Solution;
using l2svm::Status;

enum class Kind { unit, plain, wild };

float value_of(Random& random, Kind kind) {
  const float plain = static_cast<float>(1 + below(random, 400)) / (below(random, 4) == 0 ? -100.0F : 100.0F);
  if (kind != Kind::wild) return plain;
  constexpr float kScales[] = {1e-40F, 1e-20F, 1e-3F, 1, 1e3F, 1e18F, 0};
  return plain * kScales[below(random, 7)];
}

// Sound rows, as the binding lets them through: columns rise, values are finite.
struct Rows2 {
  std::vector<float> data;
  std::vector<int32_t> indices;
  std::vector<int64_t> indptr{0};
  int64_t cols;

  Rows2(Random& random, Kind kind) : cols(1 + below(random, 40)) {
    const int64_t rows = 1 + below(random, 60), rarity = 1 + below(random, 8);
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < cols; ++j)
        if (below(random, rarity) == 0) {
          indices.push_back(static_cast<int32_t>(j));
          data.push_back(value_of(random, kind));
        }
      indptr.push_back(static_cast<int64_t>(indices.size()));
      if (kind == Kind::unit) normalise(i);
    }
  }
  void normalise(int64_t i) {
    double squares = 0;
    for (int64_t e = indptr[i]; e < indptr[i + 1]; ++e) squares += static_cast<double>(data[e]) * data[e];
    for (int64_t e = indptr[i]; e < indptr[i + 1]; ++e) data[e] = static_cast<float>(data[e] / std::sqrt(squares));
  }
  int64_t rows() const { return static_cast<int64_t>(indptr.size()) - 1; }
  Csr view() const { return {data.data(), indices.data(), indptr.data(), rows(), cols}; }
};

// More classes than lanes; some without a row, some with all.
struct Positives {
  std::vector<int32_t> rows;
  std::vector<int64_t> indptr{0};
  std::vector<uint64_t> seeds;

  Positives(Random& random, int64_t n) {
    const int64_t classes = 1 + below(random, 40);
    for (int64_t c = 0; c < classes; ++c) {
      const int64_t rarity = 1 + below(random, 2 * n);
      for (int64_t i = 0; i < n; ++i)
        if (below(random, rarity) == 0) rows.push_back(static_cast<int32_t>(i));
      indptr.push_back(static_cast<int64_t>(rows.size()));
      seeds.push_back(random());
    }
  }
};

Solution solve(const Rows2& x, const Positives& y, const Options& options, l2svm::Workspace& work,
               const l2svm::Control& control) {
  const l2svm::Prepared prepared(x.view(), options.bias);
  const l2svm::Solved solved(prepared.problem, options, options.bias > 0 ? 1e-3 : 1e-6, control);
  return solve_classes(prepared.problem, solved.start, options, y.rows, y.indptr, y.seeds, work, control);
}

// P of the weights of class c of `s` as weights for class `of`.
double primal(const Rows2& x, const Positives& y, const Options& options, const Solution& s, size_t c, size_t of) {
  std::vector<double> w(x.cols, 0.0);
  const double b = options.bias > 0 ? static_cast<double>(s.bias[c]) : 0;
  double P = options.bias > 0 ? b / options.bias * (b / options.bias) / 2 : 0;
  for (int64_t e = s.indptr[c]; e < s.indptr[c + 1]; ++e) {
    w[s.indices[e]] = static_cast<double>(s.values[e]);
    P += w[s.indices[e]] * w[s.indices[e]] / 2;
  }
  const auto first = y.rows.begin() + y.indptr[of], last = y.rows.begin() + y.indptr[of + 1];
  for (int64_t i = 0; i < x.rows(); ++i) {
    double f = b;
    for (int64_t e = x.indptr[i]; e < x.indptr[i + 1]; ++e) f += static_cast<double>(x.data[e]) * w[x.indices[e]];
    const double xi = std::max(0.0, 1 - (std::binary_search(first, last, static_cast<int32_t>(i)) ? f : -f));
    P += options.C * xi * xi;
  }
  return P;
}

void check(const Rows2& x, const Positives& y, const Options& options, const Solution& s, bool tame, uint64_t seed) {
  const size_t classes = y.seeds.size();
  require(s.reports.size() == classes && s.indptr.size() == classes + 1, "a class is missing", seed);
  for (const float value : s.values) require(std::isfinite(value), "a weight is not finite", seed);
  for (const float value : s.bias) require(std::isfinite(value), "a bias is not finite", seed);
  for (size_t c = 0; c < classes; ++c) {
    const l2svm::Report& report = s.reports[c];
    if (report.status == Status::not_finite) continue;
    require(std::isfinite(report.primal) && std::isfinite(report.gap), "a gap is not finite", seed);
    if (!tame || report.status != Status::converged) continue;
    const double P = primal(x, y, options, s, c, c), room = 0.1 * options.tolerance * P;
    require(std::abs(P - report.primal) <= room, "P is not what the report says", seed);
    for (size_t other = 0; other < classes; ++other)
      require(report.primal - report.gap <= primal(x, y, options, s, other, c) + room, "the bound is wrong", seed);
  }
}

bool same(const Solution& a, const Solution& b) {
  return a.indptr == b.indptr && a.indices == b.indices && a.values == b.values && a.bias == b.bias &&
         std::memcmp(a.reports.data(), b.reports.data(), a.reports.size() * sizeof(l2svm::Report)) == 0;
}

}  // namespace

void l2svm(uint64_t seed) {
  static const auto used = laconic::l2svm::make_workspace();
  Random random(seed);
  const auto kind = static_cast<Kind>(below(random, 3));
  const Rows2 x(random, kind);
  const Positives y(random, x.rows());
  Options options;
  options.C = std::pow(10.0, static_cast<double>(below(random, 13) - 6));
  options.bias = static_cast<double>(below(random, 3));
  options.tolerance = below(random, 2) == 0 ? 0.01 : 1e-3;
  options.max_rounds = 1 + static_cast<int>(below(random, 4));
  int64_t cancel = below(random, 8) == 0;
  if (cancel != 0) {  // what a cancelled call leaves behind
    solve(x, y, options, *used, {&cancel, nullptr});
    return;
  }
  use_kernels("baseline");
  const Solution first = solve(x, y, options, *laconic::l2svm::make_workspace(), {});
  check(x, y, options, first, kind != Kind::wild && options.C <= 100, seed);
  for (const char* name : {"baseline", "avx2", "avx512"})
    if (use_kernels(name)) require(same(first, solve(x, y, options, *used, {})), "the same classes differ", seed);
}

}  // namespace laconic::hammer
