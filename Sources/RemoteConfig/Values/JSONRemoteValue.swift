public import struct FoundationEssentials.Data

/// A value that is a JSON document remotely.
public protocol JSONInitializableRemoteValue: RemoteValue {
  /// Reads the value; `nil` for data that it cannot be read from.
  ///
  /// The data are whatever the remote side has, and need not be JSON.
  init?(jsonData: Data)
}
