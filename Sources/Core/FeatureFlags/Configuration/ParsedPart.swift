/// The features that were parsed since the last report, while the rest of their document is being
/// parsed.
package struct ParsedPart: Sendable {
  /// The new features, in the order of the document and without assignments or overrides.
  ///
  /// The first part has at most 256 features, so that a screen can show its first rows early; the size
  /// of each following part doubles, up to 16,384 features.
  package let features: [Feature]
  /// Whether this part replaces all earlier ones; `true` for the first part.
  ///
  /// A later part also replaces all earlier ones if it begins a second list of features in the document.
  package let isFirst: Bool
  /// The number of bytes of the document that were parsed, for a progress bar.
  package let parsedBytes: Int
}

extension Configuration {
  /// Parses a document like ``init(bytes:)``, and reports the features while they are parsed.
  ///
  /// All parts together have the features of the configuration, in its order, unless an error is
  /// thrown after some of them were reported. The last part has `parsedBytes` equal to the size of
  /// the document, and may be empty. A property list is reported as one part. The result is `nil`
  /// if `progress` has cancelled the parsing.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - progress: Called on the thread of the caller with each part; returns `false` to cancel the
  ///     parsing.
  /// - Throws: The reason why the bytes are not a configuration.
  package init?(
    bytes: [UInt8],
    progress: @escaping (ParsedPart) -> Bool
  ) throws(ConfigurationError) {
    var isCancelled = false
    let reporter = PartReporter { part in
      isCancelled = !progress(part)
      return !isCancelled
    }
    try self.init(bytes, FeatureReader(reporter: reporter))
    if isCancelled { return nil }
  }
}

/// Groups the features that a document reader produces into parts, and reports each part once.
struct PartReporter {
  private let receive: (ParsedPart) -> Bool
  private var reportedCount = 0
  private var partSize = 256
  private var isFirst = true
  /// Whether the receiver has cancelled the parsing; it receives no further part.
  private(set) var isCancelled = false

  /// The largest number of features of one part.
  private static let partLimit = 16_384

  init(_ receive: @escaping (ParsedPart) -> Bool) {
    self.receive = receive
  }

  /// Reports the next part as soon as it is complete; returns `false` if the receiver cancels.
  mutating func report(_ features: [Feature], parsedBytes: Int) -> Bool {
    guard features.count - reportedCount >= partSize else { return true }
    partSize = min(partSize * 2, Self.partLimit)
    return reportRest(features, parsedBytes: parsedBytes)
  }

  /// Reports all features that were not reported yet; returns `false` if the receiver cancels.
  @discardableResult
  mutating func reportRest(_ features: [Feature], parsedBytes: Int) -> Bool {
    guard !isCancelled else { return false }
    // Copies the new features: a slice would share the array, and the next parsed feature would then
    // copy all of them.
    let part = ParsedPart(
      features: Array(features[reportedCount...]),
      isFirst: isFirst,
      parsedBytes: parsedBytes
    )
    reportedCount = features.count
    isFirst = false
    isCancelled = !receive(part)
    return !isCancelled
  }

  /// Starts again with a first part, because the reader has discarded the reported features.
  mutating func restart() {
    guard reportedCount > 0 else { return }
    (reportedCount, isFirst) = (0, true)
  }
}
