#include "kernels/renumber.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace laconic {

FrequencyOrder frequency_order(const Csr& x, int32_t common) {
  std::vector<int32_t> frequency(x.cols, 0);
  for (int64_t e = 0; e < x.indptr[x.rows]; ++e) ++frequency[x.indices[e]];
  std::vector<int32_t> order(x.cols);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return frequency[a] > frequency[b]; });
  const auto first_rare =
      std::partition_point(order.begin(), order.end(), [&](int32_t j) { return frequency[j] >= common; });
  const auto n_common = static_cast<int32_t>(first_rare - order.begin());
  return {std::move(order), n_common};
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
