// One pass over the rows for a batch of classes: margins, each document's share of the duality gap, and the largest
// shares.
//
// For a document that is frozen in lane l (a negative whose dual is theta_l * alpha0_i), with
//   f = theta_l s0_i + bias_l + x_i . d_l,   h = 1 + f,   a = theta_l alpha0_i,   r = h - a / 2C:
//   share of the gap = C r^2 where h > 0, else a^2 / 4C - a h.
// Documents active in a lane are left out of its sum: the solver counts them itself, from the margins noted here.
#pragma once
#include <cstdint>

#include "kernels/rows.hpp"

namespace laconic {

// 32 classes share one reading of the matrix: 0.12 ns per entry and class, against 10.7 / 13.5 = 0.8 ns for one class
// alone.
inline constexpr int kLanes = 32;

struct CertifyTask {
  Rows rows;
  const float* table;      // d, features x kLanes, zero where no class of the batch has a weight
  const uint64_t* used;    // bit j: table row j holds something; asked for rare features only
  const float* s0;         // margins of the all-negative solution
  const float* alpha0;     // its dual variables
  const uint32_t* active;  // bit l of active[i]: document i is in the active set of lane l
  float C;
  float theta[kLanes];
  float bias[kLanes];
  float threshold[kLanes];  // only shares above it become candidates
  double gap[kLanes];       // added to, in the order of the rows
  int32_t* candidate;       // kLanes x capacity: documents
  float* share;             // and their shares
  int64_t capacity;         // the caller leaves room for end - begin more in each lane
  int64_t count[kLanes];
  float* active_margin[kLanes];  // x_i . d_l + theta_l s0_i + bias_l of the active documents, in the order of the rows
};

}  // namespace laconic
