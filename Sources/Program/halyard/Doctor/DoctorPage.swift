import Documents
import Frame

/// The page of `doctor`: one row for each finding, and its remedy.
struct DoctorPage {
  /// A finding with the name of its check.
  typealias Row = (check: String, finding: DoctorFinding)

  private(set) var rows: [Row] = []
  /// The width of the column with the names of the checks.
  private let nameWidth: Int
  private let wrap: WordWrap
  /// The symbol in front of a remedy.
  private let mark: String

  /// Creates a page without rows.
  ///
  /// - Parameters:
  ///   - checks: The checks whose findings will be added.
  ///   - columns: The width of the terminal; `nil` if standard output is not a terminal.
  ///   - isASCII: Whether the terminal shows only ASCII characters reliably.
  init(of checks: [DoctorCheck], columns: Int?, isASCII: Bool) {
    nameWidth = checks.map(\.name.count).max() ?? 0
    wrap = WordWrap(columns: columns)
    mark = isASCII ? "-> " : "→ "
  }

  /// Adds the findings of a check, and returns their lines, wrapped between words.
  mutating func add(_ findings: [DoctorFinding], of check: DoctorCheck) -> [Line] {
    rows += findings.map { (check.name, $0) }
    return findings.flatMap { lines(of: $0, check.name) }
  }

  /// The exit code of the first failure; `nil` without a failure.
  var exitCode: Int32? { rows.lazy.compactMap(\.finding.exitCode).first }

  var json: JSONValue { .list(rows.map { $0.finding.json(of: $0.check) }) }

  /// The number of warnings and failures.
  var summary: String {
    func count(_ level: DoctorFinding.Level) -> Int { rows.count { $0.finding.level == level } }
    return
      "\(Number.count(count(.failure), "failure")), \(Number.count(count(.warning), "warning"))"
  }

  private static let levelWidth =
    (DoctorFinding.Level.allCases.map(\.rawValue.count).max() ?? 0) + 2

  /// Splits a text at white space; a line break of a source must not begin a row of the page.
  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  private func lines(of finding: DoctorFinding, _ check: String) -> [Line] {
    let level = finding.level.rawValue.rightPadded(to: Self.levelWidth)
    let indent = Self.levelWidth + nameWidth + 2
    let lead = check.rightPadded(to: nameWidth + 2)
    let text = wrap.text(Self.words(finding.text), after: level + lead, indent: indent)
    var lines = text.split(separator: "\n").map { Line(String($0), .plain) }
    let rest = text.prefix { $0 != "\n" }.dropFirst(level.count)
    lines[0] = Line([Span(level, finding.level.style), Span(String(rest), .plain)])
    guard let remedy = finding.remedy else { return lines }
    let arrow = String(repeating: " ", count: indent) + mark
    let words = wrap.text(Self.words(remedy), after: arrow, indent: arrow.count)
    return lines + words.split(separator: "\n").map { Line(String($0), .plain) }
  }
}

extension DoctorFinding.Level {
  fileprivate var style: Style {
    switch self {
    case .ok: Style(foreground: .ansi(2))
    case .warning: Style(foreground: .ansi(3))
    case .failure: Style(foreground: .ansi(1), attributes: .bold)
    }
  }
}
