public import Networking

public import struct FoundationEssentials.Date

/// The last known good configuration as received, with its metadata.
public struct LastGood: Hashable, Sendable {
  /// The document, byte for byte.
  public var bytes: [UInt8]
  /// The name of the source that it was read from.
  public var source: String
  /// The time at which it was received.
  public var date: Date
  /// The ETag and modification date that the server sent; `nil` if it sent none.
  public var revision: HTTPRevision?

  /// Makes a record of a document.
  public init(bytes: [UInt8], source: String, date: Date, revision: HTTPRevision? = nil) {
    self.bytes = bytes
    self.source = source
    self.date = date
    self.revision = revision
  }
}
