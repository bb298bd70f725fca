#include "kernels/transpose.hpp"

#include <cmath>

namespace laconic {

bool transpose(const Csr& x, std::span<int64_t> indptr_out, std::span<int32_t> indices_out, std::span<float> data_out) {
  for (auto& p : indptr_out) p = 0;
  const int64_t entries = x.indptr[x.rows];
  for (int64_t e = 0; e < entries; ++e) {
    const int64_t column = x.indices[e];
    if (column < 0 || column >= x.cols) return false;
    ++indptr_out[column + 1];
  }
  for (int64_t j = 0; j < x.cols; ++j) indptr_out[j + 1] += indptr_out[j];
  // indptr_out[j] walks from the start of column j to its end; afterwards everything is shifted back by one.
  for (int64_t i = 0; i < x.rows; ++i)
    for (int64_t e = x.indptr[i]; e < x.indptr[i + 1]; ++e) {
      const int64_t at = indptr_out[x.indices[e]]++;
      indices_out[at] = static_cast<int32_t>(i);
      data_out[at] = x.data[e];
    }
  for (int64_t j = x.cols; j > 0; --j) indptr_out[j] = indptr_out[j - 1];
  indptr_out[0] = 0;
  return true;
}

int64_t first_bad_row(const Csr& x, int64_t entries, bool sorted) {
  if (x.indptr[0] != 0) return 0;
  for (int64_t i = 0; i < x.rows; ++i) {
    const int64_t begin = x.indptr[i], end = x.indptr[i + 1];
    if (end < begin || end > entries) return i;
    int64_t previous = -1;
    for (int64_t e = begin; e < end; ++e) {
      const int64_t column = x.indices[e];
      if (column < 0 || column >= x.cols || !std::isfinite(x.data[e])) return i;
      if (sorted && column <= previous) return i;
      previous = column;
    }
  }
  return x.indptr[x.rows] == entries ? -1 : x.rows;
}

}  // namespace laconic
