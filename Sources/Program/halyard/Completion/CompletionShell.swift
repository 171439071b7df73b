/// A shell for which the program generates completions.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish

  /// The first argument with which the scripts call the program for candidates.
  ///
  /// It is not a command of the table: its arguments are those of an unfinished command line.
  static let callback = "__complete"

  /// Formats the candidates for a word, in the format that the script of the shell reads.
  ///
  /// The first line is the ``CompletionReply/Mode``; each other line is a candidate, for zsh and
  /// fish with a tab and its description.
  ///
  /// - Parameters:
  ///   - words: The arguments of the script: for bash the line up to the cursor and the word breaks,
  ///     otherwise the words after the name of the program without quotes.
  ///   - commands: All commands, the default one first.
  ///   - program: The dependencies of a command.
  /// - Returns: The lines of the reply, each with its line feed.
  func reply(
    to words: [String],
    commands: [CommandRow],
    _ program: Program
  ) async -> String {
    let source = CompletionSource(program: program, commands: commands)
    switch self {
    case .bash:
      let line = BashLine(words.first ?? "", breaks: words.dropFirst().first ?? "")
      let request = CompletionRequest(line.words, completing: line.word, commands: commands)
      let reply = await CompletionReply(to: request, commands: commands, source: source)
      let lines = reply.candidates(beginningWith: line.word).map { line.replacement($0.text) }
      return ([reply.mode.rawValue] + lines).map { $0 + "\n" }.joined()
    case .zsh, .fish:
      let word = words.last ?? ""
      let request = CompletionRequest(words.dropLast(), completing: word, commands: commands)
      let reply = await CompletionReply(to: request, commands: commands, source: source)
      // Fish also matches a word in the middle of a name, so that such names remain candidates.
      let candidates =
        self == .fish ? reply.candidates : reply.candidates(beginningWith: word)
      let lines = candidates.map { $0.help.isEmpty ? $0.text : "\($0.text)\t\($0.help)" }
      return ([reply.mode.rawValue] + lines).map { $0 + "\n" }.joined()
    }
  }
}

extension CompletionShell {
  /// The script that defines the completions of the program; the shell reads it at its start.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  private static let bashScript = #"""
    # Completions of halyard for bash: source <(halyard completions bash)

    _halyard() {
      local program=${1/#\~\//$HOME/} lines
      type -P -- "$program" >/dev/null || program=halyard
      mapfile -t lines < <("$program" __complete bash \
        "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
      case ${lines[0]-} in
        files) compopt -o default 2>/dev/null ;;
        prefixes) compopt -o nospace 2>/dev/null ;;
      esac
      COMPREPLY=("${lines[@]:1}")
    }

    complete -F _halyard halyard

    """#

  private static let zshScript = #"""
    #compdef halyard
    # Completions of halyard for zsh: source <(halyard completions zsh), after compinit; or a file
    # _halyard in a folder of $fpath.

    _halyard() {
      local program=${~words[1]} line
      local -a lines texts labels space
      whence -p -- $program >/dev/null || program=halyard
      lines=("${(@f)$($program __complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" \
        2>/dev/null)}")
      [[ $lines[1] == prefixes ]] && space=(-S '')
      for line in "${(@)lines[2,-1]}"; do
        texts+=("${line%%$'\t'*}")
        labels+=("${line/$'\t'/  -- }")
      done
      (( $#texts )) &&
        compadd -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' $space -l -d labels -a -- texts
      if [[ $lines[1] == files ]]; then
        compset -P '--*='
        _files
      fi
    }

    if [[ $funcstack[1] == _halyard ]]; then
      _halyard "$@"
    else
      compdef _halyard halyard
    fi

    """#

  private static let fishScript = #"""
    # Completions of halyard for fish: halyard completions fish | source

    # The reply to the words up to the cursor: the mode, then one candidate on each line.
    function __halyard_reply
        set -l words (commandline -opc)
        set -l word (string replace -ra '\\\\(.)' '$1' -- (string trim -lc '\'"' -- (commandline -ct)))
        set -l program $words[1]
        set -e words[1]
        type -q -- $program; or set program halyard
        command $program __complete fish $words "$word" 2>/dev/null
    end

    function __halyard_complete
        set -l lines (__halyard_reply)
        set -e lines[1]
        set -q lines[1]; and printf '%s\n' $lines
    end

    function __halyard_completes_files
        set -l lines (__halyard_reply)
        test "$lines[1]" = files
    end

    complete -c halyard -f -a '(__halyard_complete)'
    complete -c halyard -n __halyard_completes_files -F

    """#
}
