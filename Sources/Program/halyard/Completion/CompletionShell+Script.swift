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
