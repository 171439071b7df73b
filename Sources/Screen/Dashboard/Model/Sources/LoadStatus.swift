import FeatureFlags
import Text

/// The progress of a load in the background, with the time since its start.
struct LoadStatus: Hashable, Sendable {
  let progress: LoadProgress
  /// The time since the first progress of the load.
  let elapsed: Duration

  /// The parsed part of the document, from 0 to 1.
  var share: Double {
    progress.share ?? 0
  }

  /// The parsed part of the document as text, such as `45 %`.
  var percentText: String { "\(Int(share * 100)) %" }

  /// The numbers of parsed and of all bytes as text, such as `6 MB of 14 MB`.
  var bytesText: String {
    progress.text
  }

  /// The average speed as text, such as `41 MB/s`; `nil` before anything is parsed.
  var rateText: String? {
    let seconds = elapsed / .seconds(1)
    guard progress.bytes > 0, seconds > 0 else { return nil }
    let rate = Double(progress.bytes) / seconds
    return rate < 1e15 ? Number.bytes(Int(rate)) + "/s" : nil
  }
}
