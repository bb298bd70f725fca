// A sparse matrix by rows, as every kernel sees it: three spans and a shape, owned by somebody else.
#pragma once
#include <cstdint>

namespace laconic {

struct Csr {
  const float* data;       // one value per stored entry
  const int32_t* indices;  // its column
  const int64_t* indptr;   // row i is the entries indptr[i] .. indptr[i + 1]
  int64_t rows;
  int64_t cols;
};

}  // namespace laconic
