import Locking

/// Receives the parts of a document during one load: publishes the progress, and activates the first
/// features before the rest is parsed.
///
/// The number of active features grows by a factor of 16 with each step, so that all steps together
/// cost less than the load itself.
final class PartPreview: Sendable {
  fileprivate struct State {
    var features: [Feature] = []
    /// The number of parsed features at which all of them are activated the next time.
    var nextCount = 1
  }

  private let state = Locked(State())
  /// The store in which the first features are activated; `nil` if the former features stay active until
  /// the load has ended.
  private let store: FlagStore?
  private let publish: @Sendable (Event) -> Void

  /// An event that a load publishes before it has ended.
  enum Event: Sendable {
    /// A part of a large document was parsed.
    case progress(LoadProgress)
    /// The features of the first part of the document are active, until the whole document is loaded.
    case previewed(LoadedFeatures)
  }

  /// The largest number of features that are active before the load has ended.
  fileprivate static let limit = 100_000
  /// The number of bytes that are read from the start of a file to activate its first features, before
  /// the whole file is read and its format is detected.
  private static let headSize = 1 << 17
  init(store: FlagStore?, publish: @escaping @Sendable (Event) -> Void) {
    self.store = store
    self.publish = publish
  }

  /// Receives the next part of a document with the given size.
  ///
  /// - Returns: `false` if the task of the load is cancelled, so that parsing must end.
  func receive(_ part: ParsedPart, of totalBytes: Int) -> Bool {
    guard !Task.isCancelled else { return false }
    guard totalBytes >= LoadProgress.largeSize else { return true }
    if let features = state.withLock({ $0.add(part, isLast: part.parsedBytes == totalBytes) }) {
      activate(features)
    }
    publish(.progress(LoadProgress(bytes: part.parsedBytes, totalBytes: totalBytes)))
    return true
  }

  /// Activates the features at the start of a large file.
  func receiveHead(of source: any Source) {
    guard store != nil, let file = source as? FileSource, let size = file.size,
      size >= LoadProgress.largeSize, let head = file.head(Self.headSize)
    else { return }
    // Drops the error: the head ends in the middle of the document. The whole document is parsed
    // afterwards, and its errors are reported.
    _ = try? Configuration(bytes: head) { part in
      if !part.features.isEmpty { self.activate(part.features) }
      return false
    }
  }

  /// Activates features, unless at least as many are already active, for example after a cancelled load.
  private func activate(_ features: [Feature]) {
    guard let store, features.count > store.features.count else { return }
    store.preview(features)
    publish(.previewed(store.loaded))
  }
}

extension PartPreview.State {
  /// Adds the features of a part, and returns all features if they should be activated now; `nil`
  /// otherwise.
  fileprivate mutating func add(_ part: ParsedPart, isLast: Bool) -> [Feature]? {
    if part.isFirst { self = PartPreview.State() }
    guard !isLast, features.count < PartPreview.limit else { return nil }
    features += part.features
    guard features.count >= nextCount else { return nil }
    nextCount = features.count * 16
    if nextCount > PartPreview.limit { nextCount = .max }
    return features
  }
}

/// The progress of receiving or parsing a document.
public struct LoadProgress: Hashable, Sendable {
  /// The number of bytes that were received after decompression, or parsed.
  public let bytes: Int
  /// The size of the document in bytes; `nil` if it is unknown.
  public let totalBytes: Int?

  /// Creates a progress value; the size of the document is unknown by default.
  public init(bytes: Int, totalBytes: Int? = nil) {
    self.bytes = bytes
    self.totalBytes = totalBytes
  }

  /// The fraction of the document that was received or parsed, from 0 to 1; `nil` if its size is unknown.
  package var share: Double? {
    guard let totalBytes, totalBytes > 0 else { return nil }
    return min(max(Double(bytes) / Double(totalBytes), 0), 1)
  }

  /// The size in bytes from which a document is large, so that its progress is published: 1 MB.
  package static let largeSize = 1_000_000
}
