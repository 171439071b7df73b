import FeatureFlags
import Frame

extension DetailsPage {
  /// Adds the users of a test by variation, with their expected shares, and those who got several variations.
  mutating func add(usersOf users: TestUsers, _ wallClock: WallClock) {
    let differs = if case .differs = users.fit { true } else { false }
    add("Users", (differs ? "✗ " : "") + users.text, role: differs ? .failure : .text)
    let since = "since " + wallClock.localTime(of: users.start).clock
    let apart = users.overridden > 0 ? ", \(Number.grouped(users.overridden)) by an override" : ""
    add("", since + apart, role: .muted)
    addTable(of: users)
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
  /// The widths of the columns of numbers, in cells.
  private static let widths = (users: 10, share: 9, expected: 10)
  /// The minimum length of the bars of shares, in cells.
  private static let leastBar = 10

  private mutating func addTable(of users: TestUsers) {
    let widths = Self.widths
    let numbers = widths.users + widths.share + widths.expected
    let longest = users.rows.map { DisplayText(line: $0.variation).width }.max() ?? 0
    let names = min(max(longest, 9), max(valueWidth - numbers, 4))
    let room = valueWidth - names - numbers - 2
    let muted = theme.style(.muted)
    let head =
      "Users".leftPadded(to: widths.users) + "Share".leftPadded(to: widths.share)
      + "Expected".leftPadded(to: widths.expected)
    add("", [[Span(DisplayText("Variation").padded(to: names), muted), Span(head, muted)]])
    for (index, row) in users.rows.enumerated() {
      let name = DisplayText(line: row.variation).truncated(to: names).padded(to: names)
      let count = (users.precision == .estimated ? "≈ " : "") + Number.grouped(row.users)
      let texts = [row.share, row.expected].map { $0.map(Self.percent) ?? "–" }
      let cells =
        count.leftPadded(to: widths.users) + texts[0].leftPadded(to: widths.share)
        + texts[1].leftPadded(to: widths.expected)
      var spans = [Span(name, theme.style(.variation)), Span(cells, theme.style(.text))]
      if room >= Self.leastBar, let share = row.share {
        let bar = Int((share * Double(min(room, 40))).rounded())
        spans.append(
          Span("  " + String(repeating: "█", count: bar), theme.style(Gauge.role(index)))
        )
      }
      add("", [spans])
    }
  }

  /// A share with one decimal place, such as `50.7 %`.
  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1_000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  private mutating func add(_ user: UnsteadyUser, _ wallClock: WallClock) {
    let change = "\(user.first.variation) → \(user.second.variation)"
    let clock = wallClock.localTime(of: user.second.date).clock
    let text = "\(user.key)  \(change), \(clock)  \(user.differenceText)"
    let lines = DisplayText.lines(of: text, columns: valueWidth)
    add("", lines.prefix(2).map { [Span($0, theme.style(.text))] })
  }
}
