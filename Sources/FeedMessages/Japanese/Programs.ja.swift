extension JapaneseMessages {
    /// プログラムを起動できない理由（プログラム名に続く文）
    static let programs: StaticString = """

        program.nowhere = PATHのどのディレクトリにもありません
        program.not_started = 起動できません: {reason}
        program.no_such_file = 起動できません: ファイルが見つかりません
        program.carriage_return = 起動できません: 1行目がCRで終わっています
        program.no_interpreter = 起動できません: 1行目のプログラム（{program}）が見つかりません || 起動できません: 1行目のプログラムが見つかりません
        program.wrong_kind = 起動できません: {kind}です
        program.not_executable = 起動できません: 実行権限がありません（`chmod +x`）
        program.not_a_program = 起動できません: プログラムではありません。スクリプトなら1行目を `#!/usr/bin/python3` のように書いてください
        program.nul = 起動できません: 引数にNULが含まれています
        program.unnamed = 起動できません: プログラムの指定がありません
        program.folder = {folder} で起動できません: {reason}
        program.no_landlock = 隔離できません: このカーネルにはLandlockがありません
        program.not_confined = 隔離できません: {reason}
        program.secrets = 起動できません: 秘密情報を渡せません: {reason}
        program.in_library = 起動できません: Kawarabanが動的ライブラリとして読み込まれています。静的に組み込んだ実行ファイルからしか、ほかのプログラムを起動できません
        program.no_proc = 起動できません: /procがありません

        """
}
