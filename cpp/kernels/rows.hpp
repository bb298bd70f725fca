// Rows of a sparse matrix whose features are numbered by falling document frequency, each cut into three parts.
#pragma once
#include <cstdint>

namespace laconic {

struct Rows {
  const float* data;
  const int32_t* indices;
  const int64_t* begin;  // row i: common features [begin, tail), rare ones [tail, end), its own [end, whole)
  const int64_t* tail;
  const int64_t* end;
  const int64_t* whole;
  int64_t n;
  int64_t cols;  // features that more than one row has: those in [begin, end)
};

}  // namespace laconic
