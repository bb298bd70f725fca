// Answers of a linear model, exactly: score of class k = bias k + sum over the document's features of weight x value,
// summed in float32 in the order of the document. The weights may be mapped from a file that nobody has read yet:
// each feature's row is checked when a document first needs it. Not here: text, threads, names of classes.
#pragma once
#include <cstdint>
#include <span>

#include "kernels/csr.hpp"

namespace laconic {

// Rows of weights that are kept once more with a place for every class. Adding the zeros between changes no score:
// sums start at a bias that is not -0, and then they never become -0.
// Only rows with weights for one class in kDenseShare or more are looked for among the dense ones.
inline constexpr int64_t kDenseShare = 4;
struct DenseRows {
  const int32_t* features;  // rising
  const float* weights;     // size x classes
  int64_t size;
};

struct ScoringModel {
  Csr weights;            // features x classes
  int64_t entries;        // stored weights; the row pointers are not trusted
  const float* bias;      // one for each class, finite, never -0
  uint8_t* row_is_sound;  // one byte a feature, 0 at first, 1 once its row was checked; shared by threads
  DenseRows dense;
};

enum class ScoreProblem : int32_t { none, bad_document, bad_weights, overflow };

// Rows first .. next - 1 are answered. With a problem, row `next` is the one that failed.
struct ScoreOutcome {
  int64_t next = 0;
  ScoreProblem problem = ScoreProblem::none;
  int64_t feature = -1;  // whose weights are bad
  int64_t unknown = 0;   // entries of the documents whose feature the model does not have: ignored
};

struct Answers {
  int64_t k;         // 1 .. classes
  int32_t* classes;  // documents x k
  float* scores;     // documents x k
};

// Answers documents first .. last - 1, and stops early, after at least one, when about `budget` additions are done: a
// call must not last long while the GIL is released. `workspace` has one entry for each class.
ScoreOutcome top_k_rows(const ScoringModel& model, const Csr& documents, int64_t entries, int64_t first, int64_t last,
                        int64_t budget, std::span<float> workspace, const Answers& out);

// Writes the row of one feature with a place for every class; false, and nothing written, when the row is not sound.
bool expand_row(const ScoringModel& model, int64_t feature, std::span<float> out);

// All scores of one document.
ScoreOutcome score_row(const ScoringModel& model, const Csr& documents, int64_t entries, int64_t row,
                       std::span<float> scores);

}  // namespace laconic
