#include "bind/bind.hpp"

namespace laconic::bind {

void bind_solve(nb::module_& m) {}

}  // namespace laconic::bind
