// Fills the table of one instruction set (LACONIC_ISA is baseline, avx2 or avx512).
#include "isa/table.hpp"

#define LACONIC_STRING_(x) #x
#define LACONIC_STRING(x) LACONIC_STRING_(x)

namespace laconic::LACONIC_ISA {

constinit const KernelTable table = {
    .name = LACONIC_STRING(LACONIC_ISA),
};

}  // namespace laconic::LACONIC_ISA
