/// The memory of bytes that clients have not received yet.
///
/// Responses and streams with the same bytes, such as those of a cached document, share their memory.
struct UnsentBodies: Sendable {
  private struct Body {
    let size: Int
    var uses = 0
  }

  private var bodies: [UInt: Body] = [:]
  /// The memory of all bodies, and the overhead of each use, in bytes.
  private(set) var size = 0

  /// Adds a use of a body, unless the memory would exceed the limit.
  ///
  /// - Parameters:
  ///   - address: The address of the body's bytes, which identifies the body.
  ///   - count: The size of the body in bytes.
  ///   - overhead: The memory of the use in bytes.
  ///   - limit: The largest memory of all bodies. A single body may be larger, and small ones are always
  ///     added, so that clients which do not read a large body do not keep others from getting small events.
  /// - Returns: Whether the use was added.
  mutating func add(_ address: UInt, _ count: Int, overhead: Int, limit: Int) -> Bool {
    let known = bodies[address]
    let added = overhead + (known == nil ? count : 0)
    guard size + added <= limit || bodies.isEmpty || count <= ResponseHandle.blockSize else {
      return false
    }
    var body = known ?? Body(size: count)
    body.uses += 1
    bodies[address] = body
    size += added
    return true
  }

  /// Removes a use of a body; the last one frees the memory of the body.
  mutating func remove(_ address: UInt, overhead: Int) {
    guard var body = bodies[address] else { return }
    body.uses -= 1
    size -= overhead + (body.uses == 0 ? body.size : 0)
    bodies[address] = body.uses == 0 ? nil : body
  }
}
