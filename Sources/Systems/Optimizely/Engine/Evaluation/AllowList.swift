/// The allow-list of a rule: the variation keys that apply to the given user ids.
struct AllowList: Sendable {
  private let variations: [String: String]
  /// The filter bits of all user ids in the list, combined as in a Bloom filter.
  private let classes: UInt64

  init(_ variations: [String: String]) {
    self.variations = variations
    classes = variations.keys.reduce(0) { $0 | Self.classes(of: $1) }
  }

  /// Returns the filter bit of a user id: one of 64 bits, which a hash of the id selects.
  ///
  /// For an id that is not ASCII, all bits are set, because Swift compares strings by canonical
  /// equivalence: the id can equal an id with other bytes.
  static func classes(of id: String) -> UInt64 {
    var (union, hash) = (UInt8(0), UInt8(0))
    var id = id
    id.withUTF8 { bytes in
      for byte in bytes {
        union |= byte
        hash = hash &* 31 &+ byte
      }
    }
    return union < 0x80 ? 1 << UInt64(hash % 64) : .max
  }

  /// Returns the variation key of a user; `nil` if the user is not in the list.
  ///
  /// Looks up the id only if the list has a user with the same filter bit, which is rare.
  ///
  /// - Parameters:
  ///   - id: The id of the user.
  ///   - userClasses: The result of ``classes(of:)`` for the id.
  /// - Returns: The key of the variation.
  func variation(for id: String, _ userClasses: UInt64) -> String? {
    classes & userClasses == 0 ? nil : variations[id]
  }
}
