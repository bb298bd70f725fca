#include "kernels/l2svm_prepare.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/renumber.hpp"

namespace laconic::l2svm {
namespace {

// Features in fewer documents are most of all features but few of the entries (on `small` 38,000 of 51,000, and one
// entry in eight), so that they are cheaper one by one than as part of a dense vector.
constexpr int32_t kCommon = 5;
constexpr int32_t kShared = 2;

}  // namespace

Prepared::Prepared(const Csr& x, double bias) {
  FrequencyOrder order = frequency_order(x);
  const int32_t common = order.at_least(kCommon), shared = order.at_least(kShared);
  original_ = std::move(order.features);
  problem.rows = {x.data, x.indices, nullptr, nullptr, nullptr, nullptr, x.rows, 0};
  if (!is_identity(original_)) renumber_rows(x);
  cut_rows(x, common, shared);
  measure_rows(bias);
  problem.original = original_.data();
}

void Prepared::renumber_rows(const Csr& x) {
  data_.resize(x.indptr[x.rows]);
  indices_.resize(x.indptr[x.rows]);
  renumber(x, original_, data_, indices_);
  problem.rows.data = data_.data();
  problem.rows.indices = indices_.data();
}

// Each row: the common features, the rare ones, and those no other row has.
void Prepared::cut_rows(const Csr& x, int32_t common, int32_t shared) {
  Rows& rows = problem.rows;
  problem.hot = common;
  rows.cols = shared;
  begin_.assign(x.indptr, x.indptr + x.rows);
  whole_.assign(x.indptr + 1, x.indptr + x.rows + 1);
  tail_.resize(x.rows);
  end_.resize(x.rows);
  for (int64_t i = 0; i < x.rows; ++i) {
    const int32_t* first = rows.indices + begin_[i];
    const int32_t* last = rows.indices + whole_[i];
    tail_[i] = begin_[i] + (std::lower_bound(first, last, common) - first);
    end_[i] = begin_[i] + (std::lower_bound(first, last, shared) - first);
  }
  rows.begin = begin_.data();
  rows.tail = tail_.data();
  rows.end = end_.data();
  rows.whole = whole_.data();
}

void Prepared::measure_rows(double bias) {
  const Rows& rows = problem.rows;
  const auto squares = [&](int64_t from, int64_t to) {
    double sum = 0;
    for (int64_t e = from; e < to; ++e) sum += static_cast<double>(rows.data[e]) * static_cast<double>(rows.data[e]);
    return sum;
  };
  norm2_.resize(rows.n);
  own_.resize(rows.n);
  for (int64_t i = 0; i < rows.n; ++i) {
    own_[i] = squares(end_[i], whole_[i]);
    norm2_[i] = squares(begin_[i], end_[i]) + own_[i] + bias * bias;
  }
  problem.norm2 = norm2_.data();
  problem.own = own_.data();
}

Solved::Solved(const Problem& problem, const Options& options, double tolerance, const Control& control)
    : alpha_(problem.rows.n), margin_(problem.rows.n), w_(problem.rows.cols) {
  solve(problem, options, tolerance, control);
  start.primal = report.primal;
  measure(problem, options);
}

void Solved::solve(const Problem& problem, const Options& options, double tolerance, const Control& control) {
  Scratch scratch;
  scratch.fit(problem.rows.cols);
  Active all;
  all.frozen.theta = 0;
  all.visits_left = most_visits(problem);
  for (int64_t i = 0; i < problem.rows.n; ++i) all.members.push_back({static_cast<int32_t>(i), -1, 0});
  double inner = tolerance * options.C * static_cast<double>(problem.rows.n);  // P <= C m, its value at w = 0
  report = {Status::round_limit, 0, static_cast<int32_t>(problem.rows.n), 0, 0, 0};
  while (report.rounds < options.max_rounds && all.visits_left > 0 && report.status == Status::round_limit) {
    const Random random{static_cast<uint64_t>(report.rounds)};
    solve_active(problem, options, all, scratch, inner, random, control);
    judge(problem, options, all, scratch);
    if (report.gap <= tolerance * report.primal) report.status = Status::converged;
    if (!std::isfinite(report.primal)) report.status = Status::not_finite;
    if (cancelled(control)) report.status = Status::cancelled;
    inner = std::min(0.3 * inner, 0.5 * tolerance * report.primal);
  }
  for (const Member& member : all.members) alpha_[member.doc] = member.alpha;
  w_.assign(scratch.v.begin(), scratch.v.end());
  start.w_bias = all.v_bias;
}

void Solved::judge(const Problem& problem, const Options& options, Active& all, const Scratch& scratch) {
  for (Member& member : all.members)
    member.margin = dot(problem.rows, member.doc, scratch.v.data()) +
                    member.y * member.alpha * problem.own[member.doc] + all.v_bias * options.bias;
  const Judgement judgement = judge_active(options, all);
  ++report.rounds;
  report.support = judgement.support;
  report.primal = judgement.dual + judgement.gap;
  report.gap = judgement.gap;
}

void Solved::measure(const Problem& problem, const Options& options) {
  start.norm2 = start.w_bias * start.w_bias;
  for (const double w : w_) start.norm2 += w * w;
  for (int64_t i = 0; i < problem.rows.n; ++i) {
    const double own = alpha_[i] * problem.own[i];
    margin_[i] = dot(problem.rows, i, w_.data()) + start.w_bias * options.bias - own;
    start.norm2 += alpha_[i] * own;
    start.sum += alpha_[i];
    start.squares += alpha_[i] * alpha_[i];
    start.supports += alpha_[i] > 0;
  }
  alpha_single_.assign(alpha_.begin(), alpha_.end());
  margin_single_.assign(margin_.begin(), margin_.end());
  start.alpha = alpha_.data();
  start.alpha_single = alpha_single_.data();
  start.margin = margin_.data();
  start.margin_single = margin_single_.data();
  start.w = w_.data();
}

}  // namespace laconic::l2svm
