extension EnglishMessages {
    /// The sink of letters.
    static let mail: StaticString = """

        summary.sink.mail = sends digests by mail, as text and HTML: to a mail server, through sendmail, or into a Maildir
        option.mail.to = who gets the letters: one address or a list, at most 50; all see each other
        option.mail.from = who sends the letters
        option.mail.via = the way of the letters: { smtp: ADDRESS, user: NAME, password: SECRET } with `tls` and `ca_file` where \
        needed, { sendmail: [PROGRAM] } or { maildir: FOLDER }
        option.mail.subject = the subject; if left out, the title, the date, the number of entries and the first title
        option.mail.pictures = none: opening a letter asks no site for anything; remote: the mail program loads those of leads \
        and cards from their sites
        option.mail.when_empty = whether a digest without entries is also sent
        option.mail.unsubscribe = where readers leave the list, for `List-Unsubscribe`: a URL of the web, or mailto:ADDRESS
        option.mail.timeout = longest time of one attempt
        option.mail.smtp = the mail server: smtp://HOST (port 587, encrypted by STARTTLS) or smtps://HOST (port 465, encrypted \
        from the start)
        option.mail.user = the user name at the mail server
        option.mail.password = the password at the mail server
        option.mail.tls = required: nothing is sent without encryption; none: only for a server on this machine
        option.mail.sendmail = a program that takes letters on its standard input, such as [/usr/sbin/sendmail, -i, -t]; without \
        -t the recipients follow as arguments
        option.mail.maildir = a folder in the form of Maildir; made if it is missing
        type.mail_address = a mail address, such as name@example.com or Name <name@example.com>
        type.mail_route = a map with one of smtp, sendmail and maildir
        type.mail_subject = text; may contain {placeholders}
        type.mail_unsubscribe = a URL of the web, or mailto: and an address, in ASCII
        mail.route_example = write it as { smtp: "smtps://mail.example.com", user: NAME, password: { env: NAME } }
        mail.format = {path}.format: a letter always has text and HTML
        mail.format.cure = remove it
        mail.address_controls = {path}: an address cannot contain line breaks or other control characters
        mail.address_controls.cure = write it on one line
        mail.address_many = {path}: several addresses in one text
        mail.address_many.cure = write a list: [first@example.com, second@example.com]
        mail.address_not_ascii = {path}: an address can have only ASCII; the name before it can have any characters
        mail.address_not_ascii.cure = write a domain such as 例え.jp as xn--r8jz45g.jp
        mail.address_long_name = {path}: the name is too long
        mail.address_long_name.cure = shorten it to less than 1,000 bytes
        mail.address_wrong = {path}: this is no mail address
        mail.address_wrong.cure = write name@example.com or Name <name@example.com>
        mail.many_recipients = {path}.to: a letter can have {most} recipients
        mail.many_recipients.cure = send it to a mailing list
        mail.no_placeholder = there is no placeholder `{{{name}}}`
        mail.subject_wrong = {path}: {reason}
        mail.not_of_smtp = {path}.{option}: only for `smtp`
        mail.no_folder = {path}.maildir: {folder} is {kind}
        mail.odd_port = {path}.smtp: servers do not speak {scheme}:// at port {port}
        mail.odd_port.cure = write {address}
        mail.not_for_cron = {path}.sendmail: cron looks for programs in /usr/bin and /bin only, and not in {folder}
        mail.not_for_cron.cure = write its whole path: [{file}, …]
        mail.not_smtp = {path}.smtp: expected the address of a mail server
        mail.not_smtp.cure = write smtps://mail.example.com or smtp://mail.example.com:587
        mail.address_credentials = {path}.smtp: the address must not contain a user name or password
        mail.address_credentials.cure = write user: NAME, password: { env: NAME }
        mail.half_login = {path}: `user` and `password` belong together
        mail.bad_user = {path}.user: it is empty or has control characters
        mail.login_without_tls = {path}: `user` and `password` are never sent without encryption
        mail.login_without_tls.cure = remove them, or `tls: none`
        mail.no_tls = {path}.tls: `none` is only for smtp:// to a server on this machine
        mail.no_tls.cure = remove it

        """
}
