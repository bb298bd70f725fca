#include "bind/bind.hpp"
#include "kernels/maths.hpp"
#include "kernels/weighting.hpp"

namespace laconic::bind {
namespace {

template <class T>
std::span<T> span_of(const Out1<T>& array) {
  return {array.data(), array.size()};
}

void check_range(const Csr& x, int64_t begin, int64_t end) {
  if (begin < 0 || end < begin || end > x.rows) throw nb::value_error("the range of rows is not within the matrix");
}

int64_t count_rows(In1<float> data, In1<int32_t> indices, In1<int64_t> indptr, int64_t begin, int64_t end,
                   Out1<int32_t> df, Out1<int32_t> last) {
  const Csr x = csr_view(data, indices, indptr, static_cast<int64_t>(df.size()));
  check_range(x, begin, end);
  if (df.size() != last.size()) throw nb::value_error("df and last need one length");
  nb::gil_scoped_release release;
  return document_frequencies(x, static_cast<int64_t>(data.size()), {begin, end}, span_of(df), span_of(last));
}

New1<float> idf(In1<int32_t> df, int64_t n_rows, double power) {
  std::vector<float> out(df.size());
  {
    nb::gil_scoped_release release;
    inverse_frequencies({df.data(), df.size()}, n_rows, power, out);
  }
  return to_numpy(std::move(out));
}

int64_t weigh(In1<float> data, In1<int32_t> indices, In1<int64_t> indptr, int64_t cols, int64_t begin, int64_t end,
              int weight, In1<float> idf, Out1<float> out) {
  const Csr x = csr_view(data, indices, indptr, cols);
  check_range(x, begin, end);
  if (out.size() != data.size()) throw nb::value_error("out needs the length of data");
  if (weight < 0 || weight > 2) throw nb::value_error("weight is 0 tf-idf, 1 sublinear or 2 binary");
  nb::gil_scoped_release release;
  return weigh_rows(x, static_cast<int64_t>(data.size()), {begin, end}, static_cast<Weight>(weight),
                    {idf.data(), idf.size()}, span_of(out));
}

}  // namespace

void bind_weighting(nb::module_& m) {
  m.def("log", &maths::log, nb::arg("x"), "The natural logarithm of cpp/kernels/maths.hpp.");
  m.def("exp", &maths::exp, nb::arg("x"), "The exponential function of cpp/kernels/maths.hpp.");
  m.def("pow", &maths::pow, nb::arg("x"), nb::arg("y"), "x to the power y of cpp/kernels/maths.hpp, for x >= 0.");
  m.def("weighting_frequencies", &count_rows, nb::arg("data").noconvert(), nb::arg("indices").noconvert(),
        nb::arg("indptr").noconvert(), nb::arg("begin"), nb::arg("end"), nb::arg("df").noconvert(),
        nb::arg("last").noconvert(),
        "Adds the document frequencies of a range of rows to df; the first row that is not sound, or -1.");
  m.def("weighting_idf", &idf, nb::arg("df").noconvert(), nb::arg("n_rows"), nb::arg("power"),
        "(ln((1 + n) / (1 + df)) + 1) to the power, as float32.");
  m.def("weighting_rows", &weigh, nb::arg("data").noconvert(), nb::arg("indices").noconvert(),
        nb::arg("indptr").noconvert(), nb::arg("cols"), nb::arg("begin"), nb::arg("end"), nb::arg("weight"),
        nb::arg("idf").noconvert(), nb::arg("out").noconvert(),
        "Weights a range of rows into out (0 tf-idf, 1 sublinear, 2 binary); the first row that is not sound, or -1.");
}

}  // namespace laconic::bind
