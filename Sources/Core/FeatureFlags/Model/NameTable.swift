/// Finds the index of a feature in an array by its name.
///
/// The table has 8 bytes for each of its slots, at most three quarters of which are used; the names
/// themselves are only in the array.
package struct NameTable: Sendable {
  /// The upper half of a slot is a part of the hash, the lower half is the index plus 1; 0 is an
  /// empty slot.
  private var slots: [UInt64]
  /// The number of names.
  package private(set) var count = 0

  /// Creates an empty table with space for a number of names.
  package init(capacity: Int = 0) {
    slots = Array(repeating: 0, count: Self.size(for: capacity))
  }

  /// Makes space for a number of names, so that inserting them does not rebuild the table.
  mutating func reserveCapacity(_ capacity: Int) {
    let size = Self.size(for: capacity)
    if size > slots.count { resize(to: size) }
  }

  private static func size(for capacity: Int) -> Int {
    var size = 16
    while size * 3 < capacity * 4 { size *= 2 }
    return size
  }

  /// Finds the feature with the given name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - features: The array whose names were inserted.
  /// - Returns: The index of the feature; `nil` for none.
  package func position(of name: Feature.Name, in features: [Feature]) -> Int? {
    let slot = slots[find(name, in: features)]
    return slot == 0 ? nil : Self.position(slot)
  }

  /// Inserts a name with the index of its feature, unless the table has the name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - position: The index of the feature with the name.
  ///   - features: The array whose names were inserted before.
  /// - Returns: The index of the earlier feature with the same name; `nil` if the name is new.
  package mutating func insert(
    _ name: Feature.Name,
    at position: Int,
    in features: [Feature]
  ) -> Int? {
    let index = find(name, in: features)
    guard slots[index] == 0 else { return Self.position(slots[index]) }
    slots[index] = UInt64(Self.tag(name)) << 32 | UInt64(position + 1)
    count += 1
    if count * 4 > slots.count * 3 { resize(to: slots.count * 2) }
    return nil
  }

  /// Returns the slot that has the name, or else the empty slot for it.
  private func find(_ name: Feature.Name, in features: [Feature]) -> Int {
    let (tag, mask) = (Self.tag(name), slots.count - 1)
    var index = Int(tag) & mask
    while slots[index] != 0 {
      let slot = slots[index]
      if UInt32(slot >> 32) == tag, features[Self.position(slot)].name == name { return index }
      index = (index + 1) & mask
    }
    return index
  }

  private mutating func resize(to size: Int) {
    let former = slots
    slots = Array(repeating: 0, count: size)
    let mask = slots.count - 1
    for slot in former where slot != 0 {
      var index = Int(slot >> 32) & mask
      while slots[index] != 0 { index = (index + 1) & mask }
      slots[index] = slot
    }
  }

  private static func position(_ slot: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: slot)) - 1 }

  private static func tag(_ name: Feature.Name) -> UInt32 {
    UInt32(truncatingIfNeeded: name.byteHash)
  }
}
