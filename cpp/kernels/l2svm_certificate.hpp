// One pass over all rows for up to kLanes classes: each class's gap outside its active set, its members' margins, and
// the documents with the largest shares of the gap.
#pragma once
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "isa/certify.hpp"
#include "kernels/l2svm.hpp"
#include "kernels/l2svm_table.hpp"

namespace laconic::l2svm {

// A document and its share of the gap in one number: the larger the share the larger the number, and of equal shares
// the smaller document first, so that the order never depends on how the list was gathered. Shares are positive, so
// that their bits sort as they do; one comparison instead of two halves the time of sorting.
using Candidate = uint64_t;

inline Candidate candidate_of(float share, int32_t doc) {
  return static_cast<uint64_t>(std::bit_cast<uint32_t>(share)) << 32 | ~static_cast<uint32_t>(doc);
}
inline float share_of(Candidate candidate) { return std::bit_cast<float>(static_cast<uint32_t>(candidate >> 32)); }
inline int32_t doc_of(Candidate candidate) { return static_cast<int32_t>(~static_cast<uint32_t>(candidate)); }

class Certificate {
 public:
  void fit(int64_t rows) { active_.assign(rows, 0); }

  // Documents in the active set of a lane are counted by the lane itself.
  void set_active(int lane, int32_t doc) { active_[doc] |= 1u << lane; }
  void set_frozen(int lane, int32_t doc) { active_[doc] &= ~(1u << lane); }

  // What a lane asks for: w = theta w0 + d with the bias of d, shares above `least`, the `limit` largest of them.
  struct Question {
    double theta, bias, least;
    int64_t limit;
    size_t members;
  };

  void begin(const Problem& problem, const Start& start, double C, const LaneTable& table);
  void ask(int lane, const Question& question);
  void run(const Control& control);

  double gap(int lane) const { return task_.gap[lane]; }
  std::span<const float> margins(int lane) const;  // of the members, in the order of their documents
  const std::vector<Candidate>& worst(int lane);   // at most `limit`, largest share first

 private:
  void make_room();
  void trim(int lane);
  void gather(int lane);

  CertifyTask task_{};
  Question questions_[kLanes];
  std::vector<uint32_t> active_;  // bit l of [i]: document i is active in lane l
  std::vector<int32_t> docs_;
  std::vector<float> shares_;
  std::vector<float> margins_;
  std::vector<Candidate> sorted_;
};

}  // namespace laconic::l2svm
