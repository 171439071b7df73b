/// The dependencies of every command.
struct Program: Sendable {
  let environment: Environment
  let console: Console
  /// The themes that can be chosen.
  let themes: ThemeLibrary
  /// Whether the user has disabled colours, by `--no-color` or `NO_COLOR`.
  let isMonochrome: Bool
  let version: String
}
