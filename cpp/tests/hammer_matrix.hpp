// Sparse matrices that are nearly sound, for the hammers of the kernels that take them.
#pragma once
#include <algorithm>
#include <bit>

#include "kernels/csr.hpp"
#include "tests/hammer.hpp"

namespace laconic::hammer {

inline float any_float(Random& random) {
  if (below(random, 20) == 0) return std::bit_cast<float>(static_cast<uint32_t>(random()));
  return static_cast<float>(below(random, 400)) / (1 + below(random, 2));
}

struct Matrix {
  Exact<float> data;
  Exact<int32_t> indices;
  Exact<int64_t> indptr;
  int64_t cols;

  // Sound but for one column in `rarity`, a value here and there, and in every third matrix a row pointer.
  Matrix(Random& random, int64_t cols, int64_t rarity)
      : data(below(random, 60), [&] { return any_float(random); }),
        indices(data.size, [&] { return below(random, rarity) == 0 ? hostile(random, cols) : below(random, cols); }),
        indptr(2 + below(random, 12), [&] { return below(random, data.size + 1); }),
        cols(cols) {
    std::sort(indptr.values.get(), indptr.values.get() + indptr.size);
    indptr.values[0] = 0;
    indptr.values[indptr.size - 1] = data.size;
    if (below(random, 3) == 0) indptr.values[below(random, indptr.size)] = hostile(random, data.size);
  }
  Csr view() const {
    return {data.values.get(), indices.values.get(), indptr.values.get(), static_cast<int64_t>(indptr.size) - 1, cols};
  }
  int64_t entries() const { return static_cast<int64_t>(data.size); }
};

}  // namespace laconic::hammer
