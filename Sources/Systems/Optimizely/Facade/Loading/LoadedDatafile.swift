public import FeatureFlags
import Networking

public import struct FoundationEssentials.Date

/// A valid datafile with its origin and its evaluator.
public struct LoadedDatafile: Sendable {
  /// The document as received or stored, in bytes.
  public let bytes: [UInt8]
  /// The evaluator of the flags in the datafile.
  public let evaluator: Evaluator
  /// The origin of the datafile: `remote`, `cache` or `bundled`.
  public let origin: Origin
  /// The time at which the datafile was received; `nil` for a bundled datafile.
  public let date: Date?
  /// The validators (ETag, Last-Modified) for the next conditional request.
  let revision: HTTPRevision?

  /// The parsed datafile.
  public var datafile: Datafile { evaluator.datafile }
}
