// The kernels that are worth compiling once per instruction set, as a table of function pointers.
// Their sources (cpp/isa/*.cpp) use plain loops over a fixed number of lanes, no std:: templates and no static
// initialisers: nothing of an instruction set may run before dispatch.cpp has asked the CPU.
#pragma once
#include <cstdint>

#include "kernels/csr.hpp"

namespace laconic {

struct CertifyTask;

struct KernelTable {
  const char* name;
  // isa/score.hpp
  void (*add_row)(float* scores, const int32_t* classes, const float* weights, int64_t n, float value);
  void (*add_dense_row)(float* scores, const float* weights, int64_t n, float value);
  bool (*sound_row)(const int32_t* classes, const float* weights, int64_t n, int64_t n_classes);
  bool (*top_k)(const float* scores, int64_t n, int64_t k, float* best_scores, int32_t* best_classes);
  // isa/shortlist.hpp
  void (*add_packed_row)(float* scores, const uint32_t* entries, int64_t n, float value);
  void (*add_packed_dense_rows)(float* scores, const int16_t* const* rows, const float* values, int64_t n);
  int64_t (*at_least)(const float* scores, int64_t n, float bar, int64_t most, int32_t* places);
  void (*certify)(CertifyTask& task, int64_t begin, int64_t end);
};

namespace baseline {
extern const KernelTable table;
}
namespace avx2 {
extern const KernelTable table;
}
namespace avx512 {
extern const KernelTable table;
}

}  // namespace laconic
