extension EnglishMessages {
    /// Recordings of runs.
    static let recordings: StaticString = """

        recording.not_recorded = is not in the recording
        recording.method_expected = METHOD ADDRESS expected
        recording.outcome_expected = HTTP STATUS or ERROR CODE expected
        recording.ending_expected = HTTP STATUS, ERROR CODE, END … or TAKEN expected
        recording.not_base64 = the body is not base64
        recording.field_expected = NAME: VALUE expected
        recording.line_expected = > LINE expected
        recording.line = line {line}: {reason}
        recording.not_empty = not empty
        recording.no_time = not an RFC 3339 time
        transport.body_elsewhere = another origin for a body
        transport.control_characters = control characters
        transport.bad_method = method
        transport.bad_envelope = sender or recipients
        transport.no_mail_server = what answers there is no mail server
        transport.mail_flood = the mail server's replies do not end
        transport.bad_header = header {name}

        """
}
