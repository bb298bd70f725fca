#include <nanobind/stl/tuple.h>

#include "bind/bind.hpp"
#include "kernels/transpose.hpp"

namespace laconic::bind {

void bind_sparse(nb::module_& m) {
  m.def(
      "transpose",
      [](In1<float> data, In1<int32_t> indices, In1<int64_t> indptr, int64_t cols) {
        const Csr x = csr_view(data, indices, indptr, cols);
        std::vector<int64_t> indptr_out(cols + 1);
        std::vector<int32_t> indices_out(data.size());
        std::vector<float> data_out(data.size());
        bool fits = false;
        {
          nb::gil_scoped_release release;
          fits = transpose(x, indptr_out, indices_out, data_out);
        }
        if (!fits) throw nb::value_error("a column index is out of range");
        return std::make_tuple(to_numpy(std::move(data_out)), to_numpy(std::move(indices_out)),
                               to_numpy(std::move(indptr_out)));
      },
      nb::arg("data").noconvert(), nb::arg("indices").noconvert(), nb::arg("indptr").noconvert(), nb::arg("cols"),
      "The transposed matrix as (data, indices, indptr); rows keep their order.");
  m.def(
      "first_bad_row",
      [](In1<float> data, In1<int32_t> indices, In1<int64_t> indptr, int64_t cols, bool sorted) {
        const Csr x = csr_view(data, indices, indptr, cols);
        nb::gil_scoped_release release;
        return first_bad_row(x, static_cast<int64_t>(data.size()), sorted);
      },
      nb::arg("data").noconvert(), nb::arg("indices").noconvert(), nb::arg("indptr").noconvert(), nb::arg("cols"),
      nb::arg("sorted") = false, "The first row that breaks the contract of a Csr, or -1.");
}

}  // namespace laconic::bind
