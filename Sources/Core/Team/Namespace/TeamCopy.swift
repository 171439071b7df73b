import Documents
package import FeatureFlags
import Files

/// The copy of a team's overrides on this machine, and the queue of pending operations, which were not
/// sent to etcd yet.
///
/// All programs of a user share the folder. Each change is made under an advisory lock, and replaces a
/// file atomically. All methods block the calling thread while they access the disk.
package struct TeamCopy: Hashable, Sendable {
  /// The file with the overrides that were last received, and their revisions.
  private let content: WorkspaceFile
  /// The file with the pending operations, the oldest first: one JSON object for each operation, as in
  /// the history.
  ///
  /// The former overrides of an operation are those that its author has seen.
  private let queue: WorkspaceFile

  /// Creates a reference to the copy; no file is read or created until the copy is used.
  ///
  /// - Parameters:
  ///   - address: The address of the team.
  ///   - stateRoot: The folder that contains the state of all workspaces.
  ///   - writes: Observes each written file, such as for a log.
  package init(
    of address: TeamAddress,
    stateRoot: String,
    writes: WriteObserver = WriteObserver()
  ) {
    // The folder name contains a digest of the cluster, because two clusters can have namespaces of the
    // same name.
    let cluster = SHA256.digest(of: Array(address.endpoints.sorted().joined().utf8)).prefix(8)
    let folder = "\(stateRoot)/teams/\(address.namespace)-\(cluster)"
    content = WorkspaceFile(folder + "/overrides.json", writes: writes)
    queue = WorkspaceFile(folder + "/pending.jsonl", writes: writes)
  }
}

// MARK: Content

extension TeamCopy {
  /// Reads the overrides that were last received; `nil` if there is no copy.
  ///
  /// - Throws: `unreadable`, or `malformed` with the line of the first defect.
  func read() throws(WorkspaceError) -> TeamContent? {
    try content.read { bytes throws(DocumentError) in
      try TeamContent(copy: FieldReader(JSONReader.read(bytes)))
    }
  }

  /// Replaces the overrides of the copy, unless they are equal.
  ///
  /// - Throws: `locked` and `unwritable`; the copy is unchanged.
  func write(_ received: TeamContent) throws(WorkspaceError) {
    let text = JSONValue.object([received.copyIdentifier]).text().dropLast()
    let head = FileSystem.readHead(content.path, count: text.utf8.count)
    guard head != Array(text.utf8) else { return }
    try content.update { () throws(WorkspaceError) in
      ((), Array((JSONValue.object(received.copyMembers).text() + "\n").utf8))
    }
  }
}

// MARK: Pending operations

extension TeamCopy {
  /// The metadata of the queue file, by which a change by another program is detected without reading
  /// the file.
  var queueStamp: FileStamp { FileStamp(queue.path) }

  /// Reads the pending operations, the oldest first.
  ///
  /// - Throws: `unreadable`, `unusable`, or `damagedQueue` with the line of the first defect.
  func pendingOperations() throws(WorkspaceError) -> [OverrideOperation] {
    let bytes = try queue.read() ?? []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var operations: [OverrideOperation] = []
    var defects: [DocumentError] = []
    for (index, line) in lines.enumerated() where !line.isEmpty {
      do throws(DocumentError) {
        operations.append(try OverrideOperation(FieldReader(JSONReader.read(Array(line)))))
      } catch {
        defects.append(error.onLine(index + 1))
      }
    }
    guard let first = defects.first else { return operations }
    throw .damagedQueue(
      path: queue.path,
      first,
      damaged: defects.count,
      readable: operations.count
    )
  }

  /// Appends those operations to the queue that are not in it yet.
  ///
  /// - Returns: All pending operations; `nil` if the queue would exceed the size limit of a file, so
  ///   that it is unchanged.
  /// - Throws: The error of reading or writing the queue, which is unchanged.
  func append(_ operations: [OverrideOperation]) throws(WorkspaceError) -> [OverrideOperation]? {
    try queue.update { () throws(WorkspaceError) in
      let former = try pendingOperations()
      let known = Set(former.map(\.id))
      let all = former + operations.filter { !known.contains($0.id) }
      let bytes = Self.bytes(of: all)
      return bytes.count > InputLimit.workspaceFileBytes.maximum ? (nil, nil) : (all, bytes)
    }
  }

  /// Removes operations from the queue.
  ///
  /// - Returns: The identifiers of the operations that this call has removed, and the remaining operations.
  ///   Another program may have removed some of the operations before.
  /// - Throws: The error of reading or writing the queue, which is unchanged.
  func remove(
    _ ids: Set<String>
  ) throws(WorkspaceError) -> (removed: Set<String>, rest: [OverrideOperation]) {
    try queue.update { () throws(WorkspaceError) in
      let former = try pendingOperations()
      let rest = former.filter { !ids.contains($0.id) }
      let removed = ids.intersection(former.map(\.id))
      // Removes the file instead of writing an empty queue: writing could fail on a full disk.
      if rest.isEmpty, !former.isEmpty { try queue.remove() }
      return ((removed, rest), removed.isEmpty || rest.isEmpty ? nil : Self.bytes(of: rest))
    }
  }

  private static func bytes(of operations: [OverrideOperation]) -> [UInt8] {
    operations.flatMap { Array((JSONValue.object($0.members).text() + "\n").utf8) }
  }
}

// MARK: Coding

extension TeamContent {
  /// Decodes a copy.
  ///
  /// - Throws: The first defect, with its line and field.
  fileprivate init(copy fields: FieldReader) throws(DocumentError) {
    let records = try fields.scopedValues("overrides") { node throws(DocumentError) in
      let record = try FieldReader(node)
      let revision = Int64(try record.wholeNumber("revision"))
      return Record(
        override: try record.value("override", expected: "an object", read: Override.init),
        revision: revision
      )
    }
    self.init(records, copiedAt: Int64(try fields.wholeNumber("revision")))
  }

  /// The first member of the JSON object of a copy: an identifier of the content, by which equal content
  /// is detected.
  fileprivate var copyIdentifier: (key: String, value: JSONValue) {
    ("content", .string(stored.revision.text))
  }

  /// The members of the JSON object of a copy.
  fileprivate var copyMembers: [(key: String, value: JSONValue)] {
    let entries = JSONValue(records) { _, record in
      [("revision", .number(Double(record.revision))), ("override", record.override.storedJSON)]
    }
    let position: (key: String, value: JSONValue) = ("revision", .number(Double(revision)))
    return [copyIdentifier, position, ("overrides", entries)]
  }
}
