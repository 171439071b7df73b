/// An operand of `help` that is not the name of a command.
enum HelpTopic: String, CaseIterable {
  case options
  case sources

  /// The description of the topic for completions.
  var summary: String {
    switch self {
    case .options: "The options of every command"
    case .sources: "The sources, formats and flag systems"
    }
  }
}
