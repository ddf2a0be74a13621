extension EnglishMessages {
    /// Files and folders: what they are, and why they are not used.
    static let files: StaticString = """

        file.it = it
        file.its = its file
        file.kind.regular = a file
        file.kind.folder = a folder
        file.kind.link = a symbolic link
        file.kind.pipe = a named pipe
        file.kind.socket = a socket
        file.kind.device = a device
        file.wrong_kind = {file} is {kind}
        file.foreign = {file} belongs to the user {user}
        file.hard_links = {file} has {count} names (hard links)
        file.writable_by_everybody = everybody can write to {file}
        file.writable_by_group = the group {group} can write to {file}
        file.folder_foreign = its folder {folder} belongs to the user {user}
        file.folder_writable_by_everybody = everybody can write to its folder {folder}
        file.folder_writable_by_group = the group {group} can write to its folder {folder}
        file.cure.name_another = name another file
        file.cure.hand_over = chown {us} {file}, or run this as {other} || chown it to {us}, or run this as {other} || chown {us} {file} || chown it to {us}
        file.cure.hand_over_as_root = chown {us} {file} as root, or run this as {other} || chown it to {us} as root, or run this as {other} || chown {us} {file} as root || chown it to {us} as root
        file.cure.planted = check it, then remove it, or use a folder of your own
        file.cure.hard_links = keep one of its names (find / -samefile {file}), or copy it || keep one of its names (find / -samefile), or copy it
        file.cure.writable_by_everybody = chmod o-w {file} || chmod o-w it
        file.cure.writable_by_group = chmod g-w {file} || chmod g-w it
        file.cure.own_folder = use a folder that only {us} can write to, or run this as {other} || use a folder that only {us} can write to
        file.missing = {file} does not exist
        file.silent_pipe = {file} is a pipe without a writer
        file.too_large = {file} is larger than {limit}
        file.unreadable = {file} cannot be read: {reason}
        file.open_to_others = others can read or write {file} (mode {mode})
        file.of_another_user = {file} belongs to another user
        file.writable_by_others = others can write to {file} (mode {mode})
        file.readable_by_others = others can read {file} (mode {mode})

        """
}
