import FeatureFlags
import Text

/// The lines that plain mode prints: responses to the lines that the user enters, and announcements of
/// changes.
struct PlainTranscript: Sendable {
  private var lines: [DisplayText] = []

  /// The number of changed features above which only their number is announced.
  private static let limit = 10

  mutating func add(_ line: String) { lines.append(DisplayText(line: line)) }

  mutating func add(_ more: [String]) { for line in more { add(line) } }

  /// Announces the new states of features.
  mutating func add(_ features: [Feature]) {
    if features.count > Self.limit {
      add("\(features.count) features have changed.")
    } else {
      add(features.map { "\($0.plainText)." })
    }
  }

  /// Announces an event of the source, of the connectivity or of other programs.
  ///
  /// Skips changes by the user of this program: they are announced with the changed features.
  mutating func add(_ entry: ActivityEntry) {
    guard entry.kind != .own else { return }
    let details = entry.details.isEmpty ? "" : ": " + entry.details
    add("\(entry.when.clock) \(entry.text)\(details)")
  }

  /// Removes and returns all lines.
  mutating func removeAll() -> [DisplayText] {
    defer { lines = [] }
    return lines
  }
}
