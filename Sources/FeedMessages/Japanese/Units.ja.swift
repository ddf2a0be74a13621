extension JapaneseMessages {
    /// 単位
    static let units: StaticString = """

        unit.second = {number}秒
        unit.minute = {number}分
        unit.hour = {number}時間
        unit.day = {number}日
        unit.bytes = {count}バイト

        """
}
