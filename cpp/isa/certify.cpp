#include "isa/certify.hpp"

#include "isa/table.hpp"
#include "isa/width.hpp"

namespace laconic::LACONIC_ISA {
namespace {

constexpr int kVectors = kLanes / kWidth;

inline Floats load(const float* from) { return *reinterpret_cast<const Floats*>(from); }
inline void store(float* to, const Floats& values) { *reinterpret_cast<Floats*>(to) = values; }

// margin = theta s0 + bias + a sum over the entries of the row, in their order, from +0: the same float everywhere.
inline void margins(const CertifyTask& task, int64_t i, float* out) {
  Floats sum[kVectors] = {};
  const auto add = [&](int64_t e) {
    const float* row = task.table + static_cast<int64_t>(task.rows.indices[e]) * kLanes;
    const float value = task.rows.data[e];
    for (int v = 0; v < kVectors; ++v) sum[v] += value * load(row + v * kWidth);
  };
  const int64_t tail = task.rows.tail[i], end = task.rows.end[i];
  for (int64_t e = task.rows.begin[i]; e < tail; ++e) add(e);
  for (int64_t e = tail; e < end; ++e) {
    const int32_t j = task.rows.indices[e];
    if (task.used[j >> 6] >> (j & 63) & 1) add(e);
  }
  const float s0 = task.s0[i];
  for (int v = 0; v < kVectors; ++v)
    store(out + v * kWidth, sum[v] + (load(task.theta + v * kWidth) * s0 + load(task.bias + v * kWidth)));
}

inline void shares_of_negative(const CertifyTask& task, int64_t i, const float* margin, float* share) {
  const float C = task.C;
  for (int l = 0; l < kLanes; ++l) {
    const float h = 1.0f + margin[l];
    const float xi = h > 0 ? h : 0.0f;
    share[l] = C * (xi * xi);
  }
}

inline void shares_of_support(const CertifyTask& task, int64_t i, const float* margin, float* share) {
  const float alpha0 = task.alpha0[i], C = task.C;
  for (int l = 0; l < kLanes; ++l) {
    const float h = 1.0f + margin[l];
    const float a = task.theta[l] * alpha0;
    const float r = h - a / (2 * C);
    share[l] = h > 0 ? C * (r * r) : a * a / (4 * C) - a * h;
  }
}

inline void set_active_aside(CertifyTask& task, uint32_t active, const float* margin, float* share) {
  for (; active != 0; active &= active - 1) {
    const int l = __builtin_ctz(active);
    *task.active_margin[l]++ = margin[l];
    share[l] = 0;
  }
}

inline void keep_candidates(CertifyTask& task, int64_t i, const float* share) {
  uint32_t above = 0;
  for (int l = 0; l < kLanes; ++l) above |= static_cast<uint32_t>(share[l] > task.threshold[l]) << l;
  for (; above != 0; above &= above - 1) {
    const int l = __builtin_ctz(above);
    const int64_t at = l * task.capacity + task.count[l]++;
    task.candidate[at] = static_cast<int32_t>(i);
    task.share[at] = share[l];
  }
}

}  // namespace

void certify(CertifyTask& task, int64_t begin, int64_t end) {
  float margin[kLanes], share[kLanes];
  for (int64_t i = begin; i < end; ++i) {
    margins(task, i, margin);
    if (task.alpha0[i] > 0)
      shares_of_support(task, i, margin, share);
    else
      shares_of_negative(task, i, margin, share);
    if (task.active[i] != 0) set_active_aside(task, task.active[i], margin, share);
    for (int l = 0; l < kLanes; ++l) task.gap[l] += static_cast<double>(share[l]);
    keep_candidates(task, i, share);
  }
}

}  // namespace laconic::LACONIC_ISA
