extension Lexicon {
    /// Places below the place before `>`; forms with `=` between them name the same, `_` stands for a blank.
    static let places = """
        > 欧州=europe=european=eu=欧州連合 日本=japan=japanese=日本人 米国=アメリカ=united_states=u.s=usa=american=americans=ホワイトハウス=white_house
        英国=イギリス=uk=u.k=britain=british=united_kingdom 中国=china=chinese=beijing=北京 韓国=south_korea=south_korean=korean
        北朝鮮=north_korea=north_korean=pyongyang 台湾=taiwan=taiwanese ロシア=russia=russian=kremlin=moscow=モスクワ
        ウクライナ=ukraine=ukrainian=kyiv=キーウ フランス=france=french=仏 ドイツ=germany=german=独 イタリア=italy=italian
        スペイン=spain=spanish ポルトガル=portugal=portuguese イスラエル=israel=israeli イラン=iran=iranian=tehran イラク=iraq=iraqi
        シリア=syria=syrian トルコ=turkey=turkish=turkiye サウジアラビア=サウジ=saudi=saudi_arabia エジプト=egypt=egyptian
        レバノン=lebanon=lebanese イエメン=yemen ガザ=gaza インド=india=indian=印 パキスタン=pakistan=pakistani
        アフガニスタン=アフガン=afghanistan=afghan バングラデシュ=bangladesh スリランカ=sri_lanka ネパール=nepal ミャンマー=myanmar
        タイ=thailand=thai ベトナム=vietnam=vietnamese カンボジア=cambodia フィリピン=philippines=philippine マレーシア=malaysia
        シンガポール=singapore インドネシア=indonesia=indonesian オーストラリア=豪=豪州=australia=australian
        ニュージーランド=new_zealand カナダ=canada=canadian メキシコ=mexico=mexican ブラジル=brazil=brazilian
        アルゼンチン=argentina=argentine チリ=chile ペルー=peru=peruvian コロンビア=colombia=colombian パラグアイ=paraguay
        ウルグアイ=uruguay エクアドル=ecuador ボリビア=bolivia ベネズエラ=venezuela=venezuelan キューバ=cuba=cuban ジャマイカ=jamaica
        ハイチ=haiti 南アフリカ=south_africa ナイジェリア=nigeria=nigerian ケニア=kenya=kenyan エチオピア=ethiopia=ethiopian
        ガーナ=ghana スーダン=sudan=sudanese モロッコ=morocco=moroccan リビア=libya チュニジア=tunisia アルジェリア=algeria
        ギリシャ=greece=greek スイス=switzerland=swiss オーストリア=austria=austrian ポーランド=poland=polish
        ハンガリー=hungary=hungarian チェコ=czech スロバキア=slovakia スウェーデン=sweden=swedish ノルウェー=norway=norwegian
        フィンランド=finland=finnish デンマーク=denmark=danish オランダ=netherlands=dutch ベルギー=belgium=belgian
        アイルランド=ireland=irish ルーマニア=romania=romanian ブルガリア=bulgaria セルビア=serbia=serbian
        クロアチア=croatia=croatian カタール=qatar ヨルダン クウェート=kuwait アラブ首長国連邦=uae エストニア=estonia ラトビア=latvia
        リトアニア=lithuania ベラルーシ=belarus ジョージア モルドバ=moldova カザフスタン=kazakhstan アイスランド=iceland モンゴル=mongolia
        欧州> フランス ドイツ イタリア スペイン ポルトガル ギリシャ オーストリア ポーランド ハンガリー チェコ スロバキア スウェーデン
        フィンランド デンマーク オランダ ベルギー アイルランド ルーマニア ブルガリア クロアチア エストニア ラトビア リトアニア 英国 スイス ノルウェー
        日本> 北海道=hokkaido 青森=青森県=aomori 岩手=岩手県=iwate 宮城=宮城県=miyagi 秋田=秋田県=akita 山形=山形県=yamagata
        福島=福島県=fukushima 茨城=茨城県=ibaraki 栃木=栃木県=tochigi 群馬=群馬県=gunma 埼玉=埼玉県=saitama
        千葉=千葉県=chiba 東京=東京都=都内=tokyo 神奈川=神奈川県=kanagawa 新潟=新潟県=niigata 富山=富山県=toyama
        石川=石川県=ishikawa 福井=福井県=fukui 山梨=山梨県=yamanashi 長野=長野県=nagano 岐阜=岐阜県=gifu
        静岡=静岡県=shizuoka 愛知=愛知県=aichi 三重=三重県=mie 滋賀=滋賀県=shiga 京都=京都府=kyoto 大阪=大阪府=osaka
        兵庫=兵庫県=hyogo 奈良=奈良県=nara 和歌山=和歌山県=wakayama 鳥取=鳥取県=tottori 島根=島根県=shimane
        岡山=岡山県=okayama 広島=広島県=hiroshima 山口県=yamaguchi 徳島=徳島県=tokushima 香川=香川県=kagawa
        愛媛=愛媛県=ehime 高知=高知県=kochi 福岡=福岡県=fukuoka 佐賀=佐賀県=saga 長崎=長崎県=nagasaki 熊本=熊本県=kumamoto
        大分=大分県=oita 宮崎県=miyazaki 鹿児島=鹿児島県=kagoshima 沖縄=沖縄県=okinawa
        北海道> 札幌=札幌市=sapporo 函館=函館市 旭川=旭川市 釧路=釧路市 帯広=帯広市 苫小牧=苫小牧市 小樽=小樽市
        青森> 青森市 八戸=八戸市 弘前=弘前市
        岩手> 盛岡=盛岡市 大船渡=大船渡市
        宮城> 仙台=仙台市=sendai 石巻=石巻市
        秋田> 秋田市 北秋田市
        山形> 山形市 鶴岡市 酒田市
        福島> 福島市 郡山=郡山市 いわき市 会津
        茨城> 水戸=水戸市 つくば市 日立市
        栃木> 宇都宮=宇都宮市 那須 日光
        群馬> 前橋=前橋市 高崎=高崎市 草津町
        埼玉> 川口市 川越=川越市 所沢=所沢市 八潮=八潮市
        千葉> 千葉市 船橋=船橋市 柏市 浦安=浦安市 成田=成田市
        東京> 新宿=新宿区 渋谷=渋谷区 池袋 銀座 秋葉原 新橋 品川=品川区 六本木 浅草 上野 神田 足立区 世田谷=世田谷区 八王子=八王子市
        町田市 八丈島 伊豆諸島 伊豆大島
        神奈川> 横浜=横浜市=yokohama 川崎=川崎市=川崎区=kawasaki 相模原=相模原市 横須賀=横須賀市 鎌倉=鎌倉市 箱根 小田原=小田原市
        新潟> 新潟市 長岡=長岡市 佐渡=佐渡市 柏崎
        富山> 富山市 高岡市
        石川> 金沢=金沢市 能登=能登半島
        能登> 輪島=輪島市 珠洲=珠洲市
        福井> 福井市 敦賀=敦賀市
        山梨> 甲府=甲府市
        長野> 長野市 松本市 軽井沢
        岐阜> 岐阜市 高山市
        静岡> 静岡市 浜松=浜松市 熱海=熱海市 伊東市 沼津=沼津市
        愛知> 名古屋=名古屋市=nagoya 豊田市 豊橋=豊橋市 岡崎市
        三重> 津市 四日市 伊勢
        滋賀> 大津市 彦根
        京都> 京都市 宇治市 舞鶴
        大阪> 大阪市 堺市 東大阪市 夢洲 梅田 道頓堀
        兵庫> 神戸=神戸市=kobe 姫路=姫路市 西宮=西宮市 尼崎=尼崎市
        和歌山> 和歌山市
        鳥取> 鳥取市 米子
        島根> 松江=松江市 出雲
        岡山> 岡山市 倉敷=倉敷市
        広島> 広島市 福山市 呉市
        山口県> 下関=下関市 宇部
        香川> 高松=高松市
        愛媛> 松山市 今治
        高知> 高知市
        福岡> 福岡市 北九州=北九州市 久留米
        佐賀> 佐賀市
        長崎> 長崎市 佐世保=佐世保市 対馬
        熊本> 熊本市 阿蘇 水俣
        大分> 大分市 別府=別府市
        宮崎県> 宮崎市
        鹿児島> 鹿児島市 奄美 屋久島
        沖縄> 那覇=那覇市 石垣市=石垣島 宮古島 名護 辺野古
        米国> alabama alaska=アラスカ arizona arkansas california=californian=カリフォルニア colorado connecticut delaware
        florida=フロリダ georgia hawaii=ハワイ idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts
        michigan minnesota=ミネソタ mississippi missouri montana nebraska nevada new_hampshire new_jersey new_mexico
        north_carolina north_dakota ohio oklahoma oregon pennsylvania rhode_island south_carolina south_dakota tennessee
        texas=テキサス utah=ユタ vermont virginia west_virginia wisconsin wyoming new_york=nyc=ニューヨーク=manhattan=brooklyn
        washington_state
        california> los_angeles=ロサンゼルス san_francisco=サンフランシスコ san_diego san_jose oakland fresno sacramento
        texas> houston=ヒューストン dallas=ダラス san_antonio austin galveston
        illinois> chicago=シカゴ
        arizona> phoenix tucson
        pennsylvania> philadelphia=フィラデルフィア pittsburgh
        florida> miami=マイアミ tampa orlando jacksonville
        massachusetts> boston=ボストン
        michigan> detroit=デトロイト
        georgia> atlanta=アトランタ
        washington_state> seattle=シアトル
        colorado> denver=デンバー
        oregon> portland
        tennessee> nashville memphis
        maryland> baltimore=ボルチモア
        nevada> las_vegas=ラスベガス
        utah> salt_lake_city
        louisiana> new_orleans
        ohio> cleveland columbus cincinnati
        minnesota> minneapolis=ミネアポリス
        missouri> kansas_city st_louis
        wisconsin> milwaukee
        indiana> indianapolis
        north_carolina> charlotte
        英国> scotland=scottish=スコットランド wales=welsh england northern_ireland
        england> london=ロンドン manchester birmingham leeds bristol heathrow=ヒースロー
        scotland> glasgow edinburgh
        フランス> paris=パリ marseille lyon toulouse limoges=リモージュ
        ドイツ> berlin=ベルリン munich=ミュンヘン frankfurt=フランクフルト hamburg cologne
        イタリア> rome=ローマ milan=ミラノ naples venice
        スペイン> madrid=マドリード barcelona=バルセロナ valencia
        ポルトガル> lisbon=リスボン
        オランダ> amsterdam=アムステルダム
        ベルギー> brussels=ブリュッセル
        アイルランド> dublin
        オーストリア> vienna=ウィーン
        スイス> geneva=ジュネーブ zurich
        ポーランド> warsaw=ワルシャワ
        ハンガリー> budapest=ブダペスト
        スウェーデン> stockholm
        トルコ> istanbul=イスタンブール ankara
        インド> mumbai=ムンバイ delhi=デリー bangalore=bengaluru kolkata chennai
        パキスタン> karachi lahore islamabad
        タイ> bangkok=バンコク
        インドネシア> jakarta=ジャカルタ bali
        フィリピン> manila=マニラ cebu
        ベトナム> hanoi=ハノイ
        韓国> seoul=ソウル busan=釜山
        中国> shanghai=上海 shenzhen=深セン hong_kong=香港 guangzhou wuhan
        台湾> taipei=台北
        アラブ首長国連邦> dubai=ドバイ abu_dhabi
        オーストラリア> sydney=シドニー melbourne=メルボルン brisbane perth queensland tasmania new_south_wales
        カナダ> toronto=トロント montreal vancouver=バンクーバー calgary ottawa ontario quebec alberta british_columbia
        ブラジル> sao_paulo rio
        エジプト> cairo=カイロ
        ケニア> nairobi
        """
}
