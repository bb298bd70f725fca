#include "kernels/weighting.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "kernels/maths.hpp"

namespace laconic {
namespace {

constexpr float kLargest = std::numeric_limits<float>::max();

// Nearly every count of a text is small; a logarithm costs 12 ns, this less than one. Made by the compiler with the
// same function, hence with the same bits.
constexpr int kSmallCounts = 256;
constexpr auto kSublinear = [] {
  std::array<double, kSmallCounts> table{};
  for (int tf = 1; tf < kSmallCounts; ++tf) table[tf] = 1 + maths::log(tf);
  return table;
}();

double sublinear(float tf) {
  if (tf < kSmallCounts) {
    const int whole = static_cast<int>(tf);
    if (static_cast<float>(whole) == tf) return kSublinear[whole];
    if (tf < 1) return tf;
  }
  return 1 + maths::log(tf);
}

bool row_fits(const Csr& x, int64_t entries, int64_t i) {
  return 0 <= x.indptr[i] && x.indptr[i] <= x.indptr[i + 1] && x.indptr[i + 1] <= entries;
}

bool is_rising(const int32_t* indices, int64_t size) {
  bool rising = true;
  for (int64_t e = 1; e < size; ++e) rising &= indices[e - 1] < indices[e];
  return rising;
}

bool is_count(float value) { return value >= 0 && value <= kLargest; }

// One row by a weight function of (value, column); it is asked twice, which is cheaper than a buffer of doubles.
template <class WeightOf>
bool weigh_row(const float* data, const int32_t* indices, int64_t size, WeightOf weight_of, float* out) {
  double squares = 0;
  for (int64_t e = 0; e < size; ++e) {
    const double w = weight_of(data[e], indices[e]);
    squares += w * w;
  }
  if (!(squares <= std::numeric_limits<double>::max())) return false;
  const double scale = squares > 0 ? 1 / std::sqrt(squares) : 0;  // a square root is exact to the last bit everywhere
  for (int64_t e = 0; e < size; ++e) out[e] = static_cast<float>(weight_of(data[e], indices[e]) * scale);
  return true;
}

template <bool kCounts, class WeightOf>
int64_t weigh_range(const Csr& x, int64_t entries, RowRange rows, int64_t columns, WeightOf weight_of, float* out) {
  for (int64_t i = rows.begin; i < rows.end; ++i) {
    if (!row_fits(x, entries, i)) return i;
    const int64_t begin = x.indptr[i], end = x.indptr[i + 1];
    for (int64_t e = begin; e < end; ++e) {
      if (x.indices[e] < 0 || x.indices[e] >= columns) return i;
      if (kCounts ? !is_count(x.data[e]) : !std::isfinite(x.data[e])) return i;
    }
    if (!weigh_row(x.data + begin, x.indices + begin, end - begin, weight_of, out + begin)) return i;
  }
  return -1;
}

}  // namespace

int64_t document_frequencies(const Csr& x, int64_t entries, RowRange rows, std::span<int32_t> df,
                             std::span<int32_t> last) {
  for (int64_t i = rows.begin; i < rows.end; ++i) {
    if (!row_fits(x, entries, i)) return i;
    const int64_t begin = x.indptr[i], end = x.indptr[i + 1];
    const bool rising = is_rising(x.indices + begin, end - begin);  // then nothing repeats: spares the look at last
    for (int64_t e = begin; e < end; ++e) {
      const int32_t j = x.indices[e];
      if (j < 0 || j >= static_cast<int64_t>(df.size()) || !is_count(x.data[e])) return i;
      if (x.data[e] == 0 || (!rising && last[j] == i)) continue;
      if (!rising) last[j] = static_cast<int32_t>(i);
      ++df[j];
    }
  }
  return -1;
}

void inverse_frequencies(std::span<const int32_t> df, int64_t n_rows, double power, std::span<float> idf) {
  const double n = static_cast<double>(n_rows);
  for (size_t j = 0; j < df.size(); ++j)
    idf[j] = static_cast<float>(maths::pow(maths::log((1 + n) / (1.0 + df[j])) + 1, power));
}

int64_t weigh_rows(const Csr& x, int64_t entries, RowRange rows, Weight weight, std::span<const float> idf,
                   std::span<float> out) {
  const float* factor = idf.data();
  const auto columns = static_cast<int64_t>(idf.size());
  const auto plain = [factor](float tf, int32_t j) { return static_cast<double>(tf) * factor[j]; };
  const auto damped = [factor](float tf, int32_t j) { return sublinear(tf) * factor[j]; };
  const auto presence = [](float value, int32_t) { return value != 0 ? 1.0 : 0.0; };
  if (weight == Weight::tfidf) return weigh_range<true>(x, entries, rows, columns, plain, out.data());
  if (weight == Weight::sublinear) return weigh_range<true>(x, entries, rows, columns, damped, out.data());
  return weigh_range<false>(x, entries, rows, x.cols, presence, out.data());
}

}  // namespace laconic
