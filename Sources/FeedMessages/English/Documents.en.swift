extension EnglishMessages {
    /// What came where a feed was expected.
    static let documents: StaticString = """

        document.html = HTML page
        document.html_with_feed = HTML page that names a feed
        document.empty = an empty document
        document.too_large_for_memory = a page too large for the memory
        document.zip = ZIP archive
        document.png = PNG image
        document.jpeg = JPEG image
        document.gif = GIF image
        document.program = program
        document.binary = binary data
        document.plain_text = plain text
        document.empty_xml = XML without an element
        document.xml = XML document <{element}>
        document.other_json = JSON that is not a feed
        document.broken_json = broken JSON: {reason} at byte {offset}
        document.cut_json = JSON that ends too early

        """
}
