import Frame

/// The progress of a load in the background, whose document is so large that it takes a moment.
public struct LoadStatus: Hashable, Sendable {
  /// The number of bytes that were parsed.
  public var parsedBytes: Int
  /// The size of the document in bytes.
  public var totalBytes: Int
  /// The time since the start of the load.
  public var elapsed: Duration

  /// Creates a status.
  public init(parsedBytes: Int, totalBytes: Int, elapsed: Duration) {
    self.parsedBytes = parsedBytes
    self.totalBytes = totalBytes
    self.elapsed = elapsed
  }

  /// The parsed part of the document, from 0 to 1.
  var share: Double {
    totalBytes > 0 ? min(max(Double(parsedBytes) / Double(totalBytes), 0), 1) : 0
  }

  /// The parsed part of the document as text, such as `45 %`.
  var percentText: String { "\(Int(share * 100)) %" }

  /// The numbers of bytes as text, such as `6 MB of 14 MB`.
  var bytesText: String { Number.bytes(parsedBytes) + " of " + Number.bytes(totalBytes) }

  /// The average speed as text, such as `41 MB/s`; `nil` before anything is parsed.
  var rateText: String? {
    let seconds = elapsed / .seconds(1)
    guard parsedBytes > 0, seconds > 0 else { return nil }
    let rate = Double(parsedBytes) / seconds
    return rate < 1e15 ? Number.bytes(Int(rate)) + "/s" : nil
  }
}
