// Fills the table of one instruction set (LACONIC_ISA is baseline, avx2 or avx512).
#include "isa/table.hpp"

#include "isa/score.hpp"
#include "isa/shortlist.hpp"

#define LACONIC_STRING_(x) #x
#define LACONIC_STRING(x) LACONIC_STRING_(x)

namespace laconic::LACONIC_ISA {

void certify(CertifyTask& task, int64_t begin, int64_t end);

constinit const KernelTable table = {
    .name = LACONIC_STRING(LACONIC_ISA),
    .add_row = add_row,
    .add_dense_row = add_dense_row,
    .sound_row = sound_row,
    .top_k = top_k,
    .add_packed_row = add_packed_row,
    .add_packed_dense_rows = add_packed_dense_rows,
    .at_least = at_least,
    .certify = certify,
};

}  // namespace laconic::LACONIC_ISA
