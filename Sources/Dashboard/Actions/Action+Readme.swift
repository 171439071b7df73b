import Frame

extension Action {
  /// The table of all keys for the README, in Markdown.
  public static func readmeTable() -> String {
    var lines = ["| keys | what they do |", "|---|---|"]
    for group in Group.allCases {
      for action in allCases where action.group == group {
        let keys = action.keys.map { "`\($0.label)`" }.joined(separator: " ")
        lines.append("| \(keys) | \(action.explanation) |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
