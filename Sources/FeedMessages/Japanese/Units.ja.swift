extension JapaneseMessages {
    /// 単位
    static let units: StaticString = """

        unit.millisecond = {number}ミリ秒
        unit.second = {number}秒
        unit.minute = {number}分
        unit.hour = {number}時間
        unit.day = {number}日
        unit.days = {count}日
        unit.hours = {count}時間
        unit.minutes = {count}分
        unit.seconds = {count}秒
        unit.milliseconds = {count}ミリ秒
        unit.bytes = {count}バイト

        """
}
