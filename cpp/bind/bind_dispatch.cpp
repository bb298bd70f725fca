#include <nanobind/stl/string_view.h>

#include "bind/bind.hpp"
#include "kernels/dispatch.hpp"

namespace laconic::bind {

void bind_dispatch(nb::module_& m) {
  m.def("kernel", [] { return std::string_view(active_kernels().name); }, "The instruction set in use.");
  m.def("use_kernel", &use_kernels, nb::arg("name"),
        "Uses the kernels of this name from now on; False when unknown or not supported by this CPU.");
}

}  // namespace laconic::bind
