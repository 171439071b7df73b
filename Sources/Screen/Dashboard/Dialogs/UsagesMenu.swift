import FeatureFlags
import Frame
import Usages

/// The menu of the usages of a feature in source code; a choice opens the editor, and the menu stays open.
struct UsagesMenu: MenuContent {
  let feature: Feature.Name
  var progress = UsageProgress.searching(0)

  private var usages: [Usage] {
    if case .found(let report) = progress { report.usages } else { [] }
  }

  var title: String {
    let name = feature.text.shortened(to: 30)
    switch progress {
    case .searching(let share): return "Usages of \(name) · searching \(Int(share * 100)) %"
    case .failed: return "Usages of \(name)"
    case .found(let report):
      let files = Set(report.usages.map(\.location.path)).count
      return report.usages.isEmpty
        ? "Usages of \(name)"
        : "Usages of \(name) · \(usages.count) in \(Number.count(files, "file"))"
    }
  }
  var opener: Character { "@" }
  var verb: String { "open in your editor" }
  var columns: ClosedRange<Int> { 50...Int.max }

  var noMatch: String {
    switch progress {
    case .searching: "Searching …"
    case .failed(let reason): reason
    case .found(let report) where report.usages.isEmpty:
      "No usage in \(Number.count(report.fileCount, "file")) of code."
    case .found: "No usage matches."
    }
  }

  var rows: [MenuRow] {
    usages.map { usage in
      let location = usage.location
      let place = "\(Self.end(of: location.path)):\(location.line)"
      let symbol: MenuRow.Cell =
        switch usage.kind {
        case .declaration: .init(" = ", .key)
        case .literal, .reference: .init("   ")
        case .alias, .pattern: .init(" ~ ", .key)
        }
      let by = usage.by.map { "by \($0): " } ?? ""
      return MenuRow(
        "\(location.path):\(location.line):\(location.column) \(by)\(location.text)",
        [.init(place, .title), symbol, .init(by + location.text.trimmed)]
      )
    }
  }

  /// The end of a path, which identifies a file better than its start.
  private static func end(of path: String) -> String {
    let limit = 40
    return path.count > limit ? "…" + path.suffix(limit - 1) : path
  }

  func hints(at row: Int?) -> [Hint] {
    let open = row == nil ? [] : [Hint("↑ ↓", "move"), Hint("enter", verb)]
    return open + [Hint("esc", cancelled.isClosing ? "close" : "cancel")]
  }

  func choose(_ row: Int) -> Request {
    let location = usages[row].location
    return .run([.edit(.file(path: location.path, line: location.line))])
  }

  var cancelled: Request {
    if case .searching = progress { .closeAndRun([.usages(.cancel)]) } else { .close }
  }
}

extension Request {
  /// Whether the dialog closes without an effect.
  fileprivate var isClosing: Bool {
    if case .close = self { true } else { false }
  }
}
