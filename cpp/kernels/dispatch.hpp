// Chooses the instruction set at run time: the best the CPU has, or the one named.
#pragma once
#include <string_view>

#include "isa/table.hpp"

namespace laconic {

const KernelTable& active_kernels();

// Returns false when the name is unknown or the CPU lacks the instructions; then nothing changes.
bool use_kernels(std::string_view name);

}  // namespace laconic
