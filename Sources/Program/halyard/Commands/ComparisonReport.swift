import Dashboard
import Documents
import FeatureFlags
import Frame
import Workbench

/// A configuration that `diff` compares, with the name of its source.
struct ComparedDocument {
  let name: String
  let bytes: [UInt8]
  private(set) var configuration: Configuration

  /// Creates a document to compare; the features of a flag service are evaluated for the given user.
  init(name: String, bytes: [UInt8], _ configuration: Configuration, user: EvaluationContext) {
    self.name = name
    self.bytes = bytes
    self.configuration = configuration
    guard user.targetingKey != nil || !user.attributes.isEmpty else { return }
    let features = configuration.features
    let allocator = configuration.evaluator.allocator(for: user, count: features.count)
    for index in features.indices where features[index].isEvaluatedByService {
      self.configuration.features[index].allocate(by: allocator)
    }
  }

  fileprivate var json: JSONValue {
    .object([("source", .string(name)), ("features", .integer(configuration.features.count))])
  }

  /// Whether a flag service, such as an OFREP server, evaluates some of the features.
  fileprivate var hasService: Bool {
    configuration.features.contains(where: \.isEvaluatedByService)
  }
}

/// Formats the differences between two configurations as text and as JSON.
struct ComparisonReport {
  private let comparison: ConfigurationComparison
  private let before: ComparedDocument
  private let after: ComparedDocument
  /// Whether the documents of a flag service differ although all features are equal, for example in an
  /// audience.
  private let differsElsewhere: Bool

  init(
    _ comparison: ConfigurationComparison,
    from before: ComparedDocument,
    to after: ComparedDocument
  ) {
    self.comparison = comparison
    self.before = before
    self.after = after
    differsElsewhere =
      comparison.isEmpty && before.bytes != after.bytes
      && (before.hasService || after.hasService)
      && Self.content(of: before) != Self.content(of: after)
  }

  var isDifferent: Bool { !comparison.isEmpty || differsElsewhere }

  /// The JSON value of a document, for a comparison that ignores the order of keys and white space.
  private static func content(of document: ComparedDocument) -> AttributeValue? {
    // Drops the error: the document was already parsed as a configuration, so that it is valid JSON.
    try? AttributeValue(json: String(decoding: document.bytes, as: UTF8.self))
  }

  /// The numbers of differences, in one line.
  var summary: String {
    let text =
      differsElsewhere
      ? "no feature differs, but other parts do, such as audiences or traffic allocation"
      : comparison.text
    return "\(before.name) → \(after.name): \(text)"
  }
}

// MARK: Text

extension ComparisonReport {
  /// Formats the differences, one feature or property per line.
  ///
  /// - Parameter columns: The width of the terminal, to which lines are truncated; `nil` for no
  ///   truncation.
  /// - Returns: The lines, in which added features are green, removed ones red and changed ones
  ///   yellow; empty without a difference.
  func lines(fitting columns: Int?) -> [Line] {
    var lines: [Line] = []
    func add(_ text: String, _ colour: Colour = .standard) {
      let text = DisplayText(text, limit: columns ?? .max)
      let line = columns.map { text.truncated(to: $0) } ?? text
      lines.append(Line([Span(line, Style(foreground: colour))]))
    }
    for name in comparison.added { add("+ \(name)", .ansi(2)) }
    for name in comparison.removed { add("- \(name)", .ansi(1)) }
    for change in comparison.changed {
      add("~ \(change.name)", .ansi(3))
      for field in change.fields { add("    \(field.field.title): \(field.valuesText)") }
      for text in change.moveTexts { add("    \(text)") }
    }
    return lines
  }
}

// MARK: JSON

extension ComparisonReport {
  /// The differences for `--json`; the keys and their meaning are stable, for scripts.
  var json: JSONValue {
    .object([
      ("from", before.json), ("to", after.json), ("different", .bool(isDifferent)),
      ("added", .list(comparison.added.map { .string($0.rawValue) })),
      ("removed", .list(comparison.removed.map { .string($0.rawValue) })),
      ("changed", .list(comparison.changed.map(\.json))),
    ])
  }
}

extension ChangedDefinition {
  /// The change for `--json`; `moved`, the percentage of users that get another variation, is null if
  /// a flag service allocates the users.
  fileprivate var json: JSONValue {
    .object([
      ("name", .string(name.rawValue)), ("fields", .list(fields.map(\.json))),
      ("moved", .optionalNumber(movedShare)),
      ("moves", moves.map { .list($0.map(\.json)) } ?? .null),
    ])
  }
}

extension ChangedField {
  fileprivate var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = [("field", .string(field.token))]
    if case .variable(let name, let variation) = field {
      members += [("variable", .string(name)), ("variation", .text(variation))]
    }
    return .object(
      members + [("old", Self.json(oldEntries, old)), ("new", Self.json(newEntries, new))]
    )
  }

  private static func json(_ entries: [String]?, _ text: String?) -> JSONValue {
    entries.map { .list($0.map(JSONValue.string)) } ?? .text(text)
  }
}

extension VariationMove {
  fileprivate var json: JSONValue {
    .object([
      ("from", .text(from?.rawValue)), ("to", .text(to?.rawValue)), ("share", .number(share)),
    ])
  }
}
