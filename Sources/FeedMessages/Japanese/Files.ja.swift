extension JapaneseMessages {
    /// ファイルとディレクトリ
    static let files: StaticString = """

        file.it = ファイル
        file.its = そのファイル
        file.kind.regular = ファイル
        file.kind.folder = ディレクトリ
        file.kind.link = シンボリックリンク
        file.kind.pipe = 名前付きパイプ
        file.kind.socket = ソケット
        file.kind.device = デバイス
        file.wrong_kind = {file} は{kind}です
        file.foreign = {file} はユーザー {user} のものです
        file.hard_links = {file} には{count}個の名前（ハードリンク）があります
        file.writable_by_everybody = {file} には誰でも書き込めます
        file.writable_by_group = {file} にはグループ {group} が書き込めます
        file.folder_foreign = ディレクトリ {folder} はユーザー {user} のものです
        file.folder_writable_by_everybody = ディレクトリ {folder} には誰でも書き込めます
        file.folder_writable_by_group = ディレクトリ {folder} にはグループ {group} が書き込めます
        file.cure.name_another = 別のファイルを指定してください
        file.cure.hand_over = `chown {us} {file}` を実行するか、ユーザー {other} で実行してください || 所有者を {us} に変えるか、ユーザー {other} で実行してください || `chown {us} {file}` を実行してください || 所有者を {us} に変えてください
        file.cure.hand_over_as_root = root で `chown {us} {file}` を実行するか、ユーザー {other} で実行してください || root で所有者を {us} に変えるか、ユーザー {other} で実行してください || root で `chown {us} {file}` を実行してください || root で所有者を {us} に変えてください
        file.cure.planted = 中身を確かめてから取り除くか、自分専用のディレクトリを使ってください
        file.cure.hard_links = 名前を1つだけ残す（`find / -samefile {file}` で探せます）か、コピーしてください || 名前を1つだけ残す（`find / -samefile` で探せます）か、コピーしてください
        file.cure.writable_by_everybody = `chmod o-w {file}` を実行してください || `chmod o-w` を実行してください
        file.cure.writable_by_group = `chmod g-w {file}` を実行してください || `chmod g-w` を実行してください
        file.cure.own_folder = {us} だけが書き込めるディレクトリに置くか、ユーザー {other} で実行してください || {us} だけが書き込めるディレクトリに置いてください
        file.missing = {file} が見つかりません
        file.silent_pipe = {file} はパイプですが、書き込むプロセスがありません
        file.too_large = {file} が{limit}を超えています
        file.unreadable = {file} を読み取れません: {reason}
        file.open_to_others = {file} をほかのユーザーが読み書きできます（モード {mode}）
        file.of_another_user = {file} は別のユーザーのものです
        file.writable_by_others = {file} にほかのユーザーが書き込めます（モード {mode}）
        file.readable_by_others = {file} をほかのユーザーが読めます（モード {mode}）

        """
}
