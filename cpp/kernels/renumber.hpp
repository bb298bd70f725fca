// Features renumbered by falling document frequency, so that the common ones lie side by side in memory: the first 13 %
// of the features hold 86 % of the entries of a typical text matrix.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/csr.hpp"

namespace laconic {

struct FrequencyOrder {
  std::vector<int32_t> features;   // features[r] = the feature of rank r; equal frequencies keep their order
  std::vector<int32_t> frequency;  // of the feature, not of the rank

  // How many features are in at least so many rows: they have the first ranks.
  int32_t at_least(int32_t rows) const;
};
FrequencyOrder frequency_order(const Csr& x);

bool is_identity(std::span<const int32_t> order);

// The same rows with feature order[r] called r, each row rising. `data` and `indices` have room for all entries.
void renumber(const Csr& x, std::span<const int32_t> order, std::span<float> data, std::span<int32_t> indices);

}  // namespace laconic
