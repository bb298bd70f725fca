// From counts to weights, row by row: document frequencies, the inverse document frequency, tf-idf or binary rows of
// unit length. It chooses nothing and fits nothing else.
//
//   idf_j = (ln((1 + n) / (1 + df_j)) + 1)^power                   n rows, of which df_j hold column j
//   w_ij  = tf_ij idf_j              plain
//         = (1 + ln tf_ij) idf_j     sublinear; below one occurrence tf_ij itself, where 1 + ln would turn negative
//         = 1 where x_ij != 0        binary
//   x'_i  = w_i / ||w_i||_2          a row without weight stays all zeros
//
// Doubles inside, added in the order of the row, rounded to float32 once at the end; no libm (maths.hpp). A row's
// result depends on that row and the idf alone, so any split of the rows over threads gives the same bytes.
#pragma once
#include <span>

#include "kernels/csr.hpp"

namespace laconic {

enum class Weight { tfidf, sublinear, binary };

// A half-open range of rows of a matrix.
struct RowRange {
  int64_t begin, end;
};

// df[j] += the number of rows of the range with a value other than 0 in column j, a repeated column counting once.
// last[j] keeps the last unsorted row seen with column j and starts at -1; ranges come in rising order. Returns the
// first row that is not sound (row pointers, columns, values below 0 or not finite), or -1.
int64_t document_frequencies(const Csr& x, int64_t entries, RowRange rows, std::span<int32_t> df,
                             std::span<int32_t> last);

// idf[j] for n_rows rows, as the formula above has it.
void inverse_frequencies(std::span<const int32_t> df, int64_t n_rows, double power, std::span<float> idf);

// Writes the weights of the range to out, which is as long as x.data. Binary looks at no idf. Returns the first row
// that is not sound (as above, a column beyond the idf, or an idf so damaged that its length is no number), or -1;
// negative values are allowed for binary.
int64_t weigh_rows(const Csr& x, int64_t entries, RowRange rows, Weight weight, std::span<const float> idf,
                   std::span<float> out);

}  // namespace laconic
