/// The Content Security Policy (Level 3) of pages that show sanitised markup: a second protection behind the sanitiser.
///
/// It must match the sanitiser: a browser may show what the sanitiser keeps, and fetch, run or send nothing else.
public enum PagePolicy {
    /// The value of `Content-Security-Policy`.
    ///
    /// Images and media may come from all sources that the sanitiser allows (`AddressPolicy`, `ImageSource.isInline`).
    /// Styles are only the page's own, because the sanitiser removes all others. `base-uri` and `form-action` do not
    /// fall back to `default-src`.
    public static let contentSecurity: StaticString = """
        default-src 'none'; img-src https: http: data:; media-src https: http:; style-src 'unsafe-inline'; \
        base-uri 'none'; form-action 'none'
        """

    /// The value for a page without pictures of other sites. Media load nothing until somebody plays them. Pictures within
    /// the style are parts of the page.
    package static let contentSecurityWithoutPictures: StaticString = """
        default-src 'none'; img-src data:; media-src https: http:; style-src 'unsafe-inline'; base-uri 'none'; \
        form-action 'none'
        """
}
