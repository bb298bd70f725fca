// Hammers the kernels with random bytes under the address and undefined-behaviour sanitizers; not part of the library.
//
//   cmake -S . -B build/sanitize -G Ninja -DLACONIC_SANITIZE=ON && cmake --build build/sanitize
//   build/sanitize/laconic_hammer [rounds = 20000] [first seed = 0] [only this hammer]
//
// A finding names its seed; `laconic_hammer 1 SEED NAME` repeats it alone.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/hammer.hpp"

namespace laconic::hammer {

void l2svm(uint64_t seed);
void parse(uint64_t seed);
void score(uint64_t seed);
void shortlist(uint64_t seed);
void text(uint64_t seed);
void text_merge(uint64_t seed);
void vocabulary(uint64_t seed);
void weighting(uint64_t seed);

struct Hammer {
  std::string_view name;
  void (*strike)(uint64_t seed);
};

// A hammer is one file with one function of a seed, and a line here.
constexpr Hammer kHammers[] = {
    {"l2svm", l2svm}, {"parse", parse},           {"score", score},           {"shortlist", shortlist},
    {"text", text},   {"text_merge", text_merge}, {"vocabulary", vocabulary}, {"weighting", weighting},
};

}  // namespace laconic::hammer

int main(int count, char** words) {
  const uint64_t rounds = count > 1 ? std::strtoull(words[1], nullptr, 10) : 20000;
  const uint64_t first = count > 2 ? std::strtoull(words[2], nullptr, 10) : 0;
  for (const auto& hammer : laconic::hammer::kHammers) {
    if (count > 3 && hammer.name != words[3]) continue;
    for (uint64_t seed = first; seed < first + rounds; ++seed) hammer.strike(seed);
    std::printf("%-12s %llu rounds, nothing found\n", hammer.name.data(), static_cast<unsigned long long>(rounds));
  }
}
