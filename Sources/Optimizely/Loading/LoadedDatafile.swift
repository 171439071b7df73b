public import FeatureFlags
import Networking

public import struct FoundationEssentials.Date

/// A datafile that can be used, and how it was got.
public struct LoadedDatafile: Sendable {
  /// The document, byte for byte.
  public let bytes: [UInt8]
  /// What decides by the datafile.
  public let evaluator: Evaluator
  /// How the datafile was got: `remote`, `cache` or `bundled`.
  public let origin: Origin
  /// When the datafile was received; `nil` for one that came with the program.
  public let date: Date?
  /// What the server calls the datafile, by which it is asked for a newer one.
  let revision: HTTPRevision?

  /// The datafile.
  public var datafile: Datafile { evaluator.datafile }
}
