extension Lexicon {
    /// Words by how common they are in headlines; forms with `=` between them say the same.
    static let commonWords: [(Commonness, String)] = [
        (.stop, stopWords), (.field, fieldEnglish), (.field, fieldJapanese), (.general, generalEnglish),
        (.general, generalJapanese), (.field, moreFieldEnglish), (.general, moreEnglish), (.general, moreJapanese),
    ]

    private static let stopWords = """
        a an the and or but nor of to in on at by for from with without into onto over under after before as is are was
        were be been being am it its this that these those he she his her hers him they them their we our you your i my
        me us who whom whose which what when where why how not no yes do does did done can could will would shall should
        may might must have has had having if then than so such too very just also about against amid among around
        because between during off out up down while until via per vs v versus re ve ll s t d m o st nd rd th more most
        less much many some any all each every both other another there here now still yet only even ever never again
        get got gets go goes going gone make makes made take takes took taken
        """

    private static let generalEnglish = """
        say=says=said=tell=tells=told announce=announces=announced=unveil=unveils=reveal=reveals=introduce=introduces
        report=reports=reported new latest first last next year month week day today yesterday tomorrow time
        people man woman men women world global national international local state states city country government
        official officials plan plans big top best better good bad great high low old young long short early late live
        video watch photo photos picture pictures gallery breaking update updates updated exclusive opinion analysis
        editorial explained explainer know thing things way ways need needs want wants look looks looking see seen show
        shows showing find finds found give gives given call calls called come comes came keep keeps use uses used using
        help helps work works working part inside ahead since back set sets put puts turn turns run runs lead leads
        start starts begin=begins=began end ends join joins hold holds held face faces seek seeks move moves open opens
        near close nearly almost likely possible million billion trillion thousand hundred two three four five six seven
        eight nine ten half percent number amount full highlights highlight review reviews guide tips news story stories
        interview podcast episode part morning evening night daily weekly monthly annual recap preview roundup horoscope digest
        feature features here's what's it's expected expect expects could set key major minor real free home house
        life family kids game games match season team player players fans fan coach star point points
        biggest largest large huge massive growth record records change changes issue issues problem question questions answer reason reasons
        case cases deal deals right left north south east west center group groups company companies firm firms maker
        makers business market markets price prices cost costs money pay pays paid sell sells sold sale sales
        offer offers service services product products customer customers user users app apps online web site
        data technology tech digital software system systems tool tools model models version
        jr api apis ui ux cli url http html css json xml yaml csv pdf rss ci cd os pc it iot gpu cpu llm ml vr ar sdk ide orm dns ssh ssl tls
        tcp udp ip vm db qa seo crm erp saas paas poc kpi oss pr faq diy tv dvd cd usb ssd ram wifi lan vpn sim 5g 4g 4k
        release=releases=released=launch=launches=launched=rollout=debut=debuts
        """

    private static let generalJapanese = """
        発表=公表=公開=公表する 開催 開始=スタート 実施 提供 対応 対象 予定 検討 方針 可能性 影響 理由 問題 課題 結果 内容
        今後 今回 今日 本日 明日 昨日 今年 昨年 来年 今月 来月 先月 今週 来週 毎日 初 最新 情報 速報 続報 詳細 動画 写真
        画像 特集 解説 独自 単独 記者 会見 記者会見 取材 関係者 担当者 専門家 全国 各地 国内 海外 世界 日本 国 県 市 町 村
        社長 会長 大臣 議員 氏 容疑 容疑者 被告 男 女 男性 女性 歳 人 子ども 子供 学生 生徒 児童 住民 市民 政府 企業 会社
        事業 社会 経済 政治 国際 地域 地元 話題 注目 人気 必要 重要 新た 新しい 登場 東日本 西日本 東海 発売 販売 開発 開設 導入 活用 利用 使用
        増加 減少 拡大 縮小 上昇 下落 続く 続き 一部 全部 全体 初めて 最大 最高 最低 最多 過去最高 過去最多 以上 以下
        以来 時点 現在 当時 同日 午前 午後 朝 夜 年 月 日 時 分 位 件 回 円 万円 億円 投稿 動き 見通し 見込み 調査 研究
        確認 判明 指摘 説明 主張 認める 求める 受け 受ける 語る 明らか 表明 強調 批判 支援 協力 参加 出場 選手 監督 試合
        大会 優勝 勝利 敗戦 結婚 誕生 ニュース デジタル オンライン サイト サービス システム アプリ ゲーム イベント
        キャンペーン プロジェクト プレゼント ランキング インタビュー コメント レビュー まとめ リリース アップデート
        チーム メンバー ファン ユーザー データ モデル バージョン サポート テスト ポイント トップ コラム スポーツ
        プレスリリース お知らせ 公式 無料 限定 新商品 新製品 新作 新機能 機能 製品 商品 運勢 占い 星座 星占い 価格 値段 技術 方法 活動
        """

    private static let fieldEnglish = """
        cut=slash=shrink=reduce=trim=downsize=lower=decrease raise=hike=increase=boost=lift rise=rose=risen=surge=jump=soar=climb=gain=rally
        fall=fell=fallen=drop=plunge=slump=tumble=slide=sink=decline=dip=dive kill=killed=dead=die=dies=died=dying=death=deaths=fatal=toll=assassinate=slain=slay=murdered
        hurt=injure=injured=wound=wounded=injury buy=bought=acquire=acquisition=purchase=takeover=buyout merge=merger
        resign=quit=step_down=stepping_down=resignation=oust fire=blaze=wildfire=burn=burned=burnt quake=earthquake=temblor=tremor
        storm=hurricane=typhoon=cyclone flood=flooding crash=collide=collision=hit=ram strike=struck=walkout attack=assault
        arrest=detain=detained=custody charge=indict=indictment=accuse jail=prison=sentence=imprison sue=lawsuit=suit
        ban=prohibit=outlaw halt=suspend=suspension=pause=stop=stopped block=reject=veto approve=approval=clear=ok=greenlight
        win=wins=won=beat=beats=defeat=defeats=victory=triumph lose=loses=lost=loss steal=stole=stolen=theft=heist=robbery=robber=rob=thief=thieves jewel=jewels=jewelry=jewellery
        sink=sank=sunk flee=fled=evacuate=evacuation freeze=froze=frozen sell=sold=sale close=shut=closure=closes capsize=capsized
        derail=derailment topple=tip_over tornado collapse=collapsed=collapses vote=votes=ballot poll=polls
        election=elections president=presidential minister prime pm chief ceo boss founder executive order
        layoff=layoffs=job_cuts=lay_off=lays_off job=jobs=worker=workers=staff=employees=employee=workforce hire hiring
        iphone android windows mac ipad linux chatgpt gemini playstation xbox instagram youtube premium pro max ultra union
        earnings=results quarter quarterly profit profits revenue forecast guidance outlook stock=stocks=share=shares
        investor investors bank rate=rates interest inflation tariff=tariffs tax taxes trade budget debt bond bonds dollar
        dollars euro euros pound pounds yen oil gas energy police court judge trial law bill act ruling rule rules
        congress senate parliament lawmakers supreme federal military army war ceasefire=truce peace talks missile
        missiles drone drones hostage protest=protests=rally=demonstration security border migrant immigration
        health hospital patient patients virus vaccine disease outbreak study studies research scientist scientists
        researchers school schools student students university teacher climate weather heat snow rain water power outage=offline=failure=down_time
        plane flight flights airport airline airlines passenger train rail car cars vehicle vehicles electric recall=recalls
        recalled driver road ai artificial intelligence chip chips phone phones data_breach=breach=leak=hack=hacked
        security vulnerability=flaw=bug patch patched exploit=exploited attack ransomware privacy camera battery
        movie film series actor actress singer album song tour award awards box office trailer premiere book
        final finals semifinal playoff playoffs champion championship title cup league tournament goal goals injury
        contract transfer trade draft sign=signs=signed nba nfl mlb nhl olympics olympic world_cup
        test tests program project partner partnership agreement=pact=accord=treaty investment invest funding fund raises
        round startup startups stake ipo valuation fine=fined=penalty settle=settlement=settles crisis
        warning=warn=warns=alert fear fears threat threaten threatens risk risks crime murder=homicide shooting=shot=gunman=shoot=gunmen=shooter
        suspect suspects victim victims missing rescue=rescued search found_dead explosion=blast=explode=explodes collapse
        roof library mall shop store restaurant hotel factory plant warehouse building tower bridge tunnel mine farm field ship boat
        ferry truck bus jet whale bear shark dolphin bird horse volcano erupt eruption avalanche landslide tornado drought
        climber hiker skier swimmer cyclist motorcyclist pedestrian framework database browser compiler runtime library server chatbot
        processor robot bank lender insurer retailer grocer chipmaker carmaker airline drugmaker brewer publisher broadcaster
        pill drug obesity cancer diabetes alzheimer hepatitis measles flu covid pandemic manager coach striker goalkeeper quarterback
        pitcher statue painting mosaic tomb lottery jackpot auction concert festival comedian director novelist poet
        space rocket satellite moon mars nasa astronaut orbit mission
        """

    private static let fieldJapanese = """
        死去=死亡=亡くなる=逝去=訃報=死者=死ぬ=へい死 負傷=けが=軽傷=重傷 逮捕=再逮捕 起訴 送検=書類送検 判決 裁判 有罪 無罪 懲役 事故=衝突=接触
        火災=火事=全焼 地震 震度 津波 津波注意報 台風 大雨=豪雨 大雪=積雪=雪 警報 注意報 避難 停電 運転見合わせ=運休=見合わせ
        通行止め 打ち上げ 引き上げ=利上げ幅 引き下げ 見直し 取り下げ 受け入れ 差し止め 立ち入り 取り締まり 申し立て 聞き取り
        閉幕=会期終え 開幕 結婚=入籍 離婚 誕生=出産 休業 搭載 予約 盗難=窃盗 閉校 開業=オープン 開通 着工 完成 落成 撤去 解体 売却=譲渡 休刊 創刊 復刊 国宝 世界遺産 発掘
        初優勝 初勝利 初戦 敗退=予選落ち 逆転勝利 引き分け 満塁 完封 三振 代打 初登板 再開 中止 延期 停止=休止 廃止 終了 閉店=閉鎖 撤退 倒産=経営破綻=破産 合併=統合=経営統合 買収=子会社化 出資 提携
        資本提携 上場 決算 四半期 純利益 営業利益 経常利益 売上高 売上 増収 減収 増益 減益 赤字 黒字 業績 上方修正 下方修正
        株価 株式 株 日経平均 為替 円安 円高 金利 利上げ 利下げ 値上げ 値下げ 物価 賃上げ 春闘 関税 減税 増税 税 予算
        首相=総理=総理大臣 大統領 知事 市長 町長 村長 長官 官房長官 外相 財務相 防衛相 国会 衆院=衆議院 参院=参議院 選挙 衆院選
        参院選 市長選 知事選 当選 落選 再選 初当選 現職 新人 辞任=辞職=退任=辞意 就任 任命 更迭=解任 自民=自民党 立民=立憲民主党
        野党 与党 内閣 支持率 世論調査 法案 改正 可決 成立 否決 首脳会談 会談 訪問 訪日 合意 交渉 制裁 攻撃=空爆 侵攻 停戦=休戦
        ミサイル 無人機=ドローン 軍 自衛隊 警察 県警 警視庁 消防 救助 不明=行方不明 殺人 強盗 窃盗 詐欺 暴行 放火 盗撮 飲酒運転
        感染 感染者 新型コロナ コロナ インフルエンザ ワクチン 病院 医師 患者 大学 高校 中学 小学校 教員 入試 受験 いじめ 鉄道 新幹線
        電車 バス 空港 航空 高速 道路 車 自動車 トラック リコール 不具合 障害=システム障害 漏えい=流出=情報流出=漏洩=情報漏えい
        サイバー攻撃=不正アクセス サイバー ランサムウェア 脆弱性 人工知能=ai 生成ai 半導体 スマホ=スマートフォン カメラ 映画 ドラマ アニメ
        漫画 主演 俳優 女優 歌手 アルバム ライブ ツアー 新曲 受賞 決勝 準決勝 予選 開幕 連勝 連敗 移籍 契約 引退 復帰 代表 得点
        本塁打 登板 先発 サヨナラ プロ野球 サッカー 大相撲 横綱 場所 五輪=オリンピック 金メダル 優勝 原発 再稼働 原油 電気
        スイッチ=switch アイフォーン プレミアム プレステ 新型 国産 国立 市立 県立 工場 会社員 出演 主演 作業員
        解散 水族館 動物園 博物館 美術館 図書館 公民館 体育館 ゴルフ テニス バレー バスケ ラグビー 卓球 柔道 水泳 陸上 マラソン 体操 競馬
        将棋 囲碁 無償化 有料化 踏切 線路 脱線 立てこもり 遭難 転落 転覆 座礁 沈没 水難 落雷 竜巻 噴火 土砂崩れ 断水 孤立
        天気 気温 猛暑 真夏日 熱中症 花火 桜 開花 梅雨 梅雨入り 桜開花 クマ 熊 出没 目撃 往生=立往生=立ち往生
        """
}
