public import Networking

public import struct FoundationEssentials.Date

/// The last known good configuration, as it was received, with its metadata.
public struct LastGood: Hashable, Sendable {
  /// The document of the configuration, byte for byte.
  public var bytes: [UInt8]
  /// The name of the source that returned the document.
  public var source: String
  /// The time at which the document was received.
  public var date: Date
  /// The ETag and modification date of the response; `nil` if the server sent neither.
  public var revision: HTTPRevision?

  /// Creates a record of a received document.
  public init(bytes: [UInt8], source: String, date: Date, revision: HTTPRevision? = nil) {
    self.bytes = bytes
    self.source = source
    self.date = date
    self.revision = revision
  }
}
