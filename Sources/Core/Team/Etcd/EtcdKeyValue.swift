import Documents
import FoundationEssentials

/// A key with its value at one revision of etcd.
struct EtcdKeyValue: Hashable, Sendable {
  let key: [UInt8]
  /// The value; empty for a deleted key.
  let value: [UInt8]
  /// The revision of the last change of the key.
  let modRevision: Int64
  /// The identifier of the lease of the key, 0 for a key without a lease; etcd deletes the key when the
  /// lease ends.
  let lease: Int64
  /// The revision at which the key was created; 0 for a deleted key.
  var createRevision: Int64 = 0
}

extension EtcdKeyValue {
  /// The size in bytes for size limits: that of the key and the value, and 64 bytes for each comma in
  /// the value.
  ///
  /// A comma separates members of an object, which take much more memory after decoding than as text.
  var size: Int {
    key.count + value.reduce(value.count) { $0 + ($1 == UInt8(ascii: ",") ? 64 : 0) }
  }
}

extension EtcdKeyValue {
  /// Decodes an element of `kvs`, or the `kv` of an event.
  ///
  /// - Parameters:
  ///   - node: The element.
  ///   - revision: The current revision of etcd; a later revision of the key is an error.
  /// - Throws: The first defect.
  init(_ node: Node, at revision: Int64) throws(DocumentError) {
    let fields = try FieldReader(node)
    key = try fields.bytes("key")
    value = try fields.bytes("value")
    modRevision = try fields.revision("mod_revision")
    lease = try fields.integer("lease")
    createRevision = try fields.revision("create_revision")
    guard modRevision <= revision else {
      throw .unexpected(
        path: "mod_revision",
        line: node.line,
        found: "\(modRevision)",
        expected: "at most \(revision), the revision of etcd"
      )
    }
  }
}

/// A change of one key, as a watch reports it.
struct EtcdEvent: Hashable, Sendable {
  /// The key with its new value; a deleted key has the revision of its deletion.
  let item: EtcdKeyValue
  let isDeletion: Bool
}

extension EtcdEvent {
  /// Decodes an element of `events` at a revision of etcd; a put has no `type`.
  init(_ node: Node, at revision: Int64) throws(DocumentError) {
    let fields = try FieldReader(node)
    item = try fields.value("kv", expected: "a key") { node throws(DocumentError) in
      try EtcdKeyValue(node, at: revision)
    }
    isDeletion = try fields.optionalText("type") == "DELETE"
  }
}

// MARK: JSON

extension FieldReader {
  /// Decodes a field in standard base64; empty if the field is missing, because etcd leaves out empty
  /// values.
  func bytes(_ key: String) throws(DocumentError) -> [UInt8] {
    try optional(key) { node throws(DocumentError) in
      guard let data = node.string.flatMap({ Data(base64Encoded: $0) }) else {
        throw node.mismatch(expected: "base64")
      }
      return Array(data)
    } ?? []
  }

  /// Decodes a 64-bit number, which etcd writes as a text; 0 if the field is missing.
  func integer(_ key: String) throws(DocumentError) -> Int64 {
    try optional(key, read: Self.integer) ?? 0
  }

  /// Decodes a revision; 0 if the field is missing.
  ///
  /// The largest 64-bit number is rejected, because a watch begins at the next revision, which would
  /// overflow.
  func revision(_ key: String) throws(DocumentError) -> Int64 {
    try optional(key) { node throws(DocumentError) in
      let number = try Self.integer(node)
      guard (0..<Int64.max).contains(number) else { throw node.mismatch(expected: "a revision") }
      return number
    } ?? 0
  }

  /// Decodes a required 64-bit number, which must be above 0.
  func positive(_ key: String) throws(DocumentError) -> Int64 {
    try value(key, expected: "a number above 0") { node throws(DocumentError) in
      let number = try Self.integer(node)
      guard number > 0 else { throw node.mismatch(expected: "a number above 0") }
      return number
    }
  }

  private static func integer(_ node: Node) throws(DocumentError) -> Int64 {
    guard
      let number = node.string.flatMap({ Int64($0) }) ?? node.number.flatMap(Int64.init(exactly:))
    else { throw node.mismatch(expected: "a whole number") }
    return number
  }
}

extension JSONValue {
  /// A value with the given bytes in standard base64.
  static func base64(_ bytes: [UInt8]) -> JSONValue {
    .string(Data(bytes).base64EncodedString())
  }

  /// A 64-bit number as a text, which every JSON parser reads exactly.
  static func revision(_ number: Int64) -> JSONValue {
    .string(String(number))
  }
}
