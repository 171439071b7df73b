import Dashboard
import Documents
import FeatureFlags
import Frame
import Workbench

/// Formats the result of `simulate` as bars, and as JSON.
struct SimulationReport {
  private let features: [SimulatedFeature]
  private let users: Int
  private let seed: UInt64

  /// The p-value below which the counts are noted as improbable.
  private static let noteLimit = 0.001
  /// The width of the output if standard output is not a terminal, and its maximum.
  private static let (defaultWidth, maximumWidth) = (80, 100)
  /// The maximum width of the names of variations in cells.
  private static let nameLimit = 24

  init(_ features: [SimulatedFeature], users: Int, seed: UInt64) {
    self.features = features
    self.users = users
    self.seed = seed
  }

  /// The percentage of the users without a forced result.
  private func share(_ outcome: SimulatedFeature.Outcome, of feature: SimulatedFeature) -> Double {
    Double(outcome.users) * 100 / Double(max(feature.userCount, 1))
  }

  /// The numbers of users and features, and the duration.
  func summary(duration: Duration) -> String {
    let divided = features.count { $0.isDivided }
    let improbable = features.count { isImprobable($0) }
    let rest = features.count - divided
    let forced = features.count { !$0.forced.isEmpty }
    var parts = ["\(Number.count(users, "user")) with seed \(seed)"]
    parts.append("\(Number.count(divided, "feature")) with several variations")
    if rest > 0 { parts.append("\(Number.count(rest, "feature")) the same for everyone") }
    if forced > 0 { parts.append("\(Number.count(forced, "feature")) overridden") }
    if improbable > 0 { parts.append("\(improbable) improbable (p < \(Self.noteLimit))") }
    return parts.joined(separator: ", ") + "; " + duration.elapsedText
  }

  private func isImprobable(_ feature: SimulatedFeature) -> Bool {
    feature.chiSquared.map { $0.pValue < Self.noteLimit } ?? false
  }
}

// MARK: Text

extension SimulationReport {
  /// Formats the counts of each feature whose variation depends on the user.
  ///
  /// - Parameter columns: The width of the terminal; `nil` if standard output is not a terminal.
  /// - Returns: The lines, with the names of features in bold; in a terminal, `│` is the bias on each bar.
  func lines(columns: Int?) -> [Line] {
    let width = min(max(columns ?? Self.defaultWidth, 20), Self.maximumWidth)
    func line(_ text: String, _ style: Style = .plain) -> Line {
      Line([Span(DisplayText(text, truncatedTo: width), style)])
    }
    var lines: [Line] = []
    if columns != nil, features.contains(where: { $0.outcomes.contains { $0.bias != nil } }) {
      lines.append(
        line("On each bar, │ is the share that the bias gives.", Style(attributes: .dim))
      )
    }
    for feature in features where feature.isDivided || !feature.forced.isEmpty {
      lines.append(line(title(of: feature), Style(attributes: .bold)))
      if feature.userCount > 0 {
        lines += rows(of: feature, width: width, marksBias: columns != nil)
      }
      for forced in feature.forced {
        lines.append(
          line("  ◆ overridden: \(Self.name(of: forced))  \(Number.count(forced.users, "user"))")
        )
      }
      if isImprobable(feature) {
        lines.append(line("  ▲ improbable: the counts do not fit the biases"))
      }
    }
    return lines
  }

  private func title(of feature: SimulatedFeature) -> String {
    guard let test = feature.chiSquared else { return feature.name.text }
    return "\(feature.name)  \(Self.text(pValue: test.pValue))"
  }

  /// The p-value with four decimals, such as `p = 0.0421`.
  static func text(pValue: Double) -> String {
    guard pValue >= 0.0001 else { return "p < 0.0001" }
    let digits = String(100_000 + Int((pValue * 10_000).rounded())).dropFirst()
    return "p = \(digits.prefix(1)).\(digits.dropFirst())"
  }

  private static func name(of outcome: SimulatedFeature.Outcome) -> String {
    DisplayText(outcome.variation?.text ?? "no variation", limit: nameLimit)
      .truncated(to: nameLimit).text
  }

  private func rows(of feature: SimulatedFeature, width: Int, marksBias: Bool) -> [Line] {
    let cells = feature.outcomes.map { outcome in
      [
        Self.name(of: outcome),
        outcome.bias.map { "bias " + Number.percent($0) } ?? "",
        Number.percent(share(outcome, of: feature)), String(outcome.users),
      ]
    }
    let widths = (0..<4).map { column in cells.map { DisplayText($0[column]).width }.max() ?? 0 }
    let room = width - widths.reduce(0, +) - 2 * 5
    return zip(cells, feature.outcomes).enumerated().map { index, row in
      let (cells, outcome) = row
      let name = DisplayText(cells[0]).padded(to: widths[0]).text
      var line = "  " + name
      for column in 1..<4 where widths[column] > 0 {
        line += "  " + cells[column].leftPadded(to: widths[column])
      }
      let text = Span(DisplayText(line, truncatedTo: width), .plain)
      guard room >= 4 else { return Line([text]) }
      let bar = Self.bar(
        share(outcome, of: feature),
        cells: room,
        bias: marksBias ? outcome.bias : nil
      )
      let colour = Style(foreground: .ansi([6, 5, 4, 3][index % 4]))
      return Line([text, Span("  ", .plain), Span(bar, colour)])
    }
  }

  /// A bar for a percentage, with `│` in the cell of its bias; the plain ``bar(_:cells:)`` without a
  /// bias.
  static func bar(_ share: Double, cells: Int, bias: Double?) -> String {
    let bar = bar(share, cells: cells)
    guard let bias else { return bar }
    var symbols = Array(bar.rightPadded(to: cells))
    symbols[min(Int(bias / 100 * Double(cells)), cells - 1)] = "│"
    return String(symbols[...(symbols.lastIndex { $0 != " " } ?? 0)])
  }

  /// A bar for a percentage with eighths of cells; a share above 0 has at least one eighth.
  static func bar(_ share: Double, cells: Int) -> String {
    let eighths = Int((share / 100 * Double(cells) * 8).rounded())
    let length = share > 0 ? max(eighths, 1) : 0
    let ends = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: length / 8) + ends[length % 8]
  }
}

// MARK: JSON

extension SimulationReport {
  /// The counts for `--json`; the keys and their meaning are stable, for scripts.
  var json: JSONValue {
    .object([
      ("users", .integer(users)), ("seed", .number(Double(seed))),
      ("features", .list(features.map(json))),
    ])
  }

  private func json(of feature: SimulatedFeature) -> JSONValue {
    let test = feature.chiSquared
    return .object([
      ("name", .string(feature.name.rawValue)), ("type", .string(feature.type.token)),
      ("outcomes", .list(feature.outcomes.map { json(of: $0, feature) })),
      ("forced", .list(feature.forced.map(Self.json(ofForced:)))),
      ("chiSquared", .optionalNumber(test?.statistic)),
      ("degreesOfFreedom", .optionalNumber(test.map { Double($0.degreesOfFreedom) })),
      ("pValue", .optionalNumber(test?.pValue)),
    ])
  }

  private static func json(ofForced outcome: SimulatedFeature.Outcome) -> JSONValue {
    .object([
      ("variation", .text(outcome.variation?.rawValue)), ("users", .integer(outcome.users)),
    ])
  }

  private func json(
    of outcome: SimulatedFeature.Outcome,
    _ feature: SimulatedFeature
  ) -> JSONValue {
    .object([
      ("variation", .text(outcome.variation?.rawValue)), ("users", .integer(outcome.users)),
      ("share", .number(share(outcome, of: feature))), ("bias", .optionalNumber(outcome.bias)),
    ])
  }
}
