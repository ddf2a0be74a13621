extension Lexicon {
    /// Names by class; forms with `=` between them name the same thing, `_` stands for a blank.
    static let names: [(NameClass, String)] = [
        (.country, countries), (.region, regions), (.city, cities), (.company, companies), (.team, teams),
        (.league, leagues), (.month, months), (.quarter, quarters), (.weekday, weekdays), (.part, parts),
    ]

    private static let countries = """
        米国=アメリカ=united_states=u.s=usa=american=americans=ホワイトハウス=white_house 英国=イギリス=uk=u.k=britain=british=united_kingdom
        中国=china=chinese=beijing 韓国=south_korea=south_korean=korean 北朝鮮=north_korea=north_korean=pyongyang 台湾=taiwan=taiwanese
        ロシア=russia=russian=kremlin=moscow=モスクワ ウクライナ=ukraine=ukrainian=kyiv=キーウ フランス=france=french=仏
        ドイツ=germany=german=独 イタリア=italy=italian スペイン=spain=spanish ポルトガル=portugal=portuguese
        イスラエル=israel=israeli イラン=iran=iranian=tehran イラク=iraq=iraqi シリア=syria=syrian トルコ=turkey=turkish=turkiye
        サウジアラビア=サウジ=saudi=saudi_arabia エジプト=egypt=egyptian レバノン=lebanon=lebanese イエメン=yemen
        インド=india=indian=印 パキスタン=pakistan=pakistani アフガニスタン=アフガン=afghanistan=afghan バングラデシュ=bangladesh
        スリランカ=sri_lanka ネパール=nepal ミャンマー=myanmar タイ=thailand=thai ベトナム=vietnam=vietnamese
        フィリピン=philippines=philippine マレーシア=malaysia=malaysian シンガポール=singapore インドネシア=indonesia=indonesian
        オーストラリア=豪=豪州=australia=australian ニュージーランド=new_zealand カナダ=canada=canadian メキシコ=mexico=mexican
        ブラジル=brazil=brazilian アルゼンチン=argentina=argentine チリ=chile ペルー=peru=peruvian コロンビア=colombia=colombian
        ベネズエラ=venezuela=venezuelan キューバ=cuba=cuban ハイチ=haiti 南アフリカ=south_africa ナイジェリア=nigeria=nigerian
        ケニア=kenya=kenyan エチオピア=ethiopia=ethiopian スーダン=sudan=sudanese モロッコ=morocco=moroccan リビア=libya
        ギリシャ=greece=greek スイス=switzerland=swiss オーストリア=austria=austrian ポーランド=poland=polish ハンガリー=hungary=hungarian
        チェコ=czech スウェーデン=sweden=swedish ノルウェー=norway=norwegian フィンランド=finland=finnish デンマーク=denmark=danish
        オランダ=netherlands=dutch ベルギー=belgium=belgian アイルランド=ireland=irish スコットランド=scotland=scottish
        ルーマニア=romania=romanian ブルガリア=bulgaria セルビア=serbia=serbian クロアチア=croatia=croatian カタール=qatar
        japan=japanese=日本人
        """

    private static let regions = """
        北海道=hokkaido 青森=青森県=aomori 岩手=岩手県=iwate 宮城=宮城県=miyagi 秋田=秋田県=akita 山形=山形県=yamagata
        福島=福島県=fukushima 茨城=茨城県=ibaraki 栃木=栃木県=tochigi 群馬=群馬県=gunma 埼玉=埼玉県=saitama 千葉=千葉県=chiba
        東京=東京都=都内=tokyo 神奈川=神奈川県=kanagawa 新潟=新潟県=niigata 富山=富山県=toyama 石川=石川県=ishikawa 福井=福井県=fukui
        山梨=山梨県=yamanashi 長野=長野県=nagano 岐阜=岐阜県=gifu 静岡=静岡県=shizuoka 愛知=愛知県=aichi 三重=三重県=mie
        滋賀=滋賀県=shiga 京都=京都府=kyoto 大阪=大阪府=osaka 兵庫=兵庫県=hyogo 奈良=奈良県=nara 和歌山=和歌山県=wakayama
        鳥取=鳥取県=tottori 島根=島根県=shimane 岡山=岡山県=okayama 広島=広島県=hiroshima 山口=山口県=yamaguchi 徳島=徳島県=tokushima
        香川=香川県=kagawa 愛媛=愛媛県=ehime 高知=高知県=kochi 福岡=福岡県=fukuoka 佐賀=佐賀県=saga 長崎=長崎県=nagasaki
        熊本=熊本県=kumamoto 大分=大分県=oita 宮崎=宮崎県=miyazaki 鹿児島=鹿児島県=kagoshima 沖縄=沖縄県=okinawa
        alabama alaska arizona arkansas california=californian colorado connecticut delaware florida georgia hawaii idaho
        illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri
        montana nebraska nevada new_hampshire new_jersey new_mexico north_carolina north_dakota ohio oklahoma oregon
        pennsylvania rhode_island south_carolina south_dakota tennessee texas utah vermont virginia west_virginia
        wisconsin wyoming ontario quebec alberta manitoba saskatchewan nova_scotia british_columbia queensland victoria
        tasmania new_south_wales カリフォルニア=カリフォルニア州 テキサス=テキサス州 フロリダ=フロリダ州 ハワイ=ハワイ州
        """

    private static let cities = """
        札幌=札幌市 函館=函館市 旭川=旭川市 釧路=釧路市 仙台=仙台市 さいたま=さいたま市 千葉市 横浜=横浜市 川崎=川崎市 相模原=相模原市
        新潟市 静岡市 浜松=浜松市 名古屋=名古屋市 京都市 大阪市 堺市 神戸=神戸市 姫路=姫路市 岡山市 広島市 北九州=北九州市 福岡市 熊本市
        金沢=金沢市 輪島=輪島市 珠洲=珠洲市 前橋=前橋市 高崎=高崎市 宇都宮=宇都宮市 水戸=水戸市 甲府=甲府市 松本=松本市 長野市 岐阜市
        豊田市 津市 大津=大津市 奈良市 和歌山市 鳥取市 松江=松江市 山口市 下関=下関市 高松=高松市 松山=松山市 高知市 長崎市 佐世保=佐世保市
        大分市 宮崎市 鹿児島市 那覇=那覇市 いわき=いわき市 郡山=郡山市 盛岡=盛岡市 青森市 秋田市 山形市 新宿=新宿区 渋谷=渋谷区 池袋
        銀座 秋葉原 新橋 品川=品川区 横須賀=横須賀市
        london paris berlin munich madrid barcelona rome milan vienna amsterdam brussels dublin
        warsaw prague budapest stockholm oslo copenhagen helsinki lisbon athens istanbul cairo lagos nairobi johannesburg
        dubai mumbai delhi bangalore kolkata chennai karachi lahore dhaka bangkok jakarta manila hanoi seoul shanghai
        shenzhen hong_kong taipei sydney melbourne brisbane perth auckland toronto montreal vancouver calgary ottawa
        new_york=nyc=ニューヨーク los_angeles=ロサンゼルス chicago=シカゴ houston phoenix philadelphia san_antonio san_diego dallas
        san_jose austin jacksonville columbus charlotte indianapolis san_francisco=サンフランシスコ seattle=シアトル denver boston=ボストン
        nashville detroit portland memphis baltimore milwaukee albuquerque tucson fresno sacramento atlanta
        kansas_city miami oakland minneapolis tampa new_orleans cleveland pittsburgh cincinnati st_louis orlando las_vegas
        salt_lake_city buffalo ロンドン=london パリ=paris ベルリン=berlin ローマ=rome 上海=shanghai 香港=hong_kong ソウル=seoul
        バンコク=bangkok ドバイ=dubai シドニー=sydney
        """

    private static let companies = """
        トヨタ=トヨタ自動車=toyota ホンダ=本田技研=honda 日産=日産自動車=nissan マツダ=mazda スバル=subaru スズキ=suzuki 三菱自動車
        ダイハツ ソニー=ソニーグループ=sony パナソニック=panasonic 日立=日立製作所=hitachi 東芝=toshiba シャープ 富士通=fujitsu nec ntt ntt_docomo=ドコモ=nttドコモ
        kddi ソフトバンク=softbank 楽天=楽天グループ=rakuten 任天堂=nintendo カプコン=capcom スクウェア・エニックス=square_enix バンダイナムコ セガ=sega
        ユニクロ=ファーストリテイリング=uniqlo セブンイレブン=セブン&アイ ローソン ファミリーマート=ファミマ イオン 東京電力=東電 関西電力=関電 中部電力 九州電力
        三菱ufj 三井住友 みずほ 野村 日本郵政 日本製鉄=日鉄=nippon_steel 全日空=ana 日航=日本航空=jal jr東日本 jr東海 jr西日本 キリン アサヒ サントリー
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
        lakers=レイカーズ celtics=セルティックス warriors=ウォリアーズ nets knicks bulls heat cavaliers=cavs pistons pacers bucks hawks hornets magic
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
}
