import Documents
package import FeatureFlags
import Files

/// The log of the changes of a source, `source.jsonl`: one line of JSON for each ``SourceEntry``.
///
/// The log is written under the lock of the workspace, and its size is bounded: the file is rotated, and the
/// part before that is replaced by the next rotation. A damaged line is skipped.
package struct SourceLog: Sendable {
  /// The path of the file, which need not exist.
  package let path: String
  private let writes: WriteObserver
  /// The size in bytes above which the file is rotated.
  private let rotationSize: Int

  /// The default size in bytes above which the file is rotated: 1 MiB.
  package static let rotationSize = 1 << 20
  /// The maximum length of a line in bytes; a longer one is stored without the states.
  package static let lineLimit = 256 << 10
  /// The size in bytes of the last part of each file in which the last entry of the same user is searched.
  private static let searchedSize = 2 * lineLimit

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

  /// Appends an entry, unless the last entry of the same user has the same document.
  ///
  /// - Returns: Whether the entry was written; once the call returns, an end of the process cannot lose it.
  /// - Throws: `locked`, `unwritable`, or `unreadable`; the log is unchanged.
  @discardableResult
  package func append(_ entry: SourceEntry) throws(WorkspaceError) -> Bool {
    let file = WorkspaceFile(path, writes: writes)
    return try file.update { () throws(WorkspaceError) in
      let last = try entries(ofPart: Self.searchedSize, in: path).last { $0.user == entry.user }
      guard last?.digest != entry.digest else { return (false, nil) }
      try write(entry.line.count > Self.lineLimit ? entry.withoutStates : entry)
      return (true, nil)
    }
  }

  /// Writes an entry after the last complete line; the caller holds the advisory lock.
  private func write(_ entry: SourceEntry) throws(WorkspaceError) {
    let bytes = entry.line
    do throws(SystemError) {
      var end = try AppendedFile(path).size()
      if end > rotationSize {
        try FileSystem.rename(path, to: rotatedPath)
        end = 0
      }
      // Removes a line that was truncated when its process was killed.
      let part = try AppendedFile(path).lastLines(size: Self.searchedSize)
      let rest = part.bytes.lastIndex(of: UInt8(ascii: "\n")).map { part.bytes.count - 1 - $0 }
      end -= rest ?? part.bytes.count
      try AppendedFile(path).write(bytes, at: max(end, 0))
    } catch {
      throw WorkspaceError(writing: path, error)
    }
    writes.report?(path, bytes.count)
  }

  /// Reads all entries, the oldest first; damaged lines are skipped.
  ///
  /// - Throws: `unreadable` or `unusable`.
  package func entries() throws(WorkspaceError) -> [SourceEntry] {
    let size = 2 * Self.rotationSize
    let older = try entries(ofPart: size, in: rotatedPath)
    let newer = try entries(ofPart: size, in: path)
    // The newer file may have been rotated between the two reads: the entries are then the same.
    return older == newer ? newer : older + newer
  }

  private func entries(ofPart size: Int, in path: String) throws(WorkspaceError) -> [SourceEntry] {
    let part = try mapError(AppendedFile(path).lastLines(size: size)) { (error: SystemError) in
      WorkspaceError(reading: path, error)
    }
    // The last part without a line break is a line that is being written, or was truncated.
    let lines = part.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    // Drops the error of a damaged line: the states that it had are unknown.
    return lines.compactMap { line in try? SourceEntry(line: Array(line)) }
  }
}

extension SourceEntry {
  /// The entry without states, all of which count as omitted.
  fileprivate var withoutStates: SourceEntry {
    SourceEntry(
      date: date,
      cause: cause,
      user: user,
      digest: digest,
      states: nil,
      changes: [:],
      omitted: omitted + changes.count
    )
  }
}

extension Workspace {
  /// The path of the log of source changes: one JSON object for each line.
  package var sourceLogPath: String { stateFolder + "/source.jsonl" }

  /// The log of the changes of the workspace's source.
  package var sourceLog: SourceLog { SourceLog(sourceLogPath, writes: writes) }
}
