/// The allow-list of a rule: the variation keys that apply to the given user ids.
struct AllowList: Sendable {
  private let variations: [String: String]
  /// The union of the classes of all user ids in the list.
  private let classes: UInt64

  init(_ variations: [String: String]) {
    self.variations = variations
    classes = variations.keys.reduce(0) { $0 | Self.classes(of: $1) }
  }

  /// Returns the class of a user id, as one of 64 bits.
  ///
  /// A text that is not ASCII has all bits, because it can be equal to a text of other bytes
  /// (canonical equivalence).
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
  /// Most rules list no user of the same class: a look-up by hash is then not necessary.
  ///
  /// - Parameters:
  ///   - id: The id of the user.
  ///   - userClasses: The result of ``classes(of:)`` for the id.
  /// - Returns: The key of the variation.
  func variation(for id: String, _ userClasses: UInt64) -> String? {
    classes & userClasses == 0 ? nil : variations[id]
  }
}
