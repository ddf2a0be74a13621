extension JapaneseMessages {
    /// 状態データベースの異常と、記録する理由
    static let state: StaticString = """

        database.marked = 破損の印があります
        database.damage = 破損が見つかりました
        database.malformed = データベースの形式が壊れています
        database.it_is_malformed = 形式が壊れています
        database.unchecked = 検査できません
        database.no_locks = ロックのできないファイルシステム
        database.mounted = ファイルが単独でマウントされています
        database.foreign = 別のプログラムのデータベース
        database.no_version = バージョンの記載がありません
        database.empty = 空です
        database.older = 古いコピーか、最後に書き込まれた分が失われています
        database.lost_source = 索引に取得元がありません
        database.keys_out_of_order = 記事のキーの並びが壊れています
        database.lost_document = 索引に文書がありません
        database.lost_waiting = 配信待ちの記事の行が壊れています
        database.newer = 新しいバージョンの状態データベース
        database.entry_state = 記事の状態 {value}
        database.message_state = メッセージの状態 {value}
        database.message_mode = メッセージの方式 {value}
        saved.no_state = 保存した状態データベースではありません
        saved.cut_short = 途中で切れているか、`state save` で作ったものではありません
        saved.changed = 保存した後に内容が変わっています
        saved.later_format = 新しいバージョンで保存したものです
        saved.unreleased = 最初のリリースより前のバージョンで保存したものです
        saved.no_tables = 状態データベースの表がそろっていません
        saved.ahead = {file} の保存後に、ここの状態データベースで実行しています
        saved.other = ここの状態データベースは {file} とは別のものです
        saved.again_exactly = {file} は、{since} 以降に {sinks} へ配信したメッセージ{messages}件（記事{entries}件）を含みません。--force で読み込むと、{file} にある記事と取得元に残っている記事をもう一度配信します
        saved.again_at_least = {file} は、{since} 以降に {sinks} へ配信したメッセージ{messages}件以上（記事{entries}件以上）を含みません。--force で読み込むと、{file} にある記事と取得元に残っている記事をもう一度配信します
        saved.more_sinks = ほか{count}件
        saved.lost_waiting = {file} は、ここで配信待ちか再送を打ち切った記事{entries}件を含みません。--force で読み込むと、取得元に残っていない記事は失われます
        rule.waiting_entries = 配信待ちの記事がすべてある
        rule.message_bytes = 送信中のメッセージに内容がある
        rule.finished_messages = 終わったメッセージに内容が残っていない
        rule.keys = すべてのキーに記事がある
        rule.numbers = すべての数値の推移に記事がある
        rule.pipeline_entries = パイプラインの記事がすべてある
        rule.entry_documents = すべての記事に文書がある
        rule.document_sources = すべての文書に取得元がある
        rule.stories = 話題に属する記事はすべて掲載済み
        rule.waiting_once = フィルタ待ちと配信待ちを兼ねる記事がない
        verdict.flood_past = 公開日時が前回の取得よりかなり前なのに、ほかの多数の記事と一度に新着になった
        verdict.flood_longer = 文書がこれまでになく長く、ほかの多数の記事と一度に新着になった
        verdict.flood_other_site = URLの指す先が別のサイトのフィードに変わったときに現れた
        verdict.flood_stranger = リダイレクト先の別のサイトから届き、その文書に既知の記事が1件もなかった
        verdict.flood_lost = 配信済みの可能性がある（状態データベースから記事が失われていた）
        verdict.discarded = 手動で破棄
        verdict.source_removed = 取得元が設定から外された
        verdict.seen_elsewhere = 取り込みの前に {program} で見た記事
        verdict.first_run = 初回の取得で新着として扱わなかった古い記事

        """
}
