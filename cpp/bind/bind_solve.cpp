#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <memory>

#include "bind/bind.hpp"
#include "kernels/l2svm.hpp"
#include "kernels/l2svm_prepare.hpp"
#include "kernels/transpose.hpp"

namespace laconic::bind {
namespace {

using l2svm::Control;
using l2svm::Options;
using l2svm::Report;

// What a thread needs to work: made once per thread, used again for every block.
struct L2Workspace {
  std::shared_ptr<l2svm::Workspace> inner = l2svm::make_workspace();
};

Control control_of(const Out1<int64_t>& control) {
  if (control.size() < 2) throw nb::value_error("control needs two numbers: cancel, done");
  return {control.data(), control.data() + 1};
}

using ReportTuple = std::tuple<int, int, int, int, double, double>;

ReportTuple as_tuple(const Report& r) {
  return {static_cast<int>(r.status), r.rounds, r.active, r.support, r.primal, r.gap};
}

// (indptr, indices, values, bias, counts, sizes): counts holds status, rounds, active, support of each class, sizes its
// primal and gap.
using Arrays = std::tuple<New1<int64_t>, New1<int32_t>, New1<float>, New1<float>, New1<int32_t>, New1<double>>;
using Duals = std::tuple<New1<int64_t>, New1<int32_t>, New1<double>, New1<double>, New1<double>>;

// One matrix, one C, one bias: what all classes share.
class L2Problem {
 public:
  L2Problem(In1<float> data, In1<int32_t> indices, In1<int64_t> indptr, int64_t cols, double C, double bias)
      : data_(data), indices_(indices), indptr_(indptr) {
    const Csr x = csr_view(data, indices, indptr, cols);
    if (first_bad_row(x, static_cast<int64_t>(data.size()), true) >= 0)
      throw nb::value_error("a row is not sound: columns must rise and lie in range, values be finite");
    options_.C = C;
    options_.bias = bias;
    nb::gil_scoped_release release;
    prepared_ = std::make_unique<l2svm::Prepared>(x, bias);
  }

  ReportTuple start(double tolerance, Out1<int64_t> control) {
    const Control watched = control_of(control);
    nb::gil_scoped_release release;
    solved_ = std::make_unique<l2svm::Solved>(prepared_->problem, options_, tolerance, watched);
    return as_tuple(solved_->report);
  }

  Arrays classes(In1<int32_t> rows, In1<int64_t> indptr, In1<uint64_t> seeds, double tolerance, int max_rounds,
                 double cut, L2Workspace& work, Out1<int64_t> control) {
    l2svm::Solution s = solve(rows, indptr, seeds, tolerance, max_rounds, cut, false, work, control);
    std::vector<int32_t> counts;
    std::vector<double> sizes;
    for (const Report& r : s.reports) {
      counts.insert(counts.end(), {static_cast<int32_t>(r.status), r.rounds, r.active, r.support});
      sizes.insert(sizes.end(), {r.primal, r.gap});
    }
    return {to_numpy(std::move(s.indptr)), to_numpy(std::move(s.indices)), to_numpy(std::move(s.values)),
            to_numpy(std::move(s.bias)),   to_numpy(std::move(counts)),    to_numpy(std::move(sizes))};
  }

  Duals duals(In1<int32_t> rows, In1<int64_t> indptr, In1<uint64_t> seeds, double tolerance, int max_rounds,
              L2Workspace& work, Out1<int64_t> control) {
    l2svm::Solution s = solve(rows, indptr, seeds, tolerance, max_rounds, 0, true, work, control);
    const double* start = solved_->start.alpha;
    return {to_numpy(std::move(s.dual_indptr)), to_numpy(std::move(s.dual_docs)), to_numpy(std::move(s.dual_alphas)),
            to_numpy(std::move(s.thetas)), to_numpy(std::vector<double>(start, start + prepared_->problem.rows.n))};
  }

 private:
  l2svm::Solution solve(const In1<int32_t>& rows, const In1<int64_t>& indptr, const In1<uint64_t>& seeds,
                        double tolerance, int max_rounds, double cut, bool duals, L2Workspace& work,
                        const Out1<int64_t>& control) {
    if (!solved_) throw nb::value_error("start() comes before classes()");
    check_classes(rows, indptr, seeds);
    const Control watched = control_of(control);
    Options options = options_;
    options.tolerance = tolerance;
    options.max_rounds = max_rounds;
    options.cut = cut;
    options.duals = duals;
    nb::gil_scoped_release release;
    return solve_classes(prepared_->problem, solved_->start, options, {rows.data(), rows.size()},
                         {indptr.data(), indptr.size()}, {seeds.data(), seeds.size()}, *work.inner, watched);
  }

  void check_classes(const In1<int32_t>& rows, const In1<int64_t>& indptr, const In1<uint64_t>& seeds) const {
    const int64_t n = prepared_->problem.rows.n;
    bool sound = indptr.size() == seeds.size() + 1 && indptr.data()[0] == 0 &&
                 indptr.data()[seeds.size()] == static_cast<int64_t>(rows.size());
    for (size_t c = 0; sound && c < seeds.size(); ++c) sound = indptr.data()[c] <= indptr.data()[c + 1];
    for (size_t c = 0; sound && c < seeds.size(); ++c)
      for (int64_t e = indptr.data()[c]; sound && e < indptr.data()[c + 1]; ++e) {
        const bool rises = e == indptr.data()[c] || rows.data()[e - 1] < rows.data()[e];
        sound = rises && rows.data()[e] >= 0 && rows.data()[e] < n;
      }
    if (!sound) throw nb::value_error("the rows of each class must rise and lie in range, with one seed a class");
  }

  In1<float> data_;  // kept alive: the rows may be used where they are
  In1<int32_t> indices_;
  In1<int64_t> indptr_;
  Options options_;
  std::unique_ptr<l2svm::Prepared> prepared_;
  std::unique_ptr<l2svm::Solved> solved_;
};

}  // namespace

void bind_solve(nb::module_& m) {
  nb::class_<L2Workspace>(m, "L2Workspace", "Memory a thread keeps between calls of the L2-SVM solver.")
      .def(nb::init<>());
  nb::class_<L2Problem>(m, "L2Problem", "The rows, C and bias that all classes of an L2-SVM share.")
      .def(nb::init<In1<float>, In1<int32_t>, In1<int64_t>, int64_t, double, double>(), nb::arg("data").noconvert(),
           nb::arg("indices").noconvert(), nb::arg("indptr").noconvert(), nb::arg("cols"), nb::arg("C"),
           nb::arg("bias"))
      .def("start", &L2Problem::start, nb::arg("tolerance"), nb::arg("control").noconvert(),
           "Solves the problem in which every document is negative: (status, rounds, active, support, primal, gap).")
      .def("classes", &L2Problem::classes, nb::arg("rows").noconvert(), nb::arg("indptr").noconvert(),
           nb::arg("seeds").noconvert(), nb::arg("tolerance"), nb::arg("max_rounds"), nb::arg("cut"), nb::arg("work"),
           nb::arg("control").noconvert(),
           "Solves classes: (indptr, indices, values, bias, [status, rounds, active, support] x n, [primal, gap] x n).")
      .def("duals", &L2Problem::duals, nb::arg("rows").noconvert(), nb::arg("indptr").noconvert(),
           nb::arg("seeds").noconvert(), nb::arg("tolerance"), nb::arg("max_rounds"), nb::arg("work"),
           nb::arg("control").noconvert(),
           "The same classes' dual variables, for checks: (indptr, documents, alpha, theta a class, alpha of the "
           "start).");
}

}  // namespace laconic::bind
