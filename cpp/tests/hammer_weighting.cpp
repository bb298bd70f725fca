// Weighting and transposing with random matrices: broken pointers, columns and values are refused, never followed.
#include <bit>
#include <cmath>

#include "kernels/maths.hpp"
#include "kernels/transpose.hpp"
#include "kernels/weighting.hpp"
#include "tests/hammer_matrix.hpp"

namespace laconic::hammer {
namespace {

void weigh(Random& random, const Matrix& m, uint64_t seed) {
  const Csr x = m.view();
  Exact<float> idf(below(random, 14), [&] { return any_float(random); });
  Exact<float> out(m.data.size, [] { return 0; });
  for (const Weight weight : {Weight::tfidf, Weight::sublinear, Weight::binary}) {
    const int64_t bad = weigh_rows(x, m.entries(), {0, x.rows}, weight, idf.span(), out.span());
    require(bad >= -1 && bad < x.rows, "a bad row out of range", seed);
    if (bad == -1)
      for (const float value : out.span()) require(std::abs(value) <= 1.0001F, "a weight above 1", seed);
  }
}

void count(const Matrix& m, uint64_t seed) {
  const Csr x = m.view();
  Exact<int32_t> df(m.cols, [] { return 0; }), last(m.cols, [] { return -1; });
  const int64_t bad = document_frequencies(x, m.entries(), {0, x.rows}, df.span(), last.span());
  require(bad >= -1 && bad < x.rows, "a bad row out of range", seed);
  for (const int32_t d : df.span()) require(d >= 0 && d <= x.rows, "more documents than rows", seed);
  Exact<float> idf(m.cols, [] { return 0; });
  inverse_frequencies(df.span(), x.rows, 2, idf.span());
}

// Any matrix may be checked; only a checked one may be transposed.
void turn(const Matrix& m, uint64_t seed) {
  const Csr x = m.view();
  const int64_t bad = first_bad_row(x, m.entries(), false);
  require(bad >= -1 && bad <= x.rows, "a bad row out of range", seed);
  if (bad != -1) return;
  Exact<int64_t> indptr(m.cols + 1, [] { return 0; });
  Exact<int32_t> indices(m.data.size, [] { return 0; });
  Exact<float> data(m.data.size, [] { return 0; });
  require(transpose(x, indptr.span(), indices.span(), data.span()), "a sound matrix is refused", seed);
}

}  // namespace

void weighting(uint64_t seed) {
  Random random(seed);
  const Matrix m(random, 12, below(random, 2) == 0 ? 20 : 1000);
  weigh(random, m, seed);
  count(m, seed);
  turn(m, seed);
  const double x = std::bit_cast<double>(random()), y = std::bit_cast<double>(random());
  const double l = maths::log(x), e = maths::exp(x), p = maths::pow(x, y);
  require(!(x > 0) || l == l, "log of a positive number is no number", seed);
  require(!(x == x) || e >= 0, "exp is negative", seed);
  require(!(x > 0 && y == y) || p >= 0 || std::isinf(x) || std::isinf(y), "pow is negative", seed);
}

}  // namespace laconic::hammer
