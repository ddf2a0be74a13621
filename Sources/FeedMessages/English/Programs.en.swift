extension EnglishMessages {
    /// Why a program of others was not started: the end of a sentence that begins with its name.
    static let programs: StaticString = """

        program.nowhere = was not found in PATH
        program.not_started = cannot be started: {reason}
        program.no_such_file = cannot be started: the file does not exist
        program.carriage_return = cannot be started: its first line ends in a carriage return
        program.no_interpreter = cannot be started: the program of its first line ({program}) does not exist || cannot be started: the program of its first line does not exist
        program.wrong_kind = cannot be started: it is {kind}
        program.not_executable = cannot be started: it is not executable (chmod +x)
        program.not_a_program = cannot be started: it is not a program; begin a script with a line such as `#!/usr/bin/python3`
        program.nul = cannot be started: its arguments contain a NUL
        program.unnamed = cannot be started: the program is missing
        program.folder = cannot be started in {folder}: {reason}
        program.no_landlock = cannot be sandboxed: this kernel has no Landlock
        program.not_confined = cannot be sandboxed: {reason}
        program.secrets = cannot be started: its secrets cannot be passed: {reason}
        program.in_library = cannot be started: Kawaraban is in a dynamic library here; only an executable that contains Kawaraban can start programs
        program.no_proc = cannot be started: there is no /proc

        """
}
