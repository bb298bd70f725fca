// Models that pack their weights, with rows just long enough to be worth it: the same answers, bit for bit, as without.
#include <cstring>
#include <vector>

#include "kernels/dispatch.hpp"
#include "kernels/score.hpp"
#include "tests/hammer_matrix.hpp"

namespace laconic::hammer {
namespace {

struct Rows {
  std::vector<float> data;
  std::vector<int32_t> indices;
  std::vector<int64_t> indptr{0};

  void add(Random& random, int64_t cols, int64_t one_in) {
    for (int64_t c = 0; c < cols; ++c) {
      if (below(random, one_in) > 0) continue;
      const float value = any_float(random) - 100;
      data.push_back(value - value == 0 ? value : 1);
      indices.push_back(static_cast<int32_t>(c));
    }
    indptr.push_back(static_cast<int64_t>(data.size()));
  }
  Csr view(int64_t cols) const {
    return {data.data(), indices.data(), indptr.data(), static_cast<int64_t>(indptr.size()) - 1, cols};
  }
};

struct Answered {
  std::vector<int32_t> classes;
  std::vector<float> scores;
  ScoreOutcome outcome;
};

Answered answer(ScoringModel model, const Csr& x, int64_t k) {
  Exact<uint8_t> states(model.weights.rows, [] { return 0; });
  Exact<float> workspace(model.weights.cols, [] { return 0; });
  model.row_states = states.values.get();
  Answered a{std::vector<int32_t>(x.rows * k), std::vector<float>(x.rows * k), {}};
  a.outcome = top_k_rows(model, x, x.indptr[x.rows], 0, x.rows, int64_t{1} << 40, workspace.span(),
                         {k, a.classes.data(), a.scores.data()});
  return a;
}

}  // namespace

void shortlist(uint64_t seed) {
  Random random(seed);
  const int64_t cols = 100 + below(random, 300), features = 1 + below(random, 6), k = 1 + below(random, 3);
  Rows weights, documents;
  for (int64_t j = 0; j < features; ++j) weights.add(random, cols, 1 + below(random, 12));
  for (int i = 0; i < 5; ++i) documents.add(random, features, 2);
  const Csr w = weights.view(cols), x = documents.view(features);
  Exact<float> bias(cols, [&] { return below(random, 9); });
  ScoringModel model{w, w.indptr[w.rows], bias.values.get(), 9, nullptr, {}, {}};
  const Answered plain = answer(model, x, k);
  const int32_t dense_feature = 0;
  Exact<float> dense(cols, [] { return 0; });
  Exact<uint8_t> states(features, [] { return 0; });
  model.row_states = states.values.get();
  require(expand_row(model, dense_feature, dense.span()), "a sound row was refused", seed);
  Exact<uint32_t> entries(weights.data.size(), [] { return 0; });
  Exact<float> steps(features, [] { return 0; });
  Exact<int16_t> packed_dense(cols, [] { return 0; });
  model.dense = {&dense_feature, dense.values.get(), 1};
  model.rows = {entries.values.get(), steps.values.get(), packed_dense.values.get()};
  const char* before = active_kernels().name;
  for (const char* name : {"baseline", "avx2", "avx512"}) {
    if (!use_kernels(name)) continue;
    for (auto& steps_of_class : packed_dense.span()) steps_of_class = 0;
    const Answered packed = answer(model, x, k);
    require(packed.outcome.next == plain.outcome.next && packed.classes == plain.classes &&
                std::memcmp(packed.scores.data(), plain.scores.data(), 4 * plain.scores.size()) == 0,
            "packed weights change an answer", seed);
  }
  use_kernels(before);
}

}  // namespace laconic::hammer
