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
        file.writable_by_everybody = everybody may write {file}
        file.writable_by_group = the group {group} may write {file}
        file.folder_foreign = its folder {folder} belongs to the user {user}
        file.folder_writable_by_everybody = everybody may write its folder {folder}
        file.folder_writable_by_group = the group {group} may write its folder {folder}
        file.cure.name_another = name another file
        file.cure.hand_over = chown {us} {file}, or run this as {other} || chown it to {us}, or run this as {other} || chown {us} {file} || chown it to {us}
        file.cure.hand_over_as_root = chown {us} {file} as root, or run this as {other} || chown it to {us} as root, or run this as {other} || chown {us} {file} as root || chown it to {us} as root
        file.cure.planted = look at it, then take it away, or use a folder of your own
        file.cure.hard_links = keep one of its names (find / -samefile {file}), or copy it || keep one of its names (find / -samefile), or copy it
        file.cure.writable_by_everybody = chmod o-w {file} || chmod o-w it
        file.cure.writable_by_group = chmod g-w {file} || chmod g-w it
        file.cure.own_folder = keep it in a folder that only {us} can write, or run this as {other} || keep it in a folder that only {us} can write
        file.missing = {file} does not exist
        file.silent_pipe = {file} is a pipe into which nobody writes
        file.too_large = {file} is larger than {limit}
        file.unreadable = {file} cannot be read: {reason}
        file.open_to_others = {file} may be read or written by others (mode {mode})
        file.of_another_user = {file} belongs to another user
        file.writable_by_others = {file} may be written by others (mode {mode})
        file.readable_by_others = {file} may be read by others (mode {mode})

        """
}
