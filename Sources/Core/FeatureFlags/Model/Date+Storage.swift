package import Documents

package import struct FoundationEssentials.Date

extension Date {
  /// The time rounded down to a whole second, as files store the time of a change.
  package var inWholeSeconds: Date {
    Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
  }

  /// The time rounded to a tenth of a second, as files store an expiry.
  package var inTenths: Date { Date(tenths: tenths) }

  /// The time rounded down to a tenth of a second; the result is in the same second.
  var startOfTenth: Date { Date(tenths: (timeIntervalSinceReferenceDate * 10).rounded(.down)) }

  /// The time since the reference date, rounded to tenths of a second so that times that were computed
  /// in different ways compare as equal.
  private var tenths: Double { (timeIntervalSinceReferenceDate * 10).rounded() }

  private init(tenths: Double) {
    self.init(timeIntervalSinceReferenceDate: tenths / 10)
  }

  /// The time in ISO 8601 and UTC, with the tenth of the second if it is not 0.
  package var storedText: String {
    let seconds = (tenths / 10).rounded(.down)
    let text = Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601)
    let tenth = Int(tenths - seconds * 10)
    return tenth == 0 ? text : "\(text.dropLast()).\(tenth)Z"
  }

  /// Parses a time in ISO 8601, with or without a fraction of a second; `nil` for any other text.
  package init?(storedText text: String) {
    var (text, fraction) = (text, 0.0)
    if let point = text.firstIndex(of: ".") {
      let digits = text[text.index(after: point)...].prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, let value = Double("0.\(digits)") else { return nil }
      fraction = value
      text.removeSubrange(point..<digits.endIndex)
    }
    // Drops the parse error: the callers name the expected format.
    guard let date = try? Date(text, strategy: .iso8601) else { return nil }
    self = fraction == 0 ? date : date.addingTimeInterval(fraction).inTenths
  }

  /// Parses an ISO 8601 time in a document.
  package init(_ node: Node) throws(DocumentError) {
    guard let date = node.string.flatMap({ Date(storedText: $0) }) else {
      throw node.mismatch(expected: Self.example)
    }
    self = date
  }

  /// A description of the expected format of a time, for error messages.
  package static let example = "a time such as 2026-11-21T10:02:11Z"
}
