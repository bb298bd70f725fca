// Rows <-> columns of a sparse matrix by counting sort: stable, so that columns list their rows in order.
#pragma once
#include <span>

#include "kernels/csr.hpp"

namespace laconic {

// indptr_out has cols + 1 entries; indices_out and data_out as many as the matrix. Returns false on a column out of
// range.
bool transpose(const Csr& x, std::span<int64_t> indptr_out, std::span<int32_t> indices_out, std::span<float> data_out);

// The first stored entry that breaks the contract of a Csr (indptr rising from 0 to the number of entries, columns in
// range, rising within the row when `sorted`, values finite), or -1. Row numbers start at 0.
int64_t first_bad_row(const Csr& x, int64_t entries, bool sorted);

}  // namespace laconic
