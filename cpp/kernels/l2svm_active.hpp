// The inner problem of one class: dual coordinate descent over its active documents, with the frozen ones as one
// variable.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/l2svm.hpp"

namespace laconic::l2svm {

inline constexpr int kSweeps = 1000;  // at most, before the gap is looked at again

// A class that cannot reach its gap (rows far from unit length, a huge C) ends open, not never: after as many visits as
// a thousand sweeps over all documents make (LIBLINEAR's limit too), or some seconds' worth on a small set.
inline int64_t most_visits(const Problem& problem) { return std::max<int64_t>(20'000'000, 1000 * problem.rows.n); }

// splitmix64: enough for the order of a sweep, and the same everywhere.
struct Random {
  uint64_t state;
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  uint32_t below(uint32_t n) { return static_cast<uint32_t>((next() >> 32) * n >> 32); }
};

// Frozen documents as one dual variable theta: their part of w is theta * z, z = -sum over frozen of alpha0_i x_i.
struct Frozen {
  double A1 = 0, A2 = 0;  // sum and squared sum of alpha0 over the frozen documents
  double zz = 0;          // z.z
  double theta = 1;
  bool free = false;  // false: theta is 0 (nothing frozen, or a denominator that is only rounding)
};

struct Member {
  int32_t doc;
  int32_t y;
  double alpha;
  double z = 0;       // z.x_i
  double margin = 0;  // w.x_i, as the last pass over all rows saw it
};

// w = theta z + v, v = sum over the members of y_i alpha_i x_i. Members are sorted by document.
struct Active {
  std::vector<Member> members;
  Frozen frozen;
  double v_bias = 0;
  double u_bias = 0;        // of u = sum over the members of alpha0_i x_i; z = w0 + u
  double zv = 0;            // z.v
  int64_t visits_left = 0;  // of members, before the class is given up
};

// Dense vectors over the features, all zero between calls.
struct Scratch {
  std::vector<double> v;
  std::vector<double> u;
  std::vector<uint32_t> order;
  void fit(int64_t cols);
};

// Over the features that document i shares with others.
double dot(const Rows& x, int64_t i, const double* v);
void axpy(const Rows& x, int64_t i, double scale, double* v);

// v += the sum over the members of y_i alpha_i x_i, and the bias of it.
void load_v(const Problem& problem, const Options& options, Active& active, double* v);

// Call after members were added: z.x_i and the sums of the frozen part.
void refresh_frozen(const Problem& problem, const Start& start, const Options& options, Active& active,
                    Scratch& scratch);

// Sweeps until the members' share of the gap, as met on the way, is at most `tolerance`; needs v loaded, keeps it so.
void solve_active(const Problem& problem, const Options& options, Active& active, Scratch& scratch, double tolerance,
                  Random random, const Control& control);

// The members' share of the gap and the dual objective over all documents, from the members' margins.
struct Judgement {
  double gap = 0;
  double dual = 0;
  int32_t support = 0;
};
Judgement judge_active(const Options& options, const Active& active);

}  // namespace laconic::l2svm
