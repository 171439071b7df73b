import FeatureFlags
import Frame
import Workbench

import struct FoundationEssentials.Date

extension DetailsPage {
  /// Adds the requests of clients for a feature: their number, the last users with their
  /// attributes, the result of each user, whether the results differ, and the evaluations that SDKs report.
  ///
  /// - Parameters:
  ///   - name: The name of the feature.
  ///   - requests: The requests of clients.
  ///   - wallClock: The user's clock and time zone.
  ///   - now: The time at which the sparkline of the evaluations ends.
  mutating func add(
    requestsFor name: Feature.Name,
    _ requests: ClientRequests,
    _ wallClock: WallClock,
    now: Date
  ) {
    addGap()
    let since = requests.isTestCase ? ", test case" : ""
    let bulk = requests.bulkText.map { text in
      text + (requests.lastBulk.map { ", last at \(wallClock.localTime(of: $0).clock)" } ?? "")
    }
    guard let use = requests.use(of: name) else {
      let start = wallClock.localTime(of: requests.start).minutes
      return add(
        "Asked",
        bulk.map { $0 + since } ?? "by no client since \(start)" + since,
        role: bulk == nil ? .muted : .text
      )
    }
    let last = wallClock.localTime(of: use.last).clock
    add("Asked", Number.count(use.count, "time") + ", last at \(last)" + since)
    if let bulk { add("", bulk, role: .muted) }
    let line = use.curve.line(since: requests.start, now: now, width: valueWidth)
    if !isPlain { add("Trend", [line.spans(theme)]) }
    add(isPlain ? "Trend" : "", line.evaluationsLabel(isPlain: isPlain), role: .muted)
    if use.hasDifferentResults {
      add("", "the results differ between users", role: .muted)
    }
    let names = use.users.map { DisplayText($0.context.keyText, limit: Self.keyLimit).width }
    let nameWidth = min(names.max() ?? 0, max(valueWidth / 3, 6))
    for user in use.users { add(user, nameWidth: nameWidth, wallClock) }
    for report in use.reports { add(report, wallClock) }
  }

  /// Adds the evaluations that the SDK of an app reports, such as `shop   12 on, 3 off: red 8, blue 4`.
  private mutating func add(_ report: FeatureUse.AppReport, _ wallClock: WallClock) {
    let muted = theme.style(.muted)
    let clock = wallClock.localTime(of: report.date).clock
    let name = DisplayText(report.app, fittedTo: max(valueWidth / 3, 6))
    let variants = report.variants.filter { $0.value > 0 }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \(CompactNumber.text($0.value))" }
    let counts = "\(CompactNumber.text(report.on)) on, \(CompactNumber.text(report.off)) off"
    let text = counts + (variants.isEmpty ? "" : ": " + variants.joined(separator: ", "))
    let room = max(valueWidth - name.width - 2 - 2 - clock.count, 4)
    let result = DisplayText(text, truncatedTo: room).padded(to: room)
    add(
      "",
      [
        [
          Span(name, theme.style(.text)), Span("  ", muted), Span(result, theme.style(.text)),
          Span("  " + clock, muted),
        ]
      ]
    )
  }

  /// The maximum width of a user key that is measured, in cells.
  private static let keyLimit = 60

  private mutating func add(_ user: FeatureUse.User, nameWidth: Int, _ wallClock: WallClock) {
    let muted = theme.style(.muted)
    let clock = wallClock.localTime(of: user.date).clock
    let room = max(valueWidth - nameWidth - 2 - 2 - clock.count, 4)
    let hasKey = user.context.targetingKey != nil
    let name = DisplayText(user.context.keyText, fittedTo: nameWidth).padded(to: nameWidth)
    let result = DisplayText(user.result, fittedTo: room).padded(to: room)
    add(
      "",
      [
        [
          Span(name, theme.style(hasKey ? .variation : .muted)), Span("  ", muted),
          Span(result, theme.style(.text)), Span("  " + clock, muted),
        ]
      ]
    )
    let attributes = user.context.attributesText()
    guard !attributes.isEmpty else { return }
    let lines = DisplayText.lines(of: attributes, columns: max(valueWidth - 2, 8))
    add("", lines.prefix(Self.attributeLines).map { [Span("  ", muted), Span($0, muted)] })
  }

  /// The maximum number of lines with the attributes of one user.
  private static let attributeLines = 4
}
