import FeatureFlags
import Frame
import Workbench

/// Lays out evaluations and unknown keys in rows of a given width.
struct EvaluationRow {
  let scene: Scene
  let table: ClientTable
  /// The case-folded search words, whose matches are highlighted.
  let words: [[UInt8]]
  private let columns: Int
  /// The width of the client in cells; 0 if there is no room for the client.
  private let clientWidth: Int
  private let userWidth: Int
  private let keyWidth: Int
  private let resultWidth: Int

  private static let timeWidth = 8
  /// The minimum width of a row with the client, in cells.
  private static let wideColumns = 66
  /// The maximum number of bytes of a text; the rest is neither measured nor drawn.
  private static let limit = 400

  init(columns: Int, _ table: ClientTable, words: [[UInt8]], _ scene: Scene) {
    self.scene = scene
    self.table = table
    self.words = words
    self.columns = columns
    let isWide = columns >= Self.wideColumns
    let gaps = isWide ? 2 * 4 : 2 * 3
    let room = columns - Self.timeWidth - gaps - 2
    clientWidth = isWide && table.clients.count != 1 ? room * 4 / 15 : 0
    userWidth = max((room - clientWidth) / 4, 4)
    resultWidth = max((room - clientWidth - userWidth) * 9 / 20, 5)
    keyWidth = max(room - clientWidth - userWidth - resultWidth, 5)
  }

  func line(of evaluation: ServedEvaluation) -> Line {
    let theme = scene.theme
    let muted = theme.style(.muted)
    let plain = theme.style(.text)
    let time = scene.content.context.wallClock.localTime(of: evaluation.date).clock
    var spans = [Span(time + "  ", muted)]
    if clientWidth > 0 {
      let name = table.fitted(table.name(of: evaluation.client), to: clientWidth).text
      spans += cell(name, clientWidth, .text)
    }
    // If there is no room for a column of clients, the name of the client is shown where the user is
    // missing.
    let noUser = clientWidth > 0 ? "–" : table.name(of: evaluation.client)
    spans += cell(
      evaluation.user ?? noUser,
      userWidth,
      evaluation.user == nil ? .muted : .variation
    )
    spans += cell(
      evaluation.key ?? "all features",
      keyWidth,
      evaluation.key == nil ? .muted : .text
    )
    let role: Role =
      evaluation.isUnknown ? .warning : evaluation.isOverridden ? .overridden : .text
    spans += cell(evaluation.result, resultWidth, role, gap: 0)
    let mark =
      evaluation.isUnknown
      ? Span(" ▲", theme.style(.warning))
      : evaluation.isOverridden ? Span(" ◆", theme.style(.overridden)) : Span("  ", plain)
    return Line(spans + [mark])
  }

  /// The row of a requested key; `isUnknown` if no feature has the key.
  func line(of key: RequestedKey, isUnknown: Bool) -> Line {
    let count = CompactNumber.text(key.count) + " ×"
    let age = Age(of: key.last, at: scene.now, scene.content.context.wallClock)
    let tail = count.leftPadded(to: 8) + age.text.leftPadded(to: 6)
    let width = max(columns - 2 - tail.count, 4)
    let users = scene.content.serving?.tests[Feature.Name(rawValue: key.key)]
    let symbol = users?.symbol ?? (isUnknown ? "▲" : " ", .warning)
    let mark = Span(symbol.text + " ", scene.theme.style(symbol.role))
    return Line(
      [mark] + cell(key.key, width, .text, gap: 0) + [Span(tail, scene.theme.style(.muted))]
    )
  }

  private func cell(_ text: String, _ width: Int, _ role: Role, gap: Int = 2) -> [Span] {
    let style = scene.theme.style(role)
    let shown = DisplayText(text, fittedTo: width).padded(to: width)
    let gapText = Span(String(repeating: " ", count: gap), style)
    return Span.highlighting(words, in: shown, style, scene.theme.style([role, .match])) + [gapText]
  }

  /// The texts of an evaluation; truncated in the middle to the width of a row.
  func details(of evaluation: ServedEvaluation) -> Line {
    let result = Self.start(of: evaluation.result)
    let outcome = evaluation.key.map { Self.start(of: $0) + " = " + result }
    let client = table.names[evaluation.client]
    let user = evaluation.user.map { "user " + Self.start(of: $0) }
    let source = evaluation.isOverridden ? "overridden" : evaluation.isUnknown ? "no feature" : nil
    let from = client.map { $0.text == $0.address ? $0.text : $0.text + " " + $0.address }
    let texts = [outcome ?? "all features: " + result, source, user, from]
    return muted(texts.compactMap(\.self).joined(separator: " · "))
  }

  /// The full text of a requested key; truncated in the middle to the width of a row.
  func details(of key: RequestedKey, isUnknown: Bool) -> Line {
    let name = Self.start(of: key.key)
    let count = "asked " + Number.count(key.count, "time")
    let users = scene.content.serving?.tests[Feature.Name(rawValue: key.key)].map {
      " · " + $0.text
    }
    let text = isUnknown ? "no feature has the key " + name : name + " · " + count + (users ?? "")
    return muted(text)
  }

  private func muted(_ text: String) -> Line {
    Line([Span(DisplayText(text, fittedTo: columns), scene.theme.style(.muted))])
  }

  private static func start(of text: String) -> String {
    String(decoding: text.utf8.prefix(limit), as: UTF8.self)
  }
}
