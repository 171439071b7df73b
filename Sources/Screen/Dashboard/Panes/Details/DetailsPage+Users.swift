import FeatureFlags
import Frame
import Workbench

extension DetailsPage {
  /// Adds the users of a test by variation with their expected shares, and the users who got several
  /// variations.
  mutating func add(usersOf users: TestUsers, _ wallClock: WallClock) {
    let differs = if case .differs = users.fit { true } else { false }
    let mark = isPlain ? Number.count(users.rows.count, "variation") + ", " : differs ? "✗ " : ""
    add("Users", mark + users.text, role: differs ? .failure : .text)
    let since = "since " + wallClock.localTime(of: users.start).clock
    let overridden = Number.grouped(users.overridden)
    let apart = users.overridden > 0 ? ", without \(overridden) by an override" : ""
    add("", since + apart, role: .muted)
    if isPlain { add("", users.sharesText) } else { addTable(of: users) }
    guard users.unsteadyCount > 0 else { return }
    let count =
      Number.grouped(users.unsteadyCount) + (users.unsteadyCount == 1 ? " user" : " users")
    add("", "▲ \(count) got several variations", role: .warning)
    for user in users.unsteady.prefix(Self.unsteadyLimit) { add(user, wallClock) }
    if users.unsteadyCount > Self.unsteadyLimit {
      add("", "and \(users.unsteadyCount - Self.unsteadyLimit) more", role: .muted)
    }
  }

  /// The maximum number of listed users with several variations.
  private static let unsteadyLimit = 8
  /// The maximum length of the bars of shares, in cells.
  private static let longestBar = 40
  /// The minimum length of the bars of shares, in cells.
  private static let leastBar = 10

  /// Adds a line for each variation: its users and shares, then its deviation and a bar if there is room.
  private mutating func addTable(of users: TestUsers) {
    let longest = users.rows.map { DisplayText(line: $0.variation).width }.max() ?? 0
    var columns = UserColumn.all
    if valueWidth < max(longest, 9) + UserColumn.width(of: columns) { columns.remove(at: 2) }
    let numbers = UserColumn.width(of: columns)
    let names = min(max(longest, 9), max(valueWidth - numbers, 4))
    let room = valueWidth - names - numbers - 2
    let muted = theme.style(.muted)
    let head = columns.map { $0.title.leftPadded(to: $0.width) }.joined()
    add("", [[Span(DisplayText("Variation").padded(to: names), muted), Span(head, muted)]])
    for (index, row) in users.rows.enumerated() {
      let name = DisplayText(row.variation, fittedTo: names).padded(to: names)
      let cells = columns.map { $0.text(row, users.precision).leftPadded(to: $0.width) }
      var spans = [
        Span(name, theme.style(.variation)), Span(cells.joined(), theme.style(.text)),
      ]
      if room >= Self.leastBar, let share = row.share {
        let bar = Int((share * Double(min(room, Self.longestBar))).rounded())
        spans.append(
          Span("  " + String(repeating: "█", count: bar), theme.style(Gauge.role(index)))
        )
      }
      add("", [spans])
    }
  }

  private mutating func add(_ user: UnsteadyUser, _ wallClock: WallClock) {
    let change = "\(user.first.variation) → \(user.second.variation)"
    let clock = wallClock.localTime(of: user.second.date).clock
    let text = "\(user.key)  \(change), \(clock)  \(user.differenceText)"
    let lines = DisplayText.lines(of: text, columns: valueWidth)
    add("", lines.prefix(2).map { [Span($0, theme.style(.text))] })
  }
}

/// A column of numbers in the table of the users of a test.
private struct UserColumn {
  let title: String
  let width: Int
  let text: @Sendable (TestUsers.Row, TestUsers.Precision) -> String

  /// The columns from left to right.
  ///
  /// The share is the last column, because the bars beside it show the share. The deviation is omitted
  /// if there is no room for it.
  static let all = [
    UserColumn(title: "Users", width: 10) { row, precision in
      (precision == .estimated ? "≈ " : "") + Number.grouped(row.users)
    },
    UserColumn(title: "Expected", width: 10) { row, _ in percent(row.expected) },
    UserColumn(title: "Deviation", width: 11) { row, _ in
      ((row.deviation ?? 0) > 0 ? "+" : "") + percent(row.deviation)
    },
    UserColumn(title: "Share", width: 9) { row, _ in percent(row.share) },
  ]

  static func width(of columns: [UserColumn]) -> Int { columns.map(\.width).reduce(0, +) }

  /// A share with one decimal place, such as `50.7 %`.
  private static func percent(_ share: Double?) -> String {
    guard let share else { return "–" }
    let tenths = Int((abs(share) * 1_000).rounded())
    return (share < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10) %"
  }
}
