/// The script of a shell that swift-argument-parser writes, with functions of ours in the place of some of its own.
struct CompletionScript {
    /// The script of the library.
    let library: String

    /// The script.
    var text: String {
        // The script is read by a shell that runs, so it needs no line that names one.
        if library.hasPrefix(Self.startOfBash) {
            return "\(library.dropFirst(Self.startOfBash.count))\n\n\(Self.bash)"
        }
        if library.hasPrefix("#compdef"), let end = library.firstRange(of: Self.endOfZsh) {
            let functions = library[..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
            return functions.map(Self.takingEquals).joined(separator: "\n")
                + "\(Self.zsh)\n\n\(library[end.lowerBound...])"
        }
        return "\(library)\n\n\(Self.fish)"
    }

    /// bash breaks words at `:` and `=`, which stand within ours, and the library's script counts the pieces as words.
    /// It also lets bash expand the candidates, which would run `$(…)` in them, and takes names for names of files.
    private static let bash = #"""
        # From here on: whole words with ":" and "=", candidates that are never expanded, no errors.

        __kawaraban_add_completions() {
            local completion
            if [[ "${1}" != -W ]]; then
                while IFS='' read -r completion; do
                    COMPREPLY+=("${completion#"${broken_off}"}")
                done < <(compgen "${@}" -- "${cur}" 2>/dev/null)
                return
            fi
            # Names are no files: nothing is quoted once more, and no "/" is added.
            compopt +o filenames 2>/dev/null
            while IFS='' read -r completion; do
                [[ -n "${completion}" && "${completion}" = "${cur}"* ]] || continue
                COMPREPLY+=("${completion#"${broken_off}"}")
                [[ "${completion}" = *: ]] && compopt -o nospace 2>/dev/null
            done <<<"${2}"
        }

        __kawaraban_custom_complete() {
            local program="${COMP_WORDS[0]}"
            [[ "${program}" = '~/'* ]] && program="${HOME}/${program:2}"
            "${program}" "${@}" "${COMP_WORDS[@]}" </dev/null 2>/dev/null
        }

        __kawaraban_cursor_index_in_current_word() {
            printf %s "${#COMP_WORDS[COMP_CWORD]}"
        }

        # Joins the pieces into which readline broke the words, and cuts the current one at the cursor. "--name=value" is
        # two words for the rest of the script.
        __kawaraban_whole_words() {
            local rest="${COMP_LINE}" piece bare typed='' broken_off
            local -a pieces=() words=()
            local -i index begin=0 start=0 current=0
            for index in "${!COMP_WORDS[@]}"; do
                piece="${COMP_WORDS[index]}"
                bare="${rest#"${rest%%[![:space:]]*}"}"
                if [[ "${index}" -gt 0 && -n "${bare}" && "${bare}" = "${rest}" ]]; then
                    pieces[${#pieces[@]}-1]+="${piece}"
                else
                    pieces+=("${piece}")
                    begin="$((${#COMP_LINE} - ${#bare}))"
                fi
                rest="${bare#"${piece}"}"
                if [[ "${index}" -eq "${COMP_CWORD}" ]]; then
                    current="$((${#pieces[@]} - 1))"
                    start="${begin}"
                fi
            done
            if [[ "${start}" -gt "${COMP_POINT}" ]]; then
                pieces=("${pieces[@]::current}" '' "${pieces[@]:current}")
            else
                pieces[current]="${COMP_LINE:start:COMP_POINT-start}"
            fi

            local -i word=0
            for index in "${!pieces[@]}"; do
                piece="${pieces[index]}"
                if [[ "${piece}" = --?*=* ]]; then
                    words+=("${piece%%=*}")
                    piece="${piece#*=}"
                fi
                [[ "${index}" -eq "${current}" ]] && word="${#words[@]}" && typed="${piece}"
                words+=("${piece}")
            done

            # Only what stands behind the last break is replaced; an open quote stays.
            broken_off="${typed%"${2}"}"
            [[ "${broken_off}" = *[\'\"] ]] && broken_off="${broken_off%?}"
            local -a COMP_WORDS=("${words[@]}")
            local -i COMP_CWORD="${word}"
            _kawaraban "${1}" "${broken_off}${2}" "${words[word > 0 ? word - 1 : 0]}"
        }

        complete -o filenames -F __kawaraban_whole_words kawaraban
        """#

    /// No errors, and a beginning such as `zenn:` goes on without a space.
    private static let zsh = #"""
        __kawaraban_complete() {
            local -ar beginnings=("${(M)@:#*\\:}")
            local -ar whole=("${@:#*\\:}")
            _describe -V '' whole -- beginnings -S ''
        }

        __kawaraban_custom_complete() {
            local program="${command_name}"
            [[ "${program}" = '~/'* ]] && program="${HOME}/${program[3,-1]}"
            local -a completions
            completions=("${(@f)"$("${program}" "${@}" "${command_line[@]}" </dev/null 2>/dev/null)"}")
            if [[ "${#completions[@]}" -gt 1 ]]; then
                __kawaraban_complete "${completions[@]:0:-1}"
            fi
        }
        """#

    /// No errors.
    private static let fish = #"""
        functions -q __kawaraban_loud_completion; and functions -e __kawaraban_loud_completion
        functions -c __kawaraban_custom_completion __kawaraban_loud_completion
        function __kawaraban_custom_completion
            __kawaraban_loud_completion $argv 2>/dev/null
        end
        """#

    /// Returns the line of an option with a value for `_arguments`, so that `--name=value` counts as `--name value`; any
    /// other line as it is.
    private static func takingEquals(_ line: Substring) -> String {
        let spec = line.drop { $0 == " " }
        guard let end = line.firstIndex(of: "["), line.contains("]:"),
            ["'--", "'*--", "'(-"].contains(where: spec.hasPrefix)
        else { return String(line) }
        let name = line[..<end].hasSuffix("}'") ? line[..<end].dropLast(2) : line[..<end]
        return "\(name)=\(line[name.endIndex...])"
    }

    /// How the script of the library for bash begins.
    private static let startOfBash = "#!/bin/bash\n\n"
    /// Where the functions of the library for zsh end.
    private static let endOfZsh = #"if [[ "${funcstack[1]}""#
}
