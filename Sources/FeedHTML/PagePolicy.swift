/// What a page that shows sanitised markup lets a browser do: the second wall behind the sanitiser.
///
/// It stands beside the sanitiser because each must know the other: what the sanitiser leaves is shown, and nothing else
/// is fetched, run or sent (Content Security Policy Level 3).
package enum PagePolicy {
    /// The value of `Content-Security-Policy`.
    ///
    /// Pictures and media come from where the sanitiser lets them come from (`AddressPolicy`, `ImageSource.isInline`).
    /// Styles are those of the page itself: the sanitiser takes all others away. `base-uri` and `form-action` do not
    /// fall back on `default-src`.
    package static let contentSecurity: StaticString = """
        default-src 'none'; img-src https: http: data:; media-src https: http:; style-src 'unsafe-inline'; \
        base-uri 'none'; form-action 'none'
        """
}
