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
