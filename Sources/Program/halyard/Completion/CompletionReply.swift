import FeatureFlags
import Text

/// The candidates for a word, and how the shell inserts them.
struct CompletionReply: Equatable {
  /// A word that the shell can insert, with a description.
  struct Candidate: Equatable {
    let text: String
    var help = ""
  }

  /// What the shell does besides inserting a candidate; the raw value is the first line of the
  /// reply.
  enum Mode: String {
    /// Inserts a candidate and a space.
    case words
    /// Inserts a candidate without a space, because its value follows.
    case prefixes
    /// Inserts a candidate and a space; the shell also offers the names of files.
    case files
  }

  var candidates: [Candidate] = []
  var mode = Mode.words

  /// Finds the candidates for a request.
  ///
  /// - Parameters:
  ///   - request: The parsed command line.
  ///   - commands: All commands, the default one first.
  ///   - source: The names of the source that the command line selects.
  init(to request: CompletionRequest, commands: [CommandRow], source: CompletionSource) async {
    switch request.target {
    case .command:
      candidates = Self.names(of: commands)
      // A word that is not the beginning of a command can be a file: the source of the dashboard.
      let isCommand = candidates.contains { $0.text.hasPrefix(request.word) }
      if request.word.isEmpty || !isCommand { mode = .files }
    case .option:
      let options = request.command.options + Option.common
      candidates = options.map { option in
        let help = request.command.help(of: option)
        return Candidate(text: option.flag, help: Self.sentence(help))
      }
    case .value(let completion, let prefix):
      switch completion {
      case .none: break
      case .files: mode = .files
      case .commands:
        let topics = HelpTopic.allCases.map { Candidate(text: $0.rawValue, help: $0.summary) }
        candidates = Self.names(of: commands) + topics
      case .words(let words): candidates = words.map { Candidate(text: $0) }
      case .variables:
        candidates = await source.candidates(completion, request)
        mode =
          request.command.placeholder(of: .variable)?.contains("=") == true ? .prefixes : .words
        if mode == .prefixes { candidates = candidates.map(\.withEqualsSign) }
      case .presets:
        candidates = await source.candidates(completion, request)
        mode = .files
      case .themes:
        candidates = await source.candidates(completion, request)
        if ThemeLibrary.isPath(String(request.word.dropFirst(prefix.count))) { mode = .files }
      case .features, .overriddenFeatures, .variations, .sections, .workspaces:
        candidates = await source.candidates(completion, request)
      }
      candidates = candidates.map { Candidate(text: prefix + $0.text, help: $0.help) }
    }
  }

  private static func names(of commands: [CommandRow]) -> [Candidate] {
    commands.dropFirst().map { Candidate(text: $0.name, help: sentence($0.summary)) }
  }

  /// The first sentence of a help text, without its period.
  private static func sentence(_ text: String) -> String {
    let end = text.firstRange(of: ". ")?.lowerBound ?? text.endIndex
    let sentence = text[..<end]
    return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
  }

  /// The candidates that begin with the given word, in any letter case.
  func candidates(beginningWith word: String) -> [Candidate] {
    let folded = word.lowercased()
    return candidates.filter { $0.text.lowercased().hasPrefix(folded) }
  }
}

extension CompletionReply.Candidate {
  fileprivate var withEqualsSign: Self { Self(text: text + "=", help: help) }
}
