extension Lexicon {
    /// More words that stand in many texts, whatever they are about.
    static let moreEnglish = """
        ability able above access according account accounts accurate achieve across active actual actually add added
        adding addition additional address addresses adds administration advanced advantage advice affect age agencies
        agency ago agree ahead air allegations alleged allegedly allow allowed allowing allows alone along already
        alternative always amazing amid announcement announcements another answers anymore anyone anything anywhere
        appear appears application applications apply approach architecture area areas around art article articles ask
        asked asking aspects associated attached attempt attention author authorities authority auto automatic
        automatically availability avenue average avoid aware away awesome baby back background backs balance based
        basic basis beautiful became become becomes becoming beginning behavior behind believe benefit benefits bid
        bids billions black blog board body bold boost boosts bottom bought boy break brief bring bringing brings
        brother brought build building built bunch button calling came campaign candidate candidates card cards care
        career catch categories category cause cell central certain chair chairman chairwoman challenge challenges
        challenging chance changed changing channel check checking chief child children choice choose civilians claim
        claimed claims classes clean click client clients closed closer code cold collaboration collection com comes
        coming command commands comment comments committee community compared compatibility competitive completed
        completely complex complexity complicated computer concept concerns conditions conference conferences
        confident configuration confirm confirmed confirms connect connection consider considered consistent
        constantly consumer contact contain contains content context continue continues continuing continuous
        contribute contributions control convenient cool cop cops copy core correct council couple course cover
        covered covering covers create created creating creation crew critical cross crowd crowds curious current
        currently custom daily date daughter day days decade decided decision dedicated deep deeper default defined
        definitely delay deliveries delivery demand demo democrat democrats denied denies deny department dependent
        depends deploy depth described description design designed despite detail detailed details determine dev
        develop developed developing development device devices difference difficult direct direction directly
        director directory discuss discussion discussions display distinct distributed doctors document documents
        doing double download dozens drawing drive driven driving drops due dynamic earlier early easier easily easy
        ecosystem edge edit edition effect effective effects efficient effort efforts either else email empty enable
        enabled encourage ended ends enjoy enough ensure enter enters entire environment episodes equivalent error
        errors especially essential etc events everyone everything exactly example examples excellent excited exciting
        executive exist existing expecting experience experiences experiment experiments explain explore export
        extended external extra extremely eye eyed eyeing eyes face faces facing fact fail fair falling false familiar
        families family fans far fast faster father favorite featured feed feedback feeds feel feeling feels fell few
        fifth fighter fighters file files fill final finally finding first fit fix fixed fixes flow focus focused
        followed following forecast forecasts forever forget form format former forums forward fourth framework fresh
        friend friendly friends front fully fun function functional functionality functions fundamental funny further
        future gave generate generated generating generation getting giant girl giving governor green grew grow
        growing grows guess guest guys hailed hand handle handles handling handy happen happened happening happens
        happy hard hate head hear heard heavy height held helped helpful helping hero hidden hide higher highest
        highly himself history hit hits hitting hold hope hopeful hopes hoping host hosted hosting hosts hot hour
        hours however human hundreds husband icon idea ideal ideas identify identity image images immediately impact
        implementation implemented implementing import importance important improve improved improvements include
        included includes including increased increasingly independent individual industry info information initial
        insiders instance instead instructions integration interested interesting interface internal internet
        introduced introducing invited involved item items itself journey keep knew knowledge known knows language
        languages larger last late later latest lawmaker layout leader leaders leadership leading learn learned
        learning least leave leaves leaving led left legend length lets letter level light like limit limited line
        lines link links list listen listening little location longer look looked loses losing lot lots love machine
        main maintained make makes making manage managed management manager manual mapping maps mark marks master
        matter maybe mayor mean meaning means meant measures media member members mention mentioned message messages
        met method methods middle millions mind minute minutes mix mode modern moment monitor month more mostly mother
        moved moves moving mull mulls multi multiple myself named native natural nature near nearly nears necessary
        needed net network newly next nice nod non none normal note notes nothing notifications numbers nurse nurses
        object objects obvious odd offering office officer officers often older once ones opened opening operation
        operations operator operators opportunity option options order orders org original others ousted output
        outside over overall overview own owner owners package page pages pair panel paper parallel parameters
        particular particularly parties party pass passed passengers passes passing past pattern perfect perform
        performance perhaps period person personal physical pick piece pieces pipe pitch planned planning plans
        platform platforms play played playing please pledge pledges plus poised policy political politician
        politicians politics popular position positive possibly post posts potential powered powerful practice
        practices praised predict present presentation presented presents press pressure pretty previous previously
        primary probably problems process processes processing produced production programming progress projects
        proper properly proposal propose proposed protect provide provided provides providing public publication
        published pull push putting quality queries quick quickly quite ran range rare rather reach reached reaches
        read reader reading ready reality really receive received receiving recent recently recommend record reduced
        reference region regional regular related relationship relative relatively relevant reliable rely remain
        remaining remains remember remote remove replace replacement reporting representation republican republicans
        request requests require required requires resident residents resolution resources rest result return returned
        returns reveals rich rift rise risen rises rising rival rivals role room root row running safe safety sample
        save saw saying scale scenes schedule scope scores screen script searching seat second seconds secret
        secretary section secure seeks seem seems seen sees select selection self senator send sending sends senior
        sense sent separate serious server servers session sets setting settings setup several shape shared sharing
        shift shifts showed shown side significant significantly similar simple simply since single sister sit sites
        situation sixth size sizes skip slams slated slow small smaller smart social soldier solution solutions solve
        someone something sometimes son soon sort sound sounds source sources special specific speed spend spent
        spokesman spokesperson sports spot spread stable stage stand standard standing star stars started starting
        starts statement status stay stays steps stick store straight straightforward strange strategies strategy
        streaming street strength stress strong structure student stuff style submitted subscribe subscription success
        summary super support supported supporting supports sure surge surprise surprised sweeping table take takes
        taking talk talking talks tapped taps target tasks technical techniques technologies teen teenager term terms
        testing tests text than thank thanks themselves think thinking third though thought thoughts thousands thread
        through throwback time times tiny today together ton tonight top topic topics tops total touch towards town
        track tracking traditional training transition tree tried trigger true try trying turn turned turning turns
        type types understand understanding unique unit unknown unveiled upcoming upgrade upon urge urges usage useful
        usual usually values variety various versions victim videos view views village virtual visible visit voice
        voter voters vows wait waiting walk wanted warns watch watching way website week weekend weeks weigh weighs
        welcome well went whether whole wide width wife window winning wins wish within worked worker worry worse
        worth write writing written wrong wrote year years yourself zero
        """

    /// Words of fields that have news each day.
    static let moreFieldEnglish = """
        aircraft airliner airplane airplanes crackdown fleet freighter gunmen inquiry investigate investigation
        investigators jet jets lease migrants militants probe probes rebels refugees soldiers troops
        """

    /// The same in Japanese.
    static let moreJapanese = """
        開幕 閉幕 会場 場所 場合 方法 状況 状態 現状 実態 背景 原因 要因 目的 目標 狙い 意味 意見 意向
        意思 期待 懸念 不安 心配 危険 安全 安心 注意 警戒 警戒感 対策 対処 措置 準備 整備 計画 構想 案
        提案 提言 提出 申請 申し込み 募集 応募 受付 受け付け 締め切り 期限 期間 期日 時期 時間 時代 歴史
        記録 記念 記憶 思い出 経験 体験 挑戦 成功 失敗 成長 成果 効果 効率 影響力 役割 責任 義務 権利
        自由 平和 戦争 戦後 伝統 文化 芸術 音楽 本 書籍 雑誌 番組 放送 配信 視聴 映像 作品 新刊 連載
        展示 展覧会 公演 舞台 演奏 講演 講座 教室 授業 学習 教育 指導 訓練 練習 合宿 合格 就職 採用
        求人 転職 仕事 働き方 労働 給料 年収 収入 支出 費用 経費 負担 負債 借金 資金 資産 投資 融資
        金融 銀行 保険 年金 税金 財政 財務 市場 取引 売買 輸出 輸入 貿易 物流 配送 輸送 運送 倉庫 店舗
        店 商店 飲食店 居酒屋 食堂 弁当 料理 食品 飲料 野菜 果物 農業 漁業 林業 畜産 環境 自然 動物
        植物 生物 海 山 川 空 森 島 港 橋 駅 駅前 街 町内 都市 地方 自治体 行政 役所 市役所 県庁
        議会 委員会 委員長 会議 会合 協議 協定 条約 条例 法律 法 規制 規則 基準 制度 政策 施策 改革
        改善 改定 変更 変化 転換 移行 移転 移動 設置 設立 創設 創業 結成 解除 解決 発生 発見 発覚
        発足 発言 発信 発送 発行 発注 受注 受領 承認 認定 認証 許可 禁止 制限 拒否 拒絶 反対 賛成 同意
        了承 決定 決断 判断 評価 検証 検査 点検 監視 監督 管理 運営 運用 運転 運行 操作 操縦 処理 処分
        処罰 罰金 違反 違法 不正 不当 不足 過剰 過去 未来 将来 前半 後半 序盤 終盤 第一 第二 初日
        最終日 最終 最後 最初 最近 最新版 最年少 最年長 史上 歴代 通算 連続 今季 昨季 来季 今夏 今秋
        今冬 今春 夏 秋 冬 春 週末 平日 休日 祝日 連休 年末 年始 正月 夜間 深夜 早朝 昼 夕方 前日
        翌日 当日 同時 直前 直後 途中 一時 一方 一部解除 一斉 一緒 一番 一人 二人 多数 少数 複数 半数
        大半 大量 大規模 大型 大手 中小 小型 小規模 巨大 高額 高級 低価格 格安 割引 特別 特典 特定 通常
        一般 共通 共同 合同 連携 連合 同盟 団体 組織 機関 施設 建物 住宅 家 部屋 庭 公園 広場 道 道路
        交通 交通事故 渋滞 歩行者 自転車 運転手 乗客 乗員 船 船舶 客 観客 来場者 入場 入場者 利用者
        消費者 視聴者 読者 参加者 出席 欠席 出演者 関係 関連 関心 興味 趣味 生活 暮らし 健康 病気 症状
        治療 診断 手術 薬 医療 介護 福祉 保育 子育て 出産 妊娠 家族 夫婦 夫 妻 父 母 親 親子 兄 弟
        姉 妹 息子 娘 孫 高齢者 若者 若手 新人 ベテラン 友人 仲間 相手 敵 味方 隣 近所 本人 自分 自身
        自宅 職員 社員 従業員 店員 店長 役員 代表 代表取締役 創業者 経営 経営者 経営陣 株主 投資家 技術者
        開発者 研究者 教授 博士 弁護士 検察 検事 容疑で 疑い 疑惑 不祥事 問題視 騒動 炎上 謝意 感謝 祝福
        応援 声援 歓声 涙 笑顔 怒り 悲しみ 喜び 驚き 感動 魅力 秘密 真相 真実 事実 証拠 証言 証明 説
        論 論文 文書 資料 書類 手紙 電話 通話 通信 通知 連絡 報告 報告書 報道 新聞 記事 見出し 特報
        号外 更新 随時更新 掲載 掲示 表示 表現 表記 比較 選択 選定 選出 選考 選抜 予想 予測 予報 見解
        見方 考え 考え方 基本 応用 実践 実装 構築 設計 設定 環境構築 手順 手法 仕組み 構造 機構 性能
        品質 仕様 規格 形式 種類 分類 単位 数字 数値 割合 平均 平年 合計 総額 総数 累計 推計 推定 推移
        傾向 動向 展開 展望 見直し 引き上げ 引き下げ 上げ 下げ 延べ 超え 突破 到達 達成 達する 更新へ
        維持 継続 存続 保存 保護 保護者 保証 補償 補助 補助金 支給 給付 寄付 募金 義援金 被害 被害者
        被災地 被災者 災害 防災 減災 犯罪 事件 犯人 犯行 現場 遺体 遺族 死者 死因 生存者 負傷者 患者数
        人数 件数 台数 個数 回数 順位 首位 最下位 上位 下位 得点王 打率 投手 打者 捕手 内野手 外野手
        野手 主将 主力 控え 先制 同点 逆転 決勝点 延長 延長戦 前半戦 後半戦 開幕戦 最終戦 初戦 第一戦
        連戦 対戦 対戦相手 対決 白星 黒星 勝率 王者 王座 防衛 防衛戦 挑戦者 新記録 日本記録 世界記録
        自己ベスト トップ クラス レベル サイズ タイプ スタイル デザイン カラー ブランド メーカー ショップ
        ストア カフェ レストラン ホテル ホール センター ビル マンション オフィス ビジネス マーケット
        マーケティング マネジメント リーダー スタッフ パートナー ユーザ エンジニア プログラマー プログラミング
        プログラム コード ライブラリ フレームワーク ツール アプリケーション ソフト ソフトウェア ハードウェア
        パソコン サーバ サーバー クラウド ネットワーク インターネット ウェブ ブラウザ ページ ファイル フォルダ
        ドキュメント データベース アルゴリズム セキュリティ パスワード アカウント ログイン メール メッセージ
        チャット ボット エラー バグ デバッグ インストール セットアップ チュートリアル サンプル メモ ノート
        ブログ ポッドキャスト ラジオ テレビ ビデオ カメラマン ドキュメンタリー シリーズ シーズン エピソード
        ファースト セカンド ベスト ラスト スペシャル オリジナル コラボ セール フェア フェス コンサート
        ステージ シーン ストーリー キャラクター キャスト ヒーロー ヒロイン スター アイドル グループ ユニット
        バンド ソロ デビュー カムバック ゴール シュート ホームラン ヒット ピッチャー キャプテン コーチ リーグ
        カップ シリーズ優勝 ケース リスク コスト メリット デメリット ポイント還元 ルール ニーズ トレンド
        ブーム チャンス ピンチ トラブル ショック ダメージ ストレス プラン プロ アマ ジャパン ワールド
        グローバル アジア アメリカン 中東 アフリカ 南米 北米 東南アジア
        """
}
