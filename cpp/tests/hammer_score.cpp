// Answers from random weights that nobody has checked, with every instruction set this machine has: broken rows are
// named, and what is answered has the same bits everywhere.
#include <cstring>
#include <vector>

#include "kernels/dispatch.hpp"
#include "kernels/score.hpp"
#include "tests/hammer_matrix.hpp"

namespace laconic::hammer {
namespace {

struct Answered {
  std::vector<int32_t> classes;
  std::vector<float> scores;
  ScoreOutcome outcome;
};

Answered answer(const Matrix& weights, const Matrix& documents, Exact<float>& bias, int64_t k) {
  const Csr x = documents.view();
  Exact<uint8_t> sound(weights.indptr.size - 1, [] { return 0; });
  Exact<float> workspace(bias.size, [] { return 0; });
  Exact<int32_t> classes(x.rows * k, [] { return 0; });
  Exact<float> scores(x.rows * k, [] { return 0; });
  const ScoringModel model{weights.view(), weights.entries(), bias.values.get(), 9, sound.values.get(), {}, {}};
  const ScoreOutcome outcome = top_k_rows(model, x, documents.entries(), 0, x.rows, 1000, workspace.span(),
                                          {k, classes.values.get(), scores.values.get()});
  return {{classes.span().begin(), classes.span().end()}, {scores.span().begin(), scores.span().end()}, outcome};
}

void in_range(const Answered& a, int64_t k, int64_t cols, uint64_t seed) {
  for (int64_t i = 0; i < a.outcome.next * k; ++i)
    require(a.classes[i] >= 0 && a.classes[i] < cols, "a class out of range", seed);
}

}  // namespace

void score(uint64_t seed) {
  Random random(seed);
  const int64_t cols = 1 + below(random, 300);
  const Matrix weights(random, cols, 1000), documents(random, weights.indptr.size, 100);
  for (int64_t i = 0; i + 1 < static_cast<int64_t>(weights.indptr.size); ++i) {  // most rows sorted, some repeat
    const auto from = std::clamp<int64_t>(weights.indptr.values[i], 0, weights.entries());
    const auto to = std::clamp<int64_t>(weights.indptr.values[i + 1], from, weights.entries());
    if (below(random, 8) > 0) std::sort(weights.indices.values.get() + from, weights.indices.values.get() + to);
  }
  Exact<float> bias(cols, [&] { return below(random, 9); });
  const int64_t k = 1 + below(random, cols);
  use_kernels("baseline");
  const Answered first = answer(weights, documents, bias, k);
  in_range(first, k, cols, seed);
  for (const char* name : {"avx2", "avx512"}) {
    if (!use_kernels(name)) continue;
    const Answered other = answer(weights, documents, bias, k);
    const size_t done = first.outcome.next * k;
    require(other.outcome.next == first.outcome.next && other.outcome.problem == first.outcome.problem &&
                std::memcmp(other.scores.data(), first.scores.data(), done * sizeof(float)) == 0 &&
                std::memcmp(other.classes.data(), first.classes.data(), done * sizeof(int32_t)) == 0,
            "two instruction sets answer differently", seed);
  }
}

}  // namespace laconic::hammer
