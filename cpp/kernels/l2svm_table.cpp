#include "kernels/l2svm_table.hpp"

#include <algorithm>

namespace laconic::l2svm {

void LaneTable::fit(int64_t cols, int64_t hot) {
  clear();  // a call that was cancelled has left its rows
  lanes_.assign(hot * kLanes, 0.0f);
  if (hot == hot_ && cols * kLanes == static_cast<int64_t>(table_.size())) return;
  hot_ = hot;  // another problem: what was hot there is not zero, and may be rare here
  table_.assign(cols * kLanes, 0.0f);
  used_.assign(cols / 64 + 1, 0);
}

void LaneTable::take(int lane, const Problem& problem, const std::vector<Member>& members, double* d) {
  float* out = lanes_.data() + lane * hot_;
  for (int64_t j = 0; j < hot_; ++j) out[j] = static_cast<float>(d[j]);
  std::fill_n(d, hot_, 0.0);
  if (hot_ == problem.rows.cols) return;
  for (const Member& member : members) take_tail(lane, problem, member.doc, d);
}

void LaneTable::take_tail(int lane, const Problem& problem, int32_t doc, double* d) {
  for (int64_t e = problem.rows.tail[doc]; e < problem.rows.end[doc]; ++e) {
    const int32_t j = problem.rows.indices[e];
    if (d[j] == 0) continue;
    table_[static_cast<int64_t>(j) * kLanes + lane] = static_cast<float>(d[j]);
    d[j] = 0;
    uint64_t& word = used_[j >> 6];
    const uint64_t bit = uint64_t{1} << (j & 63);
    if (!(word & bit)) used_rows_.push_back(j);
    word |= bit;
  }
}

void LaneTable::give(int lane, const Problem& problem, const std::vector<Member>& members, double* d) {
  const float* hot = lanes_.data() + lane * hot_;
  for (int64_t j = 0; j < hot_; ++j) d[j] = static_cast<double>(hot[j]);
  for (const Member& member : members)
    for (int64_t e = problem.rows.tail[member.doc]; e < problem.rows.end[member.doc]; ++e) {
      const int64_t j = problem.rows.indices[e];
      d[j] = static_cast<double>(table_[j * kLanes + lane]);
    }
}

void LaneTable::empty(int lane) { std::fill_n(lanes_.begin() + lane * hot_, hot_, 0.0f); }

void LaneTable::build() {
  // 64 rows of the table, 8 KB, stay in the first cache while all lanes fill them.
  for (int64_t begin = 0; begin < hot_; begin += kBlock) {
    const int64_t end = std::min(begin + kBlock, hot_);
    for (int l = 0; l < kLanes; ++l) {
      const float* lane = lanes_.data() + l * hot_;
      for (int64_t j = begin; j < end; ++j) table_[j * kLanes + l] = lane[j];
    }
  }
}

void LaneTable::clear() {
  for (const int32_t j : used_rows_) {
    std::fill_n(table_.begin() + static_cast<int64_t>(j) * kLanes, kLanes, 0.0f);
    used_[j >> 6] &= ~(uint64_t{1} << (j & 63));
  }
  used_rows_.clear();
}

}  // namespace laconic::l2svm
