/// The configuration, with three pipelines: a page each morning, a stream of everything, and a weekly summary.
enum YearConfiguration {
    static let variables = [
        "QIITA_TOKEN": "0123456789abcdef0123456789abcdef01234567",
        "HOOK_SECRET": "whsec_" + "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
    ]

    static func text(of publishers: [Publisher]) -> String {
        let sources = publishers.map { "  \($0.name): { \($0.options) }" }.joined(separator: "\n")
        return """
            version: 1
            settings: { timezone: Asia/Tokyo, locale: ja, state: state/state.sqlite }
            defaults: { first_run: all }
            sources:
            \(sources)
            sinks:
              page: { type: file, path: "morning/{{date}}.html", format: html }
              stream: { type: file, path: "stream/{{month}}.jsonl", format: jsonl, mode: append }
              hook: { type: webhook, url: "https://hooks.example/in", secret: { env: HOOK_SECRET } }
              summary: { type: file, path: "weekly/{{date}}.md", format: markdown }
            pipelines:
              morning:
                schedule: "0 7 * * *"
                sources: ["*"]
                filters:
                  - newer_than: 7d
                  - deduplicate: { by: [url, title], window: 30d }
                  - sort: { by: published, order: descending }
                  - take: { entries: 1000, per_source: 250, rest: later }
                group_by: source
                sinks: [page]
              everything:
                sources: ["*"]
                sinks: [stream, hook]
              weekly:
                schedule: "0 9 * * 1"
                sources: ["blog_*", podcast, podcast_small, magazine, newsletter, publickey, comic, videos]
                sinks: [summary]

            """
    }
}
