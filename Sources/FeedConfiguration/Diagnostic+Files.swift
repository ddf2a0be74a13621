package import FeedSystem
import Glibc

extension Diagnostic {
    /// What is told of a file that this program obeys or believes (`subject` in the sentence) and that others can
    /// change; nil if only its user and root can.
    ///
    /// A warning: who runs it may trust those others. Root must not obey what more than one of them can change. Blocks.
    package init?(othersCanChange path: String, _ subject: String, at place: Place, way: InputWay = InputWay()) {
        guard let fault = way.fault(of: path) else { return nil }
        self.init(
            fault.letsManyIn && geteuid() == 0 ? .error : .warning, at: place,
            "\(subject): \(fault.words(of: path))", suggestion: fault.cure(for: path))
    }
}
