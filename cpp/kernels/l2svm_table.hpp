// The vectors d of a batch of classes, feature by feature: table[j * kLanes + l], as the certificate reads them.
//
// A lane hands its d over as a dense vector. The hot features are copied in order and turned over for all lanes at
// once: writing a lane straight into its column costs a cache miss per feature (measured: 0.17 ms a class and pass,
// 0.05 so).
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "isa/certify.hpp"
#include "kernels/aligned.hpp"
#include "kernels/l2svm_active.hpp"

namespace laconic::l2svm {

class LaneTable {
 public:
  void fit(int64_t cols, int64_t hot);

  // Takes the values of d that the members' documents touch, and leaves d zero there.
  void take(int lane, const Problem& problem, const std::vector<Member>& members, double* d);

  void empty(int lane);  // the lane's d is zero from now on
  void build();          // after all lanes have handed over
  void clear();          // before the next round

  // The inverse of take: writes the lane's d where the vector is zero.
  void give(int lane, const Problem& problem, const std::vector<Member>& members, double* d);

  // Calls keep(feature, d) for the features with |d| >= least > 0, each once; forgets those that are not hot.
  template <class Keep>
  void each_above(int lane, float least, const Problem& problem, const std::vector<Member>& members, Keep keep) {
    const float* hot = lanes_.data() + lane * hot_;
    for (int64_t begin = 0; begin < hot_; begin += kBlock) {
      const int64_t end = std::min(begin + kBlock, hot_);
      int any = 0;  // most blocks hold nothing: a test without branches first
      for (int64_t j = begin; j < end; ++j) any |= std::abs(hot[j]) >= least;
      for (int64_t j = begin; any && j < end; ++j)
        if (std::abs(hot[j]) >= least) keep(static_cast<int32_t>(j), hot[j]);
    }
    for (const Member& member : members)
      for (int64_t e = problem.rows.tail[member.doc]; e < problem.rows.end[member.doc]; ++e) {
        float& d = table_[static_cast<int64_t>(problem.rows.indices[e]) * kLanes + lane];
        if (std::abs(d) >= least) keep(problem.rows.indices[e], d);
        d = 0;
      }
  }

  const float* rows() const { return table_.data(); }
  const uint64_t* used() const { return used_.data(); }

 private:
  static constexpr int64_t kBlock = 64;
  void take_tail(int lane, const Problem& problem, int32_t doc, double* d);

  int64_t hot_ = 0;
  AlignedFloats lanes_;             // kLanes x hot features
  AlignedFloats table_;             // features x kLanes
  std::vector<uint64_t> used_;      // bit j: row j >= hot of the table is not zero
  std::vector<int32_t> used_rows_;  // the same as a list
};

}  // namespace laconic::l2svm
