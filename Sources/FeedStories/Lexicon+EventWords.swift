extension Lexicon {
    /// What headlines say of events in several words, a group a line. Who writes decides for one of them, so that two
    /// headlines of one event often differ in it. The first word of a line tells how common the others are.
    static let eventWords = """
        die obituary pass_away passed_away 急死 他界 永眠
        steal burglar burglary loot robbers
        fire ablaze inferno flame engulf
        earthquake seismic
        scrap ditch abandon shelve
        layoff slash_jobs job_losses redundancy redundancies workforce_cut cut_staff cut_workforce downsizing
        resign stand_down bow_out call_it_quits
        appoint nominate
        release roll_out rolled_out
        fall slip nosedive crater sag
        rise spike skyrocket
        crash smash plow plough
        storm batter lash pummel landfall
        shoot shootout gunfire open_fire opened_fire
        bomb bombing
        blast blow_up
        attack airstrike air_strike ambush
        dismiss throw_out thrown_out toss
        convict found_guilty guilty
        acquire merge merger
        approve ratify endorse
        reject rebuff turn_down spurn
        reopen resume restart
        close shutter
        outage glitch crash_offline knocked_offline
        vulnerability security_hole zero_day zero-day
        hack cyberattack cyber-attack cyber_attack
        judge court tribunal
        ceo boss chief_executive
        kid child children
        pupil student
        phone smartphone
        film movie
        tariff levy duties
        snow blizzard snowstorm snowfall
        heat heatwave heat_wave
        rain downpour
        flood deluge inundate
        sink overturn capsize
        missing disappear vanish
        beat edge rout thrash trounce outlast hold_off
        ban forbid
        arrest nab apprehend
        forecast outlook guidance
        discover unearth
        drug medication
        unrest riot
        aircraft airplane
        worker labor labour
        fraud scam
        strip revoke rescind
        nominee nomination
        landslide mudslide
        火災 山火事 山林火災 林野火災 延焼 燃える 燃え広がる
        大雪 豪雪 降雪
        往生 動けず 動けなくなる 身動き
        運休 運転取り止め 不通
        続投 留任 契約延長
        事故 追突 正面衝突 多重事故 玉突き はねられ ひかれ 巻き込まれ
        崩落 落下 落ちる 剥落 倒壊 崩れる 崩壊
        買収 株式公開買い付け 公開買い付け 買い付け 完全子会社化
        提訴 訴訟 訴える
        人員削減 リストラ 希望退職 早期退職 人員整理 レイオフ 解雇
        撤退 生産終了 閉館 閉園 閉鎖
        中止 断念 撤回 見送り
        延期 先送り 後ろ倒し 遅れ
        再開 復旧
        優勝 制覇 賜杯 リーグv 初v 頂点
        勝利 白星 撃破 快勝 圧勝 逆転勝ち 逆転勝利 破る
        敗戦 黒星 敗れる 敗れ 敗退
        受賞 授賞 受章
        当選 当確 当選確実 勝利確実
        辞任 退陣 辞表 引責辞任 辞意表明
        障害 システム障害 通信障害 使えず 使えない 利用できず 取引できず ダウン つながらない
        サイバー攻撃 サイバー被害 ハッキング ランサムウェア
        リコール 回収 自主回収 無償修理
        発見 見つかる 見つかった 見つかり
        不明 安否不明 消息不明
        救助 救出 助け出す
        襲われ 襲われる 襲われた 襲う 襲撃
        クマ 熊 ヒグマ ツキノワグマ
        殺人 殺害 刺殺
        上場 株式公開 新規株式公開 ipo
        提携 業務提携 協業
        倒産 自己破産 事業停止 破産手続き
        最高値 史上最高値 過去最高値
        車 自動車 乗用車 軽乗用車
        開業 開店 開館
        完成 竣工
        着工 起工
        懲役 拘禁刑 禁錮 実刑
        噴火 噴煙
        土砂崩れ 土石流 がけ崩れ 崖崩れ 土砂災害
        浸水 冠水 氾濫 洪水
        停戦 戦闘停止
        攻撃 空爆 爆撃 砲撃
        猛暑 酷暑 熱波
        スマホ スマートフォン 携帯電話
        廃止 撤廃
        削減 縮小 減らす
        出産 第1子 第一子
        結婚 婚姻届
        発足 船出
        訪日客 インバウンド 訪日外国人
        返還 返却
        """
}
