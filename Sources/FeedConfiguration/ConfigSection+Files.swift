extension ConfigSection {
    /// Remembers a file that is read beside the configuration: no sink may write it.
    package func noteFile(_ path: String) { secrets.noteFile(path) }

    /// Reports a file that this program believes and that others can change.
    package func reportIfOthersCanChange(_ file: String, at place: Place) {
        guard let diagnostic = Diagnostic(othersCanChange: file, path, at: place) else { return }
        report(diagnostic.message, at: place, severity: diagnostic.severity, suggestion: diagnostic.suggestion)
    }
}
