/// The progress of receiving or parsing a document.
public struct LoadProgress: Hashable, Sendable {
  /// The number of bytes that were received after decompression, or parsed.
  public let bytes: Int
  /// The size of the document in bytes; `nil` if it is unknown.
  public let totalBytes: Int?

  /// Creates a progress; the size of the document is unknown by default.
  public init(bytes: Int, totalBytes: Int? = nil) {
    self.bytes = bytes
    self.totalBytes = totalBytes
  }

  /// The received or parsed part of the document, from 0 to 1; `nil` if its size is unknown.
  package var share: Double? {
    guard let totalBytes, totalBytes > 0 else { return nil }
    return min(max(Double(bytes) / Double(totalBytes), 0), 1)
  }

  /// The size in bytes from which a document is large, so that its progress is published: 1 MB.
  package static let largeSize = 1_000_000
}
