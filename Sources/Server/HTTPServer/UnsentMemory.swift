import Locking

/// Owns the bytes of responses and event streams that clients have not received yet, and limits their memory.
final class UnsentMemory: Sendable {
  private let bodies = Locked(UnsentBodies())
  /// The largest memory of all bodies and events, in bytes.
  private let limit: Int

  /// The memory that a stream needs for each of its events besides the bytes, which streams share.
  static let eventOverhead = 64

  init(limit: Int) { self.limit = limit }

  /// Whether more than half of the memory is in use.
  var isCongested: Bool { bodies.withLock { $0.size * 2 > limit } }

  /// Adds bytes that a client has to receive, unless their memory would exceed the limit.
  ///
  /// - Parameters:
  ///   - bytes: The bytes; those of one array, which several clients receive, count once.
  ///   - overhead: The memory that this client needs besides the bytes.
  /// - Returns: Whether the bytes were added.
  func add(_ bytes: [UInt8], overhead: Int) -> Bool {
    bodies.withLock {
      $0.add(Self.address(of: bytes), bytes.count, overhead: overhead, limit: limit)
    }
  }

  /// Removes bytes that a client has received, or will never receive.
  func remove(_ bytes: [UInt8], overhead: Int) {
    bodies.withLock { $0.remove(Self.address(of: bytes), overhead: overhead) }
  }

  /// The address of the bytes, which identifies them while an owner retains the array.
  private static func address(of bytes: [UInt8]) -> UInt {
    bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }
}
