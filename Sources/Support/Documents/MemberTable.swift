/// The known members of the objects of one kind in the documents of a flag system.
///
/// A format has a table for each kind of object, which is used to find misspelt members.
package final class MemberTable: Sendable {
  /// The structure of the value of a member: its own known members.
  package enum Part: Sendable {
    /// Data that an app or a user defines, such as attributes; its members are not checked.
    case value
    /// An object with the members of the table, or a list of such objects, at any depth of nested lists.
    case objects(MemberTable)
    /// An object with any keys, whose values have the given structure.
    indirect case map(Part)
    /// The flags: an object with a flag for each key, or a list of objects whose member `name` is the key.
    case flags(MemberTable, name: String = "key")
  }

  /// The names of the members; at most 64.
  package let names: [String]
  /// The structures of the values of the members, in the order of the names.
  package let parts: [Part]
  let keys: JSONKeys

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - values: The names of the members whose values have no known members, with spaces between them.
  ///   - parts: The other members.
  package init(_ values: String, _ parts: KeyValuePairs<String, Part> = [:]) {
    let plain = values.split(separator: " ").map(String.init)
    names = parts.map(\.key) + plain
    self.parts = parts.map(\.value) + plain.map { _ in .value }
    keys = JSONKeys(names)
    precondition(names.count <= 64, "`KnownMembers` has a bit for each of 64 members")
  }

  /// Returns the index of a member; `nil` for an unknown one.
  func index(of key: String) -> Int? {
    var key = key
    return key.withUTF8 { keys.index(of: UnsafeRawBufferPointer($0)) }
  }
}

/// The known members that an object has.
package struct KnownMembers: Sendable {
  /// A bit for each member of the table.
  private var bits: UInt64 = 0

  init() {}

  /// Finds the known members of an object.
  package init(_ members: [Node.Member], in table: MemberTable) {
    for member in members { table.index(of: member.key).map { insert($0) } }
  }

  mutating func insert(_ index: Int) { bits |= UInt64(1) << UInt64(index & 63) }

  func contains(_ index: Int) -> Bool { bits & UInt64(1) << UInt64(index & 63) != 0 }
}

/// Finds the known member that an unknown one resembles, and caches the results.
package struct NearestMembers: Sendable {
  private var nearest: [ObjectIdentifier: [String: [Int]]] = [:]
  private var count = 0

  /// The maximum number of different unknown members that are compared with the known ones: it bounds the
  /// time for a document with arbitrary members.
  package static let limit = 1_000

  package init() {}

  /// Finds the known member with the most similar spelling that the object does not have itself.
  ///
  /// - Parameters:
  ///   - key: The unknown member.
  ///   - table: The known members.
  ///   - present: The known members of the object; evaluated only if one is similar.
  /// - Returns: The known member; `nil` if none is similar.
  package mutating func nearest(
    to key: String,
    in table: MemberTable,
    without present: @autoclosure () -> KnownMembers
  ) -> String? {
    let indices = indices(nearTo: key, in: table)
    guard !indices.isEmpty else { return nil }
    let present = present()
    return indices.first { !present.contains($0) }.map { table.names[$0] }
  }

  /// Returns the indices of the known members with a similar spelling, the most similar one first.
  mutating func indices(nearTo key: String, in table: MemberTable) -> [Int] {
    let identifier = ObjectIdentifier(table)
    if let known = nearest[identifier]?[key] { return known }
    guard count < Self.limit else { return [] }
    count += 1
    let found = NameSuggestions.nearest(to: key, among: table.names).compactMap {
      table.index(of: $0)
    }
    nearest[identifier, default: [:]][key] = found
    return found
  }
}

/// Finds a key among a few known ones by its bytes, without creating a string.
package struct JSONKeys: Sendable {
  /// The length and the first eight bytes of each key, which tell most keys apart without its other bytes.
  private let heads: [(count: Int, start: UInt64)]
  private let keys: [[UInt8]]

  /// Creates a table of keys, each of which has at least one byte.
  package init(_ keys: some Sequence<String>) {
    self.keys = keys.map { Array($0.utf8) }
    heads = self.keys.map { key in (key.count, key.withUnsafeBytes(Self.start)) }
  }

  /// Returns the index of the key with the given bytes; `nil` for an unknown key.
  package func index(of key: UnsafeRawBufferPointer) -> Int? {
    let (count, start) = (key.count, Self.start(of: key))
    for index in heads.indices where heads[index].count == count && heads[index].start == start {
      if count <= 8 || keys[index].withUnsafeBytes({ $0.elementsEqual(key) }) { return index }
    }
    return nil
  }

  /// The first eight bytes; missing ones are 0.
  private static func start(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    if bytes.count >= 8 { return bytes.loadUnaligned(as: UInt64.self) }
    var start: UInt64 = 0
    for byte in bytes { start = start << 8 | UInt64(byte) }
    return start
  }
}
