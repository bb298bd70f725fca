#include <algorithm>
#include <cmath>

#include "bind/bind.hpp"
#include "kernels/score.hpp"

namespace laconic::bind {
namespace {

void expect(bool holds, const char* message) {
  if (!holds) throw nb::value_error(message);
}

// The arrays of one model, held, looked at once: what remains for each call is the document.
struct Scorer {
  In1<float> data;
  In1<int32_t> classes;
  In1<int64_t> indptr;
  In1<float> bias;
  Out1<uint8_t> row_states;
  In1<int32_t> dense_features;
  In2<float> dense;
  Out1<uint32_t> packed_entries;
  Out1<float> packed_steps;
  Out2<int16_t> packed_dense;
  float largest_bias = 0;

  Scorer(In1<float> data, In1<int32_t> classes, In1<int64_t> indptr, In1<float> bias, Out1<uint8_t> row_states,
         In1<int32_t> dense_features, In2<float> dense, Out1<uint32_t> packed_entries, Out1<float> packed_steps,
         Out2<int16_t> packed_dense)
      : data(data),
        classes(classes),
        indptr(indptr),
        bias(bias),
        row_states(row_states),
        dense_features(dense_features),
        dense(dense),
        packed_entries(packed_entries),
        packed_steps(packed_steps),
        packed_dense(packed_dense) {
    csr_view(data, classes, indptr, 0);
    expect(row_states.size() == indptr.size() - 1, "row_states needs a byte for each feature");
    expect(dense.shape(0) == dense_features.size() && dense.shape(1) == bias.size(),
           "the dense rows need a row for each of their features and a column for each class");
    expect(!packs() || (packed_steps.size() == row_states.size() && packed_entries.size() == data.size() &&
                        packed_dense.shape(0) == dense.shape(0) && packed_dense.shape(1) == dense.shape(1) &&
                        static_cast<int64_t>(bias.size()) <= kMostPackedClasses),
           "packed rows need a step for each feature, an entry for each weight, and at most 65,536 classes");
    for (size_t k = 0; k < bias.size(); ++k) largest_bias = std::max(largest_bias, std::abs(bias.data()[k]));
  }

  bool packs() const { return packed_steps.size() > 0; }

  ScoringModel view() {
    const auto n_classes = static_cast<int64_t>(bias.size());
    ScoringModel model{.weights = csr_view(data, classes, indptr, n_classes),
                       .entries = static_cast<int64_t>(data.size()),
                       .bias = bias.data(),
                       .largest_bias = largest_bias,
                       .row_states = row_states.data(),
                       .dense = {dense_features.data(), dense.data(), static_cast<int64_t>(dense_features.size())},
                       .rows = {}};
    if (packs()) model.rows = {packed_entries.data(), packed_steps.data(), packed_dense.data()};
    return model;
  }
};

ScoreOutcome top_k(Scorer& scorer, In1<float> data, In1<int32_t> indices, In1<int64_t> indptr, int64_t first,
                   int64_t last, int64_t budget, Out1<float> workspace, Out2<int32_t> classes, Out2<float> scores) {
  const ScoringModel model = scorer.view();
  const Csr documents = csr_view(data, indices, indptr, model.weights.rows);
  const auto k = static_cast<int64_t>(classes.shape(1));
  expect(0 <= first && first <= last && last <= documents.rows, "the range of rows lies outside the documents");
  expect(1 <= k && k <= model.weights.cols, "k lies outside 1 .. classes");
  expect(static_cast<int64_t>(classes.shape(0)) == documents.rows && scores.shape(0) == classes.shape(0) &&
             scores.shape(1) == classes.shape(1),
         "classes and scores need a row for each document and k columns");
  expect(static_cast<int64_t>(workspace.size()) == model.weights.cols, "the workspace needs an entry for each class");
  nb::gil_scoped_release release;
  return top_k_rows(model, documents, static_cast<int64_t>(data.size()), first, last, budget,
                    {workspace.data(), workspace.size()}, {k, classes.data(), scores.data()});
}

ScoreOutcome scores(Scorer& scorer, In1<float> data, In1<int32_t> indices, In1<int64_t> indptr, int64_t row,
                    Out1<float> out) {
  const ScoringModel model = scorer.view();
  const Csr documents = csr_view(data, indices, indptr, model.weights.rows);
  expect(0 <= row && row < documents.rows, "the row lies outside the documents");
  expect(static_cast<int64_t>(out.size()) == model.weights.cols, "the scores need an entry for each class");
  nb::gil_scoped_release release;
  return score_row(model, documents, static_cast<int64_t>(data.size()), row, {out.data(), out.size()});
}

bool expand(Scorer& scorer, int64_t feature, Out1<float> out) {
  const ScoringModel model = scorer.view();
  expect(0 <= feature && feature < model.weights.rows, "the feature lies outside the model");
  expect(static_cast<int64_t>(out.size()) == model.weights.cols, "the row needs an entry for each class");
  nb::gil_scoped_release release;
  return expand_row(model, feature, {out.data(), out.size()});
}

}  // namespace

void bind_score(nb::module_& m) {
  nb::enum_<ScoreProblem>(m, "ScoreProblem", "Why answering stopped.")
      .value("none", ScoreProblem::none, "It did not, or the budget was spent.")
      .value("bad_document", ScoreProblem::bad_document, "Row pointers, a feature or a value that is not sound.")
      .value("bad_weights", ScoreProblem::bad_weights, "A row of the model's weights is not sound.")
      .value("overflow", ScoreProblem::overflow, "The scores left the range of float32.");
  nb::class_<ScoreOutcome>(m, "ScoreOutcome", "How far answering came; with a problem, row `next` is the one.")
      .def_ro("next", &ScoreOutcome::next, "The first row that is not answered yet.")
      .def_ro("problem", &ScoreOutcome::problem, "Why it stopped there.")
      .def_prop_ro(
          "failed", [](const ScoreOutcome& o) { return o.problem != ScoreProblem::none; }, "Whether it did.")
      .def_ro("feature", &ScoreOutcome::feature, "The feature whose weights are bad, or -1.")
      .def_ro("shortlisted", &ScoreOutcome::shortlisted, "Rows answered from a few candidates, for tests.")
      .def_ro("unknown", &ScoreOutcome::unknown, "Entries of features the model does not have.");
  m.attr("DENSE_SHARE") = kDenseShare;
  m.attr("MOST_PACKED_CLASSES") = kMostPackedClasses;
  nb::class_<Scorer>(m, "Scorer", "The weights (features x classes) and biases of one model, ready to answer.")
      .def(nb::init<In1<float>, In1<int32_t>, In1<int64_t>, In1<float>, Out1<uint8_t>, In1<int32_t>, In2<float>,
                    Out1<uint32_t>, Out1<float>, Out2<int16_t>>(),
           nb::arg("data").noconvert(), nb::arg("classes").noconvert(), nb::arg("indptr").noconvert(),
           nb::arg("bias").noconvert(), nb::arg("row_states").noconvert(), nb::arg("dense_features").noconvert(),
           nb::arg("dense").noconvert(), nb::arg("packed_entries").noconvert(), nb::arg("packed_steps").noconvert(),
           nb::arg("packed_dense").noconvert())
      .def("top_k", &top_k, nb::arg("data").noconvert(), nb::arg("indices").noconvert(), nb::arg("indptr").noconvert(),
           nb::arg("first"), nb::arg("last"), nb::arg("budget"), nb::arg("workspace").noconvert(),
           nb::arg("classes").noconvert(), nb::arg("scores").noconvert(),
           "Answers rows first .. last - 1 into the tables `classes` and `scores` until the budget of additions is "
           "spent.")
      .def("expand", &expand, nb::arg("feature"), nb::arg("out").noconvert(),
           "Writes one row of weights with a place for every class; False when the row is not sound.")
      .def("scores", &scores, nb::arg("data").noconvert(), nb::arg("indices").noconvert(),
           nb::arg("indptr").noconvert(), nb::arg("row"), nb::arg("out").noconvert(), "All scores of one row.");
}

}  // namespace laconic::bind
