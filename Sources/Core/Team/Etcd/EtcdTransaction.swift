import Documents

/// A transaction of etcd: changes keys in one atomic step if all requirements are met; otherwise, reads
/// keys.
struct EtcdTransaction: Sendable {
  private var comparisons: [JSONValue] = []
  private var changes: [JSONValue] = []
  private var readings: [JSONValue] = []

  /// Whether the transaction contains no change.
  var isEmpty: Bool { changes.isEmpty }

  /// The maximum number of comparisons, of changes and of reads in a transaction, each, that etcd
  /// accepts by default.
  static let operationLimit = 128

  /// The maximum size of a request that etcd accepts by default, in bytes.
  static let sizeLimit = 1_572_864

  /// Requires that the last change of a key has the given revision; 0 requires that the key does not
  /// exist.
  mutating func require(_ key: [UInt8], unchangedSince revision: Int64) {
    comparisons.append(
      .object([
        ("key", .base64(key)), ("target", .string("MOD")), ("result", .string("EQUAL")),
        ("mod_revision", .revision(revision)),
      ])
    )
  }

  /// Requires that no key of a range was changed after the given revision.
  mutating func require(_ range: EtcdRange, unchangedSince revision: Int64) {
    comparisons.append(
      .object(
        range.members + [
          ("target", .string("MOD")), ("result", .string("LESS")),
          ("mod_revision", .revision(revision + 1)),
        ]
      )
    )
  }

  /// Writes a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The new value.
  ///   - lease: The lease of the key, at the end of which etcd deletes the key; 0 for no lease, `nil` to
  ///     keep the lease of the existing key.
  mutating func put(_ key: [UInt8], _ value: [UInt8], lease: Int64? = 0) {
    var members: [(key: String, value: JSONValue)] = [
      ("key", .base64(key)), ("value", .base64(value)),
    ]
    switch lease {
    case nil: members.append(("ignore_lease", .bool(true)))
    case 0: break
    case let lease?: members.append(("lease", .revision(lease)))
    }
    changes.append(.object([("request_put", .object(members))]))
  }

  /// Writes a key that must not exist.
  mutating func create(_ key: [UInt8], _ value: [UInt8]) {
    require(key, unchangedSince: 0)
    put(key, value)
  }

  /// Deletes a key, if it exists.
  mutating func delete(_ key: [UInt8]) {
    changes.append(.object([("request_delete_range", .object([("key", .base64(key))]))]))
  }

  /// Reads a range if a requirement of the transaction is not met.
  mutating func readOtherwise(_ range: EtcdRange) {
    readings.append(.object([("request_range", .object(range.members))]))
  }

  var call: EtcdCall {
    EtcdCall(
      "/v3/kv/txn",
      [
        ("compare", .list(comparisons)), ("success", .list(changes)), ("failure", .list(readings)),
      ]
    )
  }
}

extension EtcdTransaction {
  /// The result of a transaction.
  enum Outcome: Hashable, Sendable {
    /// All changes were made, at the given revision.
    case succeeded(revision: Int64)
    /// A requirement was not met, and nothing was changed; the snapshot contains the keys of
    /// ``readOtherwise(_:)``.
    case failed(EtcdSnapshot)

    init(_ node: Node) throws(DocumentError) {
      let fields = try FieldReader(node)
      let revision = try fields.header()
      if try fields.optionalFlag("succeeded") == true {
        self = .succeeded(revision: revision)
        return
      }
      let parts = try fields.optionalList("responses") { node throws(DocumentError) in
        let reading = try FieldReader(node).optional("response_range") { $0 }
        return try reading.map { node throws(DocumentError) in
          try EtcdSnapshot.items(node, at: revision)
        } ?? []
      }
      self = .failed(EtcdSnapshot(revision: revision, items: (parts ?? []).flatMap(\.self)))
    }
  }
}

/// The keys of a range with their values at one revision.
struct EtcdSnapshot: Hashable, Sendable {
  let revision: Int64
  let items: [EtcdKeyValue]
  /// The number of keys in the range; larger than the number of items if the request had a limit.
  let count: Int

  init(revision: Int64, items: [EtcdKeyValue], count: Int? = nil) {
    self.revision = revision
    self.items = items
    self.count = count ?? items.count
  }

  /// Decodes the response of `/v3/kv/range`.
  init(_ node: Node) throws(DocumentError) {
    revision = try FieldReader(node).header()
    items = try Self.items(node, at: revision)
    count = Int(clamping: try FieldReader(node).integer("count"))
  }

  /// Decodes the field `kvs`, which etcd leaves out if the range has no keys.
  fileprivate static func items(
    _ node: Node,
    at revision: Int64
  ) throws(DocumentError) -> [EtcdKeyValue] {
    try FieldReader(node).optionalList("kvs") { node throws(DocumentError) in
      try EtcdKeyValue(node, at: revision)
    } ?? []
  }
}

extension FieldReader {
  /// Decodes the revision of etcd in the `header` of a response.
  func header() throws(DocumentError) -> Int64 {
    try value("header", expected: "an object") { node throws(DocumentError) in
      try FieldReader(node).revision("revision")
    }
  }
}

extension EtcdRange {
  /// The range as members of a JSON object.
  var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [("key", .base64(start))]
    if let end { members.append(("range_end", .base64(end))) }
    return members
  }
}
