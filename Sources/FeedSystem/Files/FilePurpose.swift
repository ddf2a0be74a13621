public import Glibc

/// What a file of ours is for: decides who may read it, and its folder if we make it.
public enum FilePurpose: Sendable {
    /// For this program alone: the state with its log and lock, copies of it, given-up messages, recordings.
    case privateData
    /// For readers: digests, reports, metrics. The umask takes away what the user wants to keep from others.
    case output

    /// The rights of a new file, before the umask.
    public var fileMode: mode_t { self == .privateData ? 0o600 : 0o644 }
    /// The rights of a new folder, before the umask.
    public var folderMode: mode_t { self == .privateData ? 0o700 : 0o755 }
}
