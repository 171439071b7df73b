import Locking

/// Bytes that are created on first use, and shared by all users.
package final class OnceBytes: Sendable {
  private let bytes = Locked<[UInt8]?>(nil)

  package init() {}

  /// Returns the bytes; other threads wait while they are created.
  package func value(create: () -> [UInt8]) -> [UInt8] {
    bytes.withLock { bytes in
      let value = bytes ?? create()
      bytes = value
      return value
    }
  }
}
