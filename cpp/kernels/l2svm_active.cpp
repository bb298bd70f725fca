#include "kernels/l2svm_active.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace laconic::l2svm {

void Scratch::fit(int64_t cols) {
  v.resize(cols, 0.0);
  u.resize(cols, 0.0);
}

// Four partial sums, always the same four, so that the result never depends on how a compiler vectorises.
double dot(const Rows& x, int64_t i, const double* v) {
  double sum[4] = {};
  int64_t e = x.begin[i];
  const int64_t end = x.end[i];
  for (; e + 4 <= end; e += 4)
    for (int lane = 0; lane < 4; ++lane) sum[lane] += static_cast<double>(x.data[e + lane]) * v[x.indices[e + lane]];
  for (int lane = 0; e < end; ++e, ++lane) sum[lane] += static_cast<double>(x.data[e]) * v[x.indices[e]];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void axpy(const Rows& x, int64_t i, double scale, double* v) {
  for (int64_t e = x.begin[i]; e < x.end[i]; ++e) v[x.indices[e]] += scale * static_cast<double>(x.data[e]);
}

namespace {

// The share of the gap of one document: yf its margin, G = yf - 1 + alpha / 2C its gradient.
inline double gap_share(double yf, double alpha, double G, double C) {
  return yf < 1 ? C * G * G : alpha * (alpha / (4 * C) + (yf - 1));
}

// theta = argmax of D over theta >= 0, in closed form.
inline double best_theta(const Frozen& frozen, double zv, double C) {
  if (!frozen.free) return 0;
  return std::max(0.0, (frozen.A1 - zv) / (frozen.zz + frozen.A2 / (2 * C)));
}

struct Sweep {
  double gap = 0;   // the shares met on the way
  double left = 0;  // those of the members that left the sweep
};

// One coordinate; returns the member's share of the gap before the step.
inline double step(const Problem& problem, const Options& options, Active& active, double* v, Member& member) {
  const double y = member.y, old = member.alpha;
  const double f = active.frozen.theta * member.z + dot(problem.rows, member.doc, v) +
                   y * old * problem.own[member.doc] + active.v_bias * options.bias;
  const double G = y * f - 1 + old / (2 * options.C);
  if (old == 0 && G >= 0) return 0;
  const double now = std::max(0.0, old - G / (problem.norm2[member.doc] + 1 / (2 * options.C)));
  const double change = y * (now - old);
  member.alpha = now;
  axpy(problem.rows, member.doc, change, v);
  active.v_bias += change * options.bias;
  active.zv += change * member.z;
  active.frozen.theta = best_theta(active.frozen, active.zv, options.C);
  return gap_share(y * f, old, G, options.C);
}

// Asks for a row two steps ahead of its use: rows come in random order, and the first lines of each from the third
// cache.
inline void prefetch(const Rows& x, int64_t i) {
  constexpr int64_t kLine = 16;  // entries of four bytes
  for (int64_t e = x.begin[i]; e < x.end[i]; e += kLine) {
    __builtin_prefetch(x.indices + e);
    __builtin_prefetch(x.data + e);
  }
}

void shuffle(std::vector<uint32_t>& order, size_t size, Random& random) {
  for (size_t at = 0; at < size; ++at) std::swap(order[at], order[at + random.below(static_cast<uint32_t>(size - at))]);
}

// Sweeps over order[0 .. size) in random order; members whose share is below `least` leave the sweep.
Sweep sweep_once(const Problem& problem, const Options& options, Active& active, Scratch& scratch, size_t& size,
                 double least, Random& random) {
  Sweep sweep;
  auto& order = scratch.order;
  shuffle(order, size, random);
  size_t kept = 0;
  for (size_t at = 0; at < size; ++at) {
    if (at + 2 < size) prefetch(problem.rows, active.members[order[at + 2]].doc);
    const double share = step(problem, options, active, scratch.v.data(), active.members[order[at]]);
    sweep.gap += share;
    if (share > least)
      std::swap(order[kept++], order[at]);
    else
      sweep.left += share;
  }
  size = kept;
  return sweep;
}

}  // namespace

void load_v(const Problem& problem, const Options& options, Active& active, double* v) {
  active.v_bias = active.zv = 0;
  for (const Member& member : active.members)
    if (member.alpha > 0) {
      const double signed_alpha = member.y * member.alpha;
      axpy(problem.rows, member.doc, signed_alpha, v);
      active.v_bias += signed_alpha * options.bias;
      active.zv += signed_alpha * member.z;
    }
}

void refresh_frozen(const Problem& problem, const Start& start, const Options& options, Active& active,
                    Scratch& scratch) {
  // Once 0, theta stays 0 (any theta >= 0 gives a valid certificate): with a bias it ends there, and all below is
  // saved.
  if (active.frozen.theta == 0) {
    active.frozen.free = false;
    return;
  }
  double* u = scratch.u.data();
  int64_t supports = 0;
  active.u_bias = 0;
  for (const Member& member : active.members)
    if (const double a = start.alpha[member.doc]; a > 0) {
      axpy(problem.rows, member.doc, a, u);
      active.u_bias += a * options.bias;
      ++supports;
    }
  Frozen& frozen = active.frozen;
  frozen.A1 = start.sum;
  frozen.A2 = start.squares;
  frozen.zz = start.norm2;
  for (Member& member : active.members) {
    const double a = start.alpha[member.doc], s0 = start.margin[member.doc];
    member.z = s0;
    if (supports > 0)
      member.z += dot(problem.rows, member.doc, u) + a * problem.own[member.doc] + active.u_bias * options.bias;
    frozen.A1 -= a;
    frozen.A2 -= a * a;
    frozen.zz += a * (s0 + member.z);  // z.z = w0.w0 + sum over the members of alpha0_i (w0.x_i + z.x_i)
  }
  for (const Member& member : active.members)
    if (start.alpha[member.doc] > 0)
      for (int64_t e = problem.rows.begin[member.doc]; e < problem.rows.end[member.doc]; ++e)
        u[problem.rows.indices[e]] = 0;
  // Below 1e-5 ||w0||^2 the denominator is a difference of near-equal numbers (seen: -5e-8), and theta would be noise.
  frozen.free = supports < start.supports && frozen.zz + frozen.A2 / (2 * options.C) > 1e-5 * start.norm2;
  if (!frozen.free) frozen.theta = 0;
}

void solve_active(const Problem& problem, const Options& options, Active& active, Scratch& scratch, double tolerance,
                  Random random, const Control& control) {
  active.frozen.theta = best_theta(active.frozen, active.zv, options.C);
  auto& order = scratch.order;
  order.resize(active.members.size());
  for (uint32_t n = 0; n < order.size(); ++n) order[n] = n;
  size_t size = order.size();
  // All members that left the sweep together may hold half of the tolerance when they left.
  const double least = 0.5 * tolerance / static_cast<double>(order.size());
  double left = 0;
  for (int number = 0; number < kSweeps && active.visits_left > 0 && !cancelled(control); ++number) {
    active.visits_left -= static_cast<int64_t>(size) + 1;
    const Sweep sweep = sweep_once(problem, options, active, scratch, size, least, random);
    if (sweep.gap + left <= tolerance) return;
    left += sweep.left;
    if (size > 0) continue;
    size = order.size();
    left = 0;
  }
}

// With f = w.x_i: v.x_i = f - theta z_i, so ||w||^2 = sum y_i alpha_i (f_i + theta z_i) + theta^2 z.z.
Judgement judge_active(const Options& options, const Active& active) {
  const Frozen& frozen = active.frozen;
  Judgement out;
  double ww = frozen.theta * frozen.theta * frozen.zz;
  double sum = frozen.theta * frozen.A1;
  double squares = frozen.theta * frozen.theta * frozen.A2;
  for (const Member& member : active.members) {
    const double alpha = member.alpha, yf = member.y * member.margin;
    out.gap += gap_share(yf, alpha, yf - 1 + alpha / (2 * options.C), options.C);
    ww += member.y * alpha * (member.margin + frozen.theta * member.z);
    sum += alpha;
    squares += alpha * alpha;
    out.support += alpha > 0;
  }
  out.dual = sum - squares / (4 * options.C) - 0.5 * ww;
  return out;
}

}  // namespace laconic::l2svm
