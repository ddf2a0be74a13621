/// How a part of a letter looks: one row of the table that Documentation/Mail.md shows. A mail program may remove the
/// style sheet of a letter, so each rule stands in the `style` attribute of its element.
enum LetterRule: CaseIterable {
    case backdrop, preheader, column, masthead, title, meta, heading, lead, headline, excerpt, facts, brief, member, end
    case small, failures, link, softLink, label, unbroken, picture

    /// The declarations of the `style` attribute.
    var style: StaticString {
        switch self {
        case .backdrop: "margin:0;padding:0;background-color:#faf8f2"
        case .preheader: "display:none;max-height:0;overflow:hidden;mso-hide:all"
        case .column:
            """
            max-width:600px;margin:0 auto;padding:20px 16px 32px;font-family:-apple-system,'Hiragino Sans',\
            'Noto Sans JP','Yu Gothic',Meiryo,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.6;\
            color:#1c1a17;background-color:#faf8f2;word-break:break-word;word-wrap:break-word
            """
        case .masthead: "padding:0 0 12px;border-bottom:3px double #1c1a17"
        case .title:
            """
            margin:0 0 6px;font-family:'Hiragino Mincho ProN','Yu Mincho','Noto Serif JP',Georgia,serif;\
            font-size:26px;line-height:1.3;font-weight:bold;color:#1c1a17
            """
        case .meta: "margin:0;font-size:13px;line-height:1.6;color:#544e45"
        case .heading:
            """
            clear:both;margin:30px 0 14px;padding:0 0 4px;border-bottom:1px solid #1c1a17;font-size:17px;line-height:1.45;\
            font-weight:bold;color:#1c1a17
            """
        case .lead:
            """
            clear:both;margin:20px 0 4px;font-family:'Hiragino Mincho ProN','Yu Mincho','Noto Serif JP',Georgia,serif;\
            font-size:21px;line-height:1.4;font-weight:bold;color:#1c1a17
            """
        case .headline: "clear:both;margin:20px 0 2px;font-size:17px;line-height:1.45;font-weight:bold;color:#1c1a17"
        case .excerpt: "margin:0 0 2px;font-size:15px;line-height:1.65;color:#1c1a17"
        case .facts: "margin:0 0 4px;font-size:13px;line-height:1.6;color:#544e45"
        case .brief: "clear:both;margin:14px 0 0;font-size:15px;line-height:1.5"
        case .member: "clear:both;margin:10px 0 0 14px;font-size:15px;line-height:1.5"
        case .small: "font-size:13px;color:#544e45"
        case .end:
            """
            clear:both;margin:32px 0 8px;padding:14px 0 0;border-top:3px double #1c1a17;font-size:15px;line-height:1.6;\
            font-weight:bold;text-align:center;color:#1c1a17
            """
        case .failures: "margin:24px 0 6px;font-size:15px;line-height:1.45;font-weight:bold;color:#9a2b16"
        case .link: "color:#1c1a17;text-decoration:none"
        case .softLink: "color:#544e45;text-decoration:underline"
        case .label: "color:#9a2b16"
        case .unbroken: "white-space:nowrap"
        case .picture: "float:right;width:112px;height:auto;margin:4px 0 6px 14px;border:0"
        }
    }

    /// The class by which the dark colours find the element; empty if its own name is enough. Without it the letter is
    /// light, and complete.
    var mark: StaticString {
        switch self {
        case .meta, .facts, .small, .softLink: "s"
        case .label, .failures: "a"
        case .column, .backdrop: "k"
        default: ""
        }
    }

    /// The dark colours. They have to outdo the `style` attributes.
    static let dark: StaticString = """
        :root{color-scheme:light dark;supported-color-schemes:light dark}
        @media (prefers-color-scheme:dark){
        body,.k{background-color:#171512 !important}
        .k,h1,h2,h3,p,a,div{color:#ece7dc !important}
        h2,p,div{border-color:#ece7dc !important}
        .s,.s a,a.s{color:#b3ab9d !important}
        .a{color:#f08d78 !important}
        }
        """
}

extension HTMLWriter {
    /// Writes the rest of a start tag, of which `<name` is written: the class, the style, and the end.
    mutating func styled(_ rule: LetterRule) {
        if rule.mark.utf8CodeUnitCount > 0 {
            markup(" class=\"")
            markup(rule.mark)
            markup("\"")
        }
        markup(" style=\"")
        markup(rule.style)
        markup("\">")
    }

    /// Writes a link in the style of a rule, or only its text if there is no address.
    mutating func link(_ text: String, to address: String?, _ rule: LetterRule) {
        guard let address else { return self.text(text) }
        markup("<a href=\"")
        self.text(address)
        markup("\"")
        styled(rule)
        self.text(text)
        markup("</a>")
    }
}
