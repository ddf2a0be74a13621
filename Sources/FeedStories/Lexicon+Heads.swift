extension Lexicon {
    /// Ideographs that end names of one kind. Those of one line are of one kind: `市長選` is held where the `市` is.
    static let nameEndings: [[UInt32]: UInt64] = {
        let lines = [
            """
            市 市長 市長選 市議 市議選 市議会 市内 市立 町 町長 町長選 町議 町内 町立 村 村長 村長選 村内 村立 区 区長 区長選 区議 区内 区立
            """,
            "県 県警 知事 知事選 県議 県内", "山 山頂", "川", "島", "湖", "湾", "駅 駅前", "港", "空港", "城", "橋", "神社", "寺", "線",
            "大学", "女子大", "高校", "病院", "署", "地裁", "高裁", "球場", "原発", "銀行", "電力", "新聞", "鉄道", "場所", "記念",
            "層", "党", "賞", "島沖", "沖",
        ]
        var endings: [[UInt32]: UInt64] = [:]
        for (index, line) in lines.enumerated() {
            for ending in line.split(separator: " ") {
                endings[ending.unicodeScalars.map(\.value)] = UInt64(index + 1)
            }
        }
        return endings
    }()

    /// English nouns that follow the name of a thing of their kind.
    static let nameHeads: Set<UInt64> = Set(
        [
            "county", "university", "college", "airport", "hospital", "station", "bridge", "river", "island", "beach",
            "park", "museum", "church", "prison", "dam", "stadium", "district", "valley", "lake", "county",
            "grand_prix",
            "open", "cup", "masters", "marathon", "festival", "prize", "base", "mine", "port", "square", "county",
        ].map { name in
            var scalars = name.unicodeScalars.map { $0 == "_" ? 0x20 : $0.value }
            Stemmer.stem(&scalars)
            return FeatureHash.hash(.word, scalars)
        })

    /// Nouns before the name of a ship, a work or the like in brackets.
    static let namedThings: [[UInt32]] =
        "護衛艦 潜水艦 巡視船 客船 漁船 フェリー 衛星 探査機 映画 ドラマ 漫画 アニメ 小説 絵本 特急 列車 新型車 楽曲 新曲 舞台 銘柄"
        .split(separator: " ").map { $0.unicodeScalars.map(\.value) }
}
