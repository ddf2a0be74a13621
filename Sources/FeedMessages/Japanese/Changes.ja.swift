extension JapaneseMessages {
    /// 実行時の通知。対応が必要になったものと、復旧したもの
    static let changes: StaticString = """

        line.error = {beginning}: {what}。{cure}
        line.rest = kawaraban: … ほか{count}件（kawaraban status --lines で表示）
        line.lost = kawaraban: 未読の通知が{most}件を超えたため、古い{count}件を削除しました。現在の状況は `kawaraban status` で確認できます
        line.works_again_at = {what}が正常に戻りました（{since}に失敗）
        line.works_again_between = {what}が正常に戻りました（{since}から{until}まで失敗）
        trouble.state = 状態データベース
        trouble.report = 実行レポート
        trouble.metrics = メトリクス
        trouble.recording = 記録
        change.source_silent = 取得元「{source}」は応答していますが、{day}以降、新着記事がありません（以前は週に約{rate}件）。移転していないか確認してください
        change.source_missed = 取得元「{source}」: {missed}
        missed.rhythm = {from}から{until}までの間に、取り逃した記事がある可能性があります。取得の間隔を{pause}以内にしてください
        missed.server = {from}から{until}までの間に、取り逃した記事がある可能性があります。{pause}以内の間隔で取得する必要がありますが、サーバーが{wait}以上の間隔を求めています（`{field}`）
        missed.failing = {from}から{until}までの間に、取り逃した記事がある可能性があります。その間は取得に失敗していました
        missed.unread = {from}から{until}までの間に、取り逃した記事がある可能性があります。{options} のいずれかを設定してさらに先まで読むか、取得の間隔を{pause}以内にしてください
        change.source_recovered = 取得元「{source}」が復旧しました
        change.source_recovered.first = 取得元「{source}」から取得できるようになりました
        change.source_moved = 取得元「{source}」が移転しました。{file}:{line} の `url` を {address} に変更してください || 取得元「{source}」が移転しました。URLを {address} に変更してください
        change.source_back = 取得元「{source}」が設定どおりのURLに戻りました。今後はそこから取得します [{address}]
        change.source_gone = 取得元「{source}」は廃止されたため、今後は取得しません
        change.source_flooded = 取得元「{source}」: 古い記事{entries}件が新着として届いたため、保留しています。`kawaraban state retry --source {source}` で配信、`state forget` で破棄できます
        change.source_elsewhere = 取得元「{source}」: リダイレクト先 {site} から届いた記事{entries}件を保留しています。`kawaraban state retry --source {source}` で配信、`state forget` で破棄できます
        change.source_changed_guids = 取得元「{source}」の記事IDが変わりました。{entries}件は既知の記事と判定したため、再配信しません
        change.source_fields_gone = 取得元「{source}」: {day}以降、{fields} がなくなりました。サイトが変わっていないか確認してください
        change.offline = {minute}からオフラインです。ほぼすべての取得に失敗したため、取得元の障害とは見なしません（{what}）
        change.online = {span}ぶりにオンラインに戻りました
        change.out_of_time = {span}以内に{count}件の取得元を処理できませんでした。次回はこれらを先に取得します。続く場合は `settings.max_run` を長くしてください
        change.pipeline_failing = パイプライン「{pipeline}」が{day}から失敗しており、記事は配信待ちです
        change.pipeline_failing.short = パイプライン「{pipeline}」が失敗しています
        change.pipeline_recovered = パイプライン「{pipeline}」が復旧しました
        change.sink_failing = 配信先「{sink}」への配信に失敗しており、{entries}件が配信待ちです
        change.sink_failing.short = 配信先「{sink}」への配信に失敗しています
        change.sink_waiting = 配信先「{sink}」: {day}から{entries}件が配信待ちです
        change.sink_recovered = 配信先「{sink}」が復旧しました
        change.sink_recovered.first = 配信先「{sink}」に配信できるようになりました
        change.given_up = 配信先「{sink}」: 記事{entries}件の再送を打ち切りました
        change.leftover_forgotten = パイプライン「{pipeline}」: 30日前に外された配信先「{sink}」宛ての記事{entries}件を破棄しました || パイプライン「{pipeline}」: 30日前に外された取得元の記事{entries}件を破棄しました
        change.given_up_exported = 配信先「{sink}」: 再送を打ち切ったメッセージのうち、古い{count}件を {path} に移しました
        change.warning = 警告
        change.unreadable = 別のバージョンが残した通知を、このバージョンでは読み取れません: {kind} {fact}
        change.document_failing = 取得元「{source}」の {document} を読み取れません
        change.document_failing.two = 取得元「{source}」の {document} とほか1件を読み取れません
        change.document_failing.many = 取得元「{source}」の {document} とほか{others}件を読み取れません
        names.more = {names} ほか{count}件
        failing.told = 取得元「{source}」{state}（{day}から{tries}回、次回は{wait}後） || 取得元「{source}」{state}（{day}から{tries}回） || 取得元「{source}」{state}（{tries}回、次回は{wait}後） || 取得元「{source}」{state}（{tries}回）
        failing.reminded = 取得元「{source}」は{state}（{day}から{tries}回、次回は{wait}後） || 取得元「{source}」は{state}（{day}から{tries}回） || 取得元「{source}」は{state}（{tries}回、次回は{wait}後） || 取得元「{source}」は{state}（{tries}回）
        failing.dead = 取得元「{source}」は長期間失敗しているため、今後は週に1回だけ取得を試みます（{day}から{tries}回失敗、次回は{wait}後） || 取得元「{source}」は長期間失敗しているため、今後は週に1回だけ取得を試みます（{day}から{tries}回失敗） || 取得元「{source}」は長期間失敗しているため、今後は週に1回だけ取得を試みます（{tries}回失敗）
        failing.other_cause = 取得元「{source}」の失敗の原因が変わりました（{day}から{tries}回、次回は{wait}後） || 取得元「{source}」の失敗の原因が変わりました（{day}から{tries}回） || 取得元「{source}」の失敗の原因が変わりました（{tries}回）
        failing.never = 取得元「{source}」は一度も取得できていません
        failing.never_throttled = 取得元「{source}」は一度も取得できていません（アクセス制限中）
        failing.state.failing = からの取得に失敗しています
        failing.state.throttled = からアクセスを制限されています
        failing.state.blocked = への接続を安全のため遮断しています
        failing.state.dead = からは長期間取得できていません
        failing.still.failing = 現在も取得に失敗しています
        failing.still.throttled = 現在もアクセス制限中です
        failing.still.blocked = 現在も安全のため接続していません
        failing.still.dead = 現在も長期間取得できていません

        """
}
