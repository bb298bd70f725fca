// The only folder that knows nanobind: checks once, releases the GIL, calls the kernel.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/csr.hpp"

namespace nb = nanobind;

namespace laconic::bind {

// A one- or two-dimensional array in C order on the CPU; a wrong dtype is a TypeError, never a silent copy.
template <class T>
using In1 = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out1 = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using In2 = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out2 = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using New1 = nb::ndarray<nb::numpy, T, nb::ndim<1>, nb::c_contig>;

// Hands a vector over to numpy without a copy.
template <class T>
New1<T> to_numpy(std::vector<T>&& values) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return New1<T>(owned->data(), {owned->size()}, owner);
}

// A Csr from three arrays whose lengths agree; what the entries hold is the caller's to have checked.
inline Csr csr_view(const In1<float>& data, const In1<int32_t>& indices, const In1<int64_t>& indptr, int64_t cols) {
  if (indptr.size() == 0 || data.size() != indices.size())
    throw nb::value_error(
        "Csr arrays do not fit together: data and indices need one length, indptr at least one entry");
  return {data.data(), indices.data(), indptr.data(), static_cast<int64_t>(indptr.size()) - 1, cols};
}

void bind_dispatch(nb::module_& m);
void bind_parse(nb::module_& m);
void bind_score(nb::module_& m);
void bind_solve(nb::module_& m);
void bind_sparse(nb::module_& m);
void bind_text(nb::module_& m);
void bind_vocabulary(nb::module_& m);
void bind_weighting(nb::module_& m);

}  // namespace laconic::bind
