public import Networking

public import struct FoundationEssentials.Date

/// The configuration that was read last without an error, as received, and what is known of it.
public struct LastGood: Hashable, Sendable {
  /// The document, byte for byte.
  public var bytes: [UInt8]
  /// Where it came from.
  public var source: String
  /// When it was received.
  public var date: Date
  /// What the server calls the document; `nil` when it did not say.
  public var revision: HTTPRevision?

  /// Makes a record of a document that was just read.
  public init(bytes: [UInt8], source: String, date: Date, revision: HTTPRevision? = nil) {
    self.bytes = bytes
    self.source = source
    self.date = date
    self.revision = revision
  }
}
