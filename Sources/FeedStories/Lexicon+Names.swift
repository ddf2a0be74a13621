extension Lexicon {
    /// Names by class; forms with `=` between them name the same thing, `_` stands for a blank.
    static let names: [(NameClass, String)] = [
        (.company, companies), (.team, teams), (.product, products), (.league, leagues), (.month, months),
        (.quarter, quarters),
        (.weekday, weekdays), (.part, parts), (.subject, subjects), (.road, roads), (.school, schools),
    ]

    private static let products = """
        iphone=アイフォーン ipad macbook apple_watch airpods vision_pro galaxy pixel xperia aquos surface kindle switch=スイッチ=ニンテンドースイッチ
        playstation=プレステ=ps5 xbox steam_deck windows macos ios=ipados android ubuntu debian fedora red_hat alpine arch_linux freebsd
        chrome=クローム firefox safari vivaldi opera brave python ruby php perl javascript typescript kotlin swift golang rust java scala haskell
        elixir erlang zig julia postgresql=postgres mysql mariadb sqlite mongodb redis valkey elasticsearch kafka nginx apache docker=docker_desktop podman
        raspberry_pi obsidian swiftui flutter xcode neovim vim emacs arduino github_actions aws_lambda=lambda kubernetes=k8s openshift vmware=esxi virtualbox terraform ansible jenkins git react vue angular svelte next_js=nextjs nuxt django flask rails laravel
        spring node_js=nodejs deno bun webpack vite pytorch tensorflow chatgpt gemini claude copilot llama deepseek grok photoshop excel powerpoint outlook teams
        wordpress drupal joomla openssl openssh curl ffmpeg cisco_asa fortinet exchange sharepoint
        """

    private static let companies = """
        fed=federal_reserve=fomc=frb ecb=european_central_bank=欧州中銀 bank_of_england=boe 日銀=日本銀行=boj=bank_of_japan imf world_bank opec
        トヨタ=トヨタ自動車=toyota ホンダ=本田技研=honda 日産=日産自動車=nissan マツダ=mazda スバル=subaru スズキ=suzuki 三菱自動車
        ダイハツ ソニー=ソニーグループ=sony パナソニック=panasonic 日立=日立製作所=hitachi 東芝=toshiba シャープ 富士通=fujitsu nec ntt ntt_docomo=ドコモ=nttドコモ
        kddi ソフトバンク=softbank 楽天=楽天グループ=rakuten 任天堂=nintendo カプコン=capcom スクウェア・エニックス=square_enix バンダイナムコ セガ=sega
        ユニクロ=ファーストリテイリング=uniqlo セブンイレブン=セブン=セブン&アイ ローソン ファミリーマート=ファミマ イオン 東京電力=東電 関西電力=関電 中部電力 九州電力
        三菱ufj=三菱ufj銀行=三菱ufj銀 三井住友=三井住友銀行=三井住友銀 みずほ=みずほ銀行=みずほ銀 野村 日本郵政 日本製鉄=日鉄=nippon_steel 全日空=ana 日航=日本航空=jal jr東日本=jr東 jr東海 jr西日本=jr西 jr九州 jr北海道 jr四国 jr貨物 paypay=ペイペイ キリン アサヒ サントリー
        マクドナルド=mcdonald's=mcdonald スターバックス=starbucks yahoo=ヤフー メルカリ サイバーエージェント リクルート 電通 博報堂 フジテレビ tbs 日本テレビ テレビ朝日
        apple=アップル google=グーグル=alphabet=アルファベット microsoft=マイクロソフト amazon=アマゾン=aws meta=メタ=facebook=フェイスブック openai=オープンai=オープンエーアイ
        anthropic nvidia=エヌビディア intel=インテル amd qualcomm=クアルコム broadcom tsmc samsung=サムスン sk_hynix micron asml ibm oracle=オラクル salesforce
        adobe netflix=ネットフリックス disney=ディズニー spotify uber lyft airbnb tesla=テスラ spacex=スペースx boeing=ボーイング airbus=エアバス ford gm=general_motors
        stellantis volkswagen=vw=フォルクスワーゲン bmw mercedes byd rivian hyundai=現代自動車 kia xiaomi=シャオミ huawei=ファーウェイ tencent alibaba=アリババ bytedance tiktok=ティックトック
        walmart=ウォルマート costco nike adidas coca-cola pepsi pepsico pfizer=ファイザー moderna=モデルナ merck lilly novartis novo_nordisk
        jpmorgan=jp_morgan goldman=goldman_sachs citigroup wells_fargo morgan_stanley=モルガン blackrock mastercard paypal
        exxon=exxonmobil chevron shell bp delta united_airlines american_airlines southwest lufthansa ryanair cisco dell hp
        github gitlab mozilla reddit pinterest paramount warner comcast verizon at&t t-mobile red_hat
        canonical cloudflare crowdstrike deepseek mistral xai perplexity
        """

    private static let teams = """
        巨人=読売ジャイアンツ 阪神=阪神タイガース ヤクルト=スワローズ 中日=ドラゴンズ 広島カープ=カープ ベイスターズ=横浜dena=dena オリックス=バファローズ
        ソフトバンクホークス=ホークス 日本ハム=日ハム=ファイターズ ロッテ=マリーンズ 西武=ライオンズ 楽天イーグルス=イーグルス
        浦和=浦和レッズ 鹿島=鹿島アントラーズ 川崎フロンターレ 横浜fm=マリノス fc東京 ガンバ大阪=g大阪 セレッソ大阪=c大阪 ヴィッセル神戸=神戸ヴィッセル 名古屋グランパス サンフレッチェ
        ドジャース=dodgers ヤンキース=yankees エンゼルス=angels パドレス=padres カブス=cubs mets=メッツ レッドソックス=red_sox ジャイアンツ=giants astros=アストロズ braves phillies orioles
        mariners=マリナーズ blue_jays=ブルージェイズ rangers guardians brewers white_sox tigers royals twins diamondbacks rockies marlins nationals reds pirates
        lakers=レイカーズ celtics=セルティックス warriors=ウォリアーズ nets knicks bulls heat=ヒート cavaliers=cavs=キャバリアーズ=キャブス pistons=ピストンズ pacers bucks hawks hornets magic
        wizards raptors 76ers sixers nuggets timberwolves thunder blazers jazz suns clippers kings mavericks=mavs
        rockets grizzlies pelicans spurs chiefs eagles cowboys 49ers ravens bills bengals steelers browns dolphins patriots
        jets colts jaguars texans titans broncos raiders chargers packers vikings lions bears seahawks rams cardinals
        saints falcons panthers buccaneers commanders bruins oilers maple_leafs canadiens penguins
        arsenal chelsea liverpool=リバプール manchester_united=man_united=man_utd manchester_city=man_city tottenham everton newcastle leicester
        west_ham aston_villa fulham brighton real_madrid=レアル=レアルマドリード barcelona=バルセロナ=バルサ atletico bayern=バイエルン dortmund juventus inter_milan
        ac_milan napoli psg=パリsg ajax benfica porto
        """

    private static let leagues = """
        nba nfl mlb=大リーグ nhl mls npb wnba セリーグ パリーグ j1 j2 プレミアリーグ=premier_league ラリーガ=la_liga セリエa=serie_a
        ブンデスリーガ=bundesliga
        """

    private static let months = """
        january=jan february=feb march april june july august=aug september=sept october=oct november=nov december=dec
        """

    private static let quarters = """
        q1=first_quarter=第1四半期 q2=second_quarter=第2四半期 q3=third_quarter=第3四半期 q4=fourth_quarter=第4四半期
        """

    private static let weekdays = """
        monday=月曜=月曜日 tuesday=火曜=火曜日 wednesday=水曜=水曜日 thursday=木曜=木曜日 friday=金曜=金曜日 saturday=土曜=土曜日 sunday=日曜=日曜日
        """

    private static let parts = "前編 後編 中編 前篇 後篇 上巻 下巻 春 夏 秋 冬"

    private static let subjects = """
        chemistry=化学賞 physics=物理学賞 medicine=医学賞=生理学・医学賞 literature=文学賞 peace_prize=平和賞 economics=経済学賞
        """

    private static let schools = """
        東大=東京大=東京大学 京大=京都大=京都大学 阪大=大阪大=大阪大学 名大=名古屋大=名古屋大学 東北大=東北大学 北大=北海道大=北海道大学
        九大=九州大=九州大学 一橋大=一橋大学 東工大=東京工業大 東京科学大 筑波大=筑波大学 早大=早稲田大=早稲田大学 慶大=慶応大=慶應大=慶応義塾大
        明大=明治大=明治大学 法大=法政大 中大=中央大 立大=立教大 青学大=青山学院大 日大=日本大学 近大=近畿大 同志社大 立命館大 関大=関西大
        harvard=harvard_university stanford=stanford_university yale princeton=princeton_university columbia_university mit
        oxford=oxford_university cambridge=cambridge_university berkeley=uc_berkeley
        """

    private static let roads = """
        東北新幹線 東海道新幹線 山陽新幹線 九州新幹線 北陸新幹線 上越新幹線 北海道新幹線 秋田新幹線 山形新幹線 西九州新幹線
        銀座線 丸ノ内線 日比谷線 東西線 千代田線 有楽町線 半蔵門線 南北線 副都心線 浅草線 三田線 新宿線 大江戸線 山手線 中央線
        総武線 京浜東北線 埼京線 湘南新宿ライン 横須賀線 東海道線 常磐線 高崎線 宇都宮線 京葉線 武蔵野線 南武線 横浜線 京急=京急線
        京成=京成線 東急=東急東横線 小田急=小田急線 京王=京王線 つくばエクスプレス=tx 西武線=西武鉄道 東武=東武線 近鉄 阪急 阪神電車 京阪 南海
        """
}
