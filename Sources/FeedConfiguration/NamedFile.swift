/// A file that a run reads or starts, because the configuration names it.
package struct NamedFile: Sendable, Hashable {
    /// What it is for.
    package enum Use: Sendable, Hashable {
        /// The variables of `settings.env_file`, which only their owner may read.
        case variables
        /// One secret, which only its owner may read.
        case secret
        /// A secret that the service manager handed over.
        case credential
        /// Certificates, rules for a page, a document.
        case content
        /// A program, or the script of an interpreter.
        case program
    }

    /// The path, resolved against the configuration's folder.
    package let path: String
    /// What it is for.
    package let use: Use
    /// Where the configuration names it.
    package let place: Place

    /// Makes a file.
    package init(_ path: String, for use: Use, at place: Place) {
        (self.path, self.use, self.place) = (path, use, place)
    }
}
