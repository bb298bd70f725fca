#include "kernels/l2svm_certificate.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "kernels/dispatch.hpp"

namespace laconic::l2svm {
namespace {

constexpr int64_t kChunk = 256;  // rows between two looks at the lists of candidates, and at the cancel flag

}  // namespace

void Certificate::begin(const Problem& problem, const Start& start, double C, const LaneTable& table) {
  task_ = {};
  task_.rows = problem.rows;
  task_.table = table.rows();
  task_.used = table.used();
  task_.s0 = start.margin_single;
  task_.alpha0 = start.alpha_single;
  task_.active = active_.data();
  task_.C = static_cast<float>(C);
  std::fill_n(task_.threshold, kLanes, std::numeric_limits<float>::infinity());
  std::fill_n(questions_, kLanes, Question{});
}

void Certificate::ask(int lane, const Question& question) {
  questions_[lane] = question;
  task_.theta[lane] = static_cast<float>(question.theta);
  task_.bias[lane] = static_cast<float>(question.bias);
  task_.threshold[lane] = static_cast<float>(question.least);
}

// A list is cut back when it holds twice its limit, so that a chunk more fits.
void Certificate::make_room() {
  int64_t most = 0;
  size_t members = 0;
  for (const Question& question : questions_) {
    most = std::max(most, question.limit);
    members += question.members;
  }
  task_.capacity = 2 * most + kChunk;
  docs_.resize(task_.capacity * kLanes);
  shares_.resize(task_.capacity * kLanes);
  margins_.resize(members);
  task_.candidate = docs_.data();
  task_.share = shares_.data();
  float* at = margins_.data();
  for (int l = 0; l < kLanes; ++l) {
    task_.active_margin[l] = at;
    at += questions_[l].members;
  }
}

void Certificate::run(const Control& control) {
  make_room();
  const auto certify = active_kernels().certify;
  for (int64_t row = 0; row < task_.rows.n && !cancelled(control); row += kChunk) {
    certify(task_, row, std::min(row + kChunk, task_.rows.n));
    for (int l = 0; l < kLanes; ++l)
      if (task_.count[l] > 2 * questions_[l].limit) trim(l);
  }
}

std::span<const float> Certificate::margins(int lane) const {
  const size_t members = questions_[lane].members;
  return {task_.active_margin[lane] - members, members};  // the pass has moved the pointer to the end
}

// Keeps the `limit` largest and raises the threshold to the least of them.
void Certificate::trim(int lane) {
  gather(lane);
  const int64_t limit = questions_[lane].limit;
  const auto last = sorted_.begin() + (limit - 1);
  std::nth_element(sorted_.begin(), last, sorted_.end(), std::greater<>());
  task_.count[lane] = limit;
  task_.threshold[lane] = share_of(*last);
  for (int64_t n = 0; n < limit; ++n) {
    task_.candidate[lane * task_.capacity + n] = doc_of(sorted_[n]);
    task_.share[lane * task_.capacity + n] = share_of(sorted_[n]);
  }
}

void Certificate::gather(int lane) {
  sorted_.clear();
  const int64_t begin = lane * task_.capacity;
  for (int64_t at = begin; at < begin + task_.count[lane]; ++at)
    sorted_.push_back(candidate_of(task_.share[at], task_.candidate[at]));
}

const std::vector<Candidate>& Certificate::worst(int lane) {
  gather(lane);
  const auto limit = static_cast<size_t>(questions_[lane].limit);
  if (sorted_.size() > limit) {
    std::nth_element(sorted_.begin(), sorted_.begin() + static_cast<std::ptrdiff_t>(limit), sorted_.end(),
                     std::greater<>());
    sorted_.resize(limit);
  }
  std::sort(sorted_.begin(), sorted_.end(), std::greater<>());
  return sorted_;
}

}  // namespace laconic::l2svm
