import Documents
import Files

/// The file of a workspace's history, `history.jsonl`: one line of JSON for each operation.
///
/// The file is written under the lock of the workspace, before the overrides file is replaced. The
/// last line of a commit has the revisions of the overrides before and after it, and is marked as
/// applied after the overrides file is replaced. If a program was killed between the two writes, the
/// line has no mark and the overrides still have the revision before the commit: the lines of this
/// commit are removed. An applied commit remains, even if somebody restores the former overrides by
/// hand.
struct HistoryFile: Sendable {
  /// The path of the file, which need not exist.
  let path: String

  private let writes: WriteObserver
  /// The size in bytes above which the file is rotated.
  private let rotationSize: Int

  /// The default size in bytes above which the file is rotated: 5 MiB.
  static let rotationSize = 5 << 20
  /// The maximum length of one line in bytes: twice that of an overrides file, because a line has the
  /// overrides from before and after an operation.
  private static let lineLimit = 2 * InputLimit.workspaceFileBytes.maximum
  /// The maximum size of a file in bytes: the size that leads to a rotation, and two lines of the maximum
  /// length.
  private static let sizeLimit = rotationSize + 2 * lineLimit

  init(
    _ path: String,
    writes: WriteObserver = WriteObserver(),
    rotationSize: Int = rotationSize
  ) {
    self.path = path
    self.writes = writes
    self.rotationSize = rotationSize
  }

  /// The path of the file before the last rotation.
  var rotatedPath: String {
    (path.hasSuffix(".jsonl") ? String(path.dropLast(6)) : path) + ".1.jsonl"
  }

  /// The end of the history, to which the next commit is appended.
  struct End: Hashable, Sendable {
    /// The offset after the last valid line.
    var offset: Int
    /// The overrides that result from the history, if the overrides file was edited since; `nil` if they
    /// equal the file.
    var edited: [OverrideKey: Override]?
  }

  /// Finds the end of the history, and compares it with the overrides file.
  ///
  /// - Parameter revision: The revision of the overrides file.
  /// - Returns: The end; `nil` if there is no history.
  /// - Throws: `unreadable`, `unusable`, or `malformed` with the line of the first problem.
  func end(at revision: OverrideRevision) throws(WorkspaceError) -> End? {
    let last = try mapError(AppendedFile(path).lastLine(limit: Self.lineLimit)) {
      (error: SystemError) in WorkspaceError(reading: path, error)
    }
    guard let last else { return nil }
    // Drops the error: parsing the whole file finds it again, with its line number.
    if let commit = (try? HistoryLine(last.line))?.commit, commit.after == revision {
      return End(offset: last.end)
    }
    let content = try Content(path, committedAt: revision)
    guard content.end > 0 else { return nil }
    if content.revision == revision { return End(offset: content.end) }
    return End(offset: content.end, edited: content.history.overrides)
  }

  /// Reads all operations, including those before the last rotation.
  ///
  /// - Parameter revision: The revision of the overrides file.
  /// - Returns: The base and the operations, the oldest first.
  /// - Throws: `unreadable`, `unusable`, or `malformed` with the line of the first problem.
  func read(committedAt revision: OverrideRevision) throws(WorkspaceError) -> History {
    let recent = try Content(path, committedAt: revision)
    let rotated = try Content(rotatedPath, committedAt: nil)
    // The recent file may have been rotated after it was read: the rotated file is then the same file.
    guard let last = rotated.history.operations.last, last.id != recent.history.operations.last?.id
    else {
      return recent.history
    }
    return History(
      base: rotated.history.base,
      operations: rotated.history.operations + recent.history.operations
    )
  }

  /// Finds the operation that an undo or redo reverts, and parses only the lines after this operation.
  ///
  /// - Parameters:
  ///   - direction: Whether an operation is undone or redone.
  ///   - end: The end of the history, as ``end(at:)`` returns it.
  ///   - newOperations: The operations that follow the history but are not written yet.
  /// - Returns: The operation; `nil` if there is none.
  /// - Throws: `unreadable`, `unusable`, or `malformed` with the line of the first problem.
  func target(
    of direction: History.Direction,
    before end: End?,
    newOperations: [OverrideOperation]
  ) throws(WorkspaceError) -> OverrideOperation? {
    var search = ReversalSearch(direction)
    var finding = search.visit(newOperations.reversed())
    for (path, limit) in [(path, end?.offset ?? 0), (rotatedPath, .max)] where finding == .unknown {
      let bytes = try WorkspaceFile(path).read(limit: Self.sizeLimit) ?? []
      var lines = BackwardLines(bytes.prefix(limit))
      while finding == .unknown, let line = lines.next() {
        guard case .operation(let operation) = try Self.line(line, path, in: bytes).content else {
          continue
        }
        finding = search.visit(operation)
      }
    }
    return finding.operation
  }

  /// Parses a line; the error contains the number of the line in the file.
  private static func line(
    _ line: ArraySlice<UInt8>,
    _ path: String,
    in bytes: [UInt8]
  ) throws(WorkspaceError) -> HistoryLine {
    do throws(DocumentError) {
      return try HistoryLine(Array(line))
    } catch {
      let number = bytes[..<line.startIndex].count { $0 == UInt8(ascii: "\n") } + 1
      throw .malformed(path: path, error.onLine(number))
    }
  }

  /// Appends the operations of a commit.
  ///
  /// - Parameters:
  ///   - operations: The operations, at least one.
  ///   - end: The end of the history; `nil` begins a new history.
  ///   - base: The overrides before the operations.
  ///   - commit: The revisions before and after the commit.
  /// - Throws: `unwritable`; the history is unchanged.
  func append(
    _ operations: [OverrideOperation],
    after end: End?,
    base: [OverrideKey: Override],
    _ commit: HistoryLine.Commit
  ) throws(WorkspaceError) {
    var bytes: [UInt8] = []
    var offset = end?.offset ?? 0
    do throws(SystemError) {
      if offset > rotationSize {
        // Removes the lines of a commit that was not applied: readers regard every commit in a rotated file
        // as applied.
        try AppendedFile(path).write([], at: offset)
        try FileSystem.rename(path, to: rotatedPath)
        offset = 0
      }
      if offset == 0 {
        let start = HistoryLine.Commit(before: commit.before, after: commit.before)
        bytes += HistoryLine(content: .base(base), commit: start).bytes
      }
      for (index, operation) in operations.enumerated() {
        let isLast = index == operations.count - 1
        bytes += HistoryLine(content: .operation(operation), commit: isLast ? commit : nil).bytes
      }
      try AppendedFile(path).write(bytes, at: offset)
    } catch {
      throw WorkspaceError(writing: path, error)
    }
    writes.report?(path, bytes.count)
  }

  /// Marks the last commit as applied, after the overrides file was replaced; the caller still holds
  /// the advisory lock.
  func markApplied() {
    // Drops the error: without the mark, the commit still counts as applied while the overrides file has its
    // revision, which the next commit starts from.
    try? AppendedFile(path)
      .write(HistoryLine.appliedMark, beforeEnd: HistoryLine.appliedDistance)
  }
}

// MARK: Content

extension HistoryFile {
  /// The committed content of a history file.
  private struct Content {
    private(set) var history = History()
    /// The offset after the last committed line; 0 for a missing or empty file.
    private(set) var end = 0
    /// The revision of the overrides after the last commit; `nil` for a missing or empty file.
    private(set) var revision: OverrideRevision?

    /// Reads and parses a file; the content of a missing file is empty.
    ///
    /// Lines without a commit at the end of the file are skipped: they were truncated, or their
    /// program was killed before it replaced the overrides file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - current: The revision of the overrides file; `nil` regards every commit as complete.
    /// - Throws: `unreadable`, `unusable`, or `malformed` with the line of the first problem.
    init(_ path: String, committedAt current: OverrideRevision?) throws(WorkspaceError) {
      let bytes = try WorkspaceFile(path).read(limit: HistoryFile.sizeLimit) ?? []
      var base: [OverrideKey: Override] = [:]
      var operations: [OverrideOperation] = []
      var committed = (before: (end: 0, count: 0), after: (end: 0, count: 0))
      var commit: HistoryLine.Commit?
      var start = 0
      while let lineEnd = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = try HistoryFile.line(bytes[start..<lineEnd], path, in: bytes)
        switch line.content {
        case .base(let overrides): base = overrides
        case .operation(let operation): operations.append(operation)
        }
        start = lineEnd + 1
        guard line.commit != nil else { continue }
        commit = line.commit
        committed = (committed.after, (start, operations.count))
      }
      let isComplete =
        current == nil || commit?.isApplied != false || commit?.before != current
        || commit?.after == current
      let last = isComplete ? committed.after : committed.before
      history = History(base: base, operations: Array(operations.prefix(last.count)))
      end = last.end
      revision = isComplete ? commit?.after : commit?.before
    }
  }

  /// The complete lines of a file, from the last to the first.
  struct BackwardLines: IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
      rest = bytes
    }

    mutating func next() -> ArraySlice<UInt8>? {
      let lineBreak = UInt8(ascii: "\n")
      guard let end = rest.lastIndex(of: lineBreak) else { return nil }
      let start = rest[..<end].lastIndex(of: lineBreak).map { $0 + 1 } ?? rest.startIndex
      defer { rest = rest[..<start] }
      return rest[start..<end]
    }
  }
}

extension HistoryFile {
  /// The number of bytes at the end of each file in which recent operations are searched.
  static let recentSize = 128 << 10

  /// Reads the last operations, in bounded time and memory however long the history is.
  ///
  /// - Parameters:
  ///   - revision: The revision of the overrides file.
  ///   - size: The size in bytes of the part of each file that is read.
  /// - Returns: The operations of this part, the newest first.
  /// - Throws: `unreadable`, `unusable`, or `malformed` with the line of the first problem.
  func recent(
    committedAt revision: OverrideRevision,
    size: Int = recentSize
  ) throws(WorkspaceError) -> [OverrideOperation] {
    var operations: [OverrideOperation] = []
    for (path, end) in [(path, try end(at: revision)?.offset ?? 0), (rotatedPath, Int.max)] {
      let part = try mapError(AppendedFile(path).lastLines(size: size)) { (error: SystemError) in
        WorkspaceError(reading: path, error)
      }
      var lines = BackwardLines(part.bytes.prefix(max(end - part.offset, 0)))
      while let line = lines.next() {
        do throws(DocumentError) {
          if case .operation(let operation) = try HistoryLine(Array(line)).content {
            operations.append(operation)
          }
        } catch {
          // Parses the whole files to report the line number of the error, which the last part of a file
          // does not show.
          return try read(committedAt: revision).operations.reversed()
        }
      }
    }
    return operations
  }
}
