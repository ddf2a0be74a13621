extension EnglishMessages {
    /// Why a program of others was not started: the end of a sentence that begins with its name.
    static let programs: StaticString = """

        program.nowhere = is in no folder of PATH
        program.not_started = cannot be started: {reason}
        program.no_such_file = cannot be started: there is no such file
        program.carriage_return = cannot be started: its first line ends in a carriage return
        program.no_interpreter = cannot be started: the program of its first line ({program}) is not there || cannot be started: the program of its first line is not there
        program.wrong_kind = cannot be started: it is {kind}
        program.not_executable = cannot be started: it is not executable (chmod +x)
        program.not_a_program = cannot be started: it is no program; its first line must be such as `#!/usr/bin/python3`
        program.nul = cannot be started: there is a NUL in its words
        program.unnamed = cannot be started: no program is named
        program.folder = cannot be started in {folder}: {reason}
        program.no_landlock = cannot be confined: this kernel has no Landlock
        program.not_confined = cannot be confined: {reason}
        program.secrets = cannot be started: its secrets cannot be handed over: {reason}
        program.in_library = cannot be started: this process has Kawaraban in a library that was loaded, and only a program that has it in its own file can start others
        program.no_proc = cannot be started: there is no /proc

        """
}
