// The kernels that are worth compiling once per instruction set, as a table of function pointers.
// Their sources (cpp/isa/*.cpp) use plain loops over a fixed number of lanes, no std:: templates and no static
// initialisers: nothing of an instruction set may run before dispatch.cpp has asked the CPU.
#pragma once
#include <cstdint>

#include "kernels/csr.hpp"

namespace laconic {

struct KernelTable {
  const char* name;
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
