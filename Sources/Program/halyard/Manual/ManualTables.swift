import FlagSystem

/// The tables of the manual that are neither commands nor options: variables and exit codes.
enum ManualTables {
  /// The environment variables that the program reads.
  static var variables: [(name: String, meaning: String)] {
    sourceVariables + FlagSystems.options.compactMap(\.variable) + otherVariables
  }

  private static let sourceVariables: [(name: String, meaning: String)] = [
    ("HALYARD_HOME", "One folder for the settings, the workspaces and the cache."),
    ("HALYARD_SOURCE", "The source, if neither an operand nor `--source` names one."),
    (
      "HALYARD_HEADERS",
      "Headers to send to a server, one per line; other users cannot read them, unlike `--header`."
    ),
  ]

  private static let otherVariables: [(name: String, meaning: String)] = [
    (
      "HALYARD_OVERRIDES",
      "The workspace or the server whose overrides an app applies; `env` and `run` set it."
    ),
    ("HALYARD_TEAM", "The address of the team whose overrides are shared, like `--team`."),
    ("HALYARD_TEAM_USER", "The user of etcd, instead of the file `login` of the settings."),
    ("HALYARD_TEAM_PASSWORD", "The password of the user of etcd."),
    ("HALYARD_TOKEN", "The token that an app sends to the server of `HALYARD_OVERRIDES`."),
    (
      "https_proxy",
      """
      The URL of the proxy for `https` servers, such as `http://proxy.example.test:3128`; also `HTTPS_PROXY`.
      """
    ),
    ("http_proxy", "The URL of the proxy for `http` servers; only in lower case."),
    ("all_proxy", "The URL of the proxy for all servers without another one; also `ALL_PROXY`."),
    (
      "no_proxy",
      "The hosts, domains and IP networks without a proxy, separated by commas; also `NO_PROXY`."
    ),
    ("XDG_CONFIG_HOME", "The folder of settings; `$HOME/.config` by default."),
    ("XDG_STATE_HOME", "The folder of workspaces; `$HOME/.local/state` by default."),
    ("XDG_CACHE_HOME", "The folder of cached configurations; `$HOME/.cache` by default."),
    ("VISUAL", "The editor, unless the settings name one."),
    ("EDITOR", "The editor, if neither the settings nor `VISUAL` name one."),
    ("TMPDIR", "The folder of the text that the editor edits; `/tmp` by default."),
    ("HOME", "The home folder, for the default of the folders."),
    ("HALYARD_AUTHOR", "The author of overrides, instead of the user and the machine."),
    ("USER", "The author of overrides, with the name of the machine."),
    ("LOGNAME", "The author of overrides if `USER` is not set."),
    (
      "HALYARD_PLAIN",
      "If set, the dashboard shows lines of text instead of a screen, like `--plain`."
    ),
    (
      "HALYARD_NO_MOTION",
      "With any value except 0, the screen has no animation: no spinner and no countdown."
    ),
    ("NO_COLOR", "Disables colours, with any value that is not empty."),
    ("COLORTERM", "With `truecolor` or `24bit`, the terminal has all colours."),
    (
      "TERM",
      "The type of the terminal; with `dumb`, the features are listed instead of the dashboard."
    ),
    ("LC_ALL", "The locale; without UTF-8, the dashboard draws with ASCII characters only."),
    ("LC_CTYPE", "The locale if `LC_ALL` is not set."),
    ("LANG", "The locale if neither `LC_ALL` nor `LC_CTYPE` is set."),
    ("TMUX", "If set, texts are copied to the clipboard through tmux."),
    ("COLUMNS", "The width of the terminal, if the terminal does not report it."),
    ("TZ", "The time zone of printed times."),
    ("SOURCE_DATE_EPOCH", "The time of a reproducible snapshot, in seconds since 1970."),
  ]

  /// Examples of commands, which work on the built-in example in this order.
  static let examples: [(text: String, command: String)] = [
    ("Enable the flags of a section:", "halyard enable --section Checkout --type flag"),
    ("Reset one of them:", "halyard reset 'New Cart'"),
    ("Reset what you have changed in the last two hours:", "halyard reset --since 2h --by $USER"),
    (
      "List what differs from the configuration, for a script:",
      "halyard list --overridden --json"
    ),
    (
      "Complete commands, options and names of features in bash:",
      "source <(halyard completions bash)"
    ),
  ]

  /// The exit codes of the program.
  static let exitCodes: [(code: Int32, meaning: String)] = [
    (ExitCode.success, "Success."),
    (
      ExitCode.failure,
      """
      A check found errors, an assertion failed, a feature does not exist or refused a change, no part of a \
      preset applies, or the configurations of `diff` differ.
      """
    ),
    (ExitCode.usage, "The arguments are invalid."),
    (ExitCode.unreadableConfiguration, "The configuration cannot be read or parsed."),
    (
      ExitCode.unavailable,
      """
      The source cannot be reached and is not cached, the server of a team cannot be reached or failed, the \
      server of `--events` rejected the events, or the address of `serve` is in use.
      """
    ),
    (ExitCode.unwritableFile, "A file cannot be written."),
    (ExitCode.unreadableFile, "A file of the workspace or the settings cannot be read."),
    (ExitCode.unusableCommand, "The program of `run` cannot be executed."),
    (ExitCode.noCommand, "The program of `run` does not exist."),
  ]
}
