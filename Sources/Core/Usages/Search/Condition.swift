/// Recognizes conditions of branches.
enum Condition {
  /// Returns whether a token is in the condition of an `if`, `guard`, `unless` or `while` on the same
  /// line, or before the `?` of a conditional expression.
  static func has(_ token: Int, in file: CodeFile) -> Bool {
    var at = token
    while at >= 0, token - at < 60 {
      if let word = file.word(at), words.contains(word) { return true }
      if file.has(oneOf: "{};", at: at) || (file.tokens[at].isFirst && at < token) { break }
      at -= 1
      if at < token - 1, file.tokens[at + 1].isFirst { break }
    }
    at = token + 1
    while at < file.tokens.count, at - token < 20, !file.tokens[at].isFirst {
      if file.has("?", at: at) { return !file.has(oneOf: ".?[(:", at: at + 1) }
      if file.has(oneOf: ",;{}=", at: at) { return false }
      at += 1
    }
    return false
  }

  private static let words: Set = ["if", "guard", "while", "unless", "elsif", "elif"]
}
