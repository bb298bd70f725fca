#include "bind/bind.hpp"

NB_MODULE(_kernels, m) {
  m.doc() = "The native core: pure, single-threaded, re-entrant kernels that run with the GIL released.";
  using namespace laconic::bind;
  bind_dispatch(m);
  bind_sparse(m);
  bind_parse(m);
  bind_text(m);
  bind_vocabulary(m);
  bind_weighting(m);
  bind_solve(m);
  bind_score(m);
}
