#include "kernels/renumber.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace laconic {

FrequencyOrder frequency_order(const Csr& x) {
  FrequencyOrder out;
  out.frequency.assign(x.cols, 0);
  for (int64_t e = 0; e < x.indptr[x.rows]; ++e) ++out.frequency[x.indices[e]];
  out.features.resize(x.cols);
  std::iota(out.features.begin(), out.features.end(), 0);
  std::stable_sort(out.features.begin(), out.features.end(),
                   [&](int32_t a, int32_t b) { return out.frequency[a] > out.frequency[b]; });
  return out;
}

int32_t FrequencyOrder::at_least(int32_t rows) const {
  const auto rarer =
      std::partition_point(features.begin(), features.end(), [&](int32_t j) { return frequency[j] >= rows; });
  return static_cast<int32_t>(rarer - features.begin());
}

bool is_identity(std::span<const int32_t> order) {
  for (size_t r = 0; r < order.size(); ++r)
    if (order[r] != static_cast<int32_t>(r)) return false;
  return true;
}

void renumber(const Csr& x, std::span<const int32_t> order, std::span<float> data, std::span<int32_t> indices) {
  std::vector<int32_t> rank(order.size());
  for (size_t r = 0; r < order.size(); ++r) rank[order[r]] = static_cast<int32_t>(r);
  std::vector<std::pair<int32_t, float>> row;
  for (int64_t i = 0; i < x.rows; ++i) {
    row.clear();
    for (int64_t e = x.indptr[i]; e < x.indptr[i + 1]; ++e) row.emplace_back(rank[x.indices[e]], x.data[e]);
    std::sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (size_t n = 0; n < row.size(); ++n) {
      indices[x.indptr[i] + n] = row[n].first;
      data[x.indptr[i] + n] = row[n].second;
    }
  }
}

}  // namespace laconic
