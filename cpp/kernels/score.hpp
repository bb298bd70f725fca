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
inline constexpr int64_t kDenseShare = 8;
struct DenseRows {
  const int32_t* features;  // rising
  const float* weights;     // size x classes
  int64_t size;
};

// Rows of weights in steps of their own, 16 bits a weight: what shortlist.cpp finds candidates with. Rows are packed
// when a document first needs them, so that the memory grows with what is touched. Null pointers: there are none.
struct PackedRows {
  uint32_t* entries;  // one for each stored weight: steps in the high half, class in the low one; not of dense rows
  float* steps;       // one for each feature: the size of a step
  int16_t* dense;     // the dense rows in steps: their number x classes, 0 at first
};
inline constexpr int64_t kMostPackedClasses = 65536;

// One byte for each feature, 0 at first, shared by threads. Only the thread that made `packing` of `sound` packs.
enum RowState : uint8_t { unchecked, sound, packing, packed };

struct ScoringModel {
  Csr weights;         // features x classes
  int64_t entries;     // stored weights; the row pointers are not trusted
  const float* bias;   // one for each class, finite, never -0
  float largest_bias;  // by size
  uint8_t* row_states;
  DenseRows dense;
  PackedRows rows;
};

// The place of a feature among the dense rows, or -1; its row is checked and has n entries.
int64_t dense_place(const ScoringModel& model, int64_t feature, int64_t n);

enum class ScoreProblem : int32_t { none, bad_document, bad_weights, overflow };

// Rows first .. next - 1 are answered. With a problem, row `next` is the one that failed.
struct ScoreOutcome {
  int64_t next = 0;
  ScoreProblem problem = ScoreProblem::none;
  int64_t feature = -1;     // whose weights are bad
  int64_t unknown = 0;      // entries of the documents whose feature the model does not have: ignored
  int64_t shortlisted = 0;  // documents answered from a few candidates (shortlist.hpp); the same answers either way
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
