import Documents
package import FeatureFlags
import Files

/// The log of the changes of a source, `source.jsonl`: one line of JSON for each ``SourceEntry``.
///
/// The log is written under the advisory lock of the workspace. Its size is bounded: a file that is too
/// large is renamed (rotated), and replaces the file of the previous rotation. Damaged lines are
/// skipped.
package struct SourceLog: Sendable {
  /// The path of the file, which does not have to exist.
  package let path: String
  private let writes: WriteObserver
  /// The size in bytes above which the file is rotated.
  private let rotationSize: Int

  /// The default size in bytes above which the file is rotated: 1 MiB.
  package static let rotationSize = 1 << 20
  /// The maximum length of a line in bytes; a longer entry is stored without states.
  package static let lineLimit = 256 << 10
  /// The number of bytes at the end of the file in which the last entry of the same user is searched.
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

  /// The path to which the file is renamed by a rotation.
  var rotatedPath: String {
    (path.hasSuffix(".jsonl") ? String(path.dropLast(6)) : path) + ".1.jsonl"
  }

  /// Appends an entry, unless the last entry of the same user has the same document.
  ///
  /// - Returns: Whether the entry was written; after the return, the entry is not lost if the process is
  ///   killed.
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
    // Handles a rotation between the two reads, after which both parts contain the same entries.
    return older == newer ? newer : older + newer
  }

  private func entries(ofPart size: Int, in path: String) throws(WorkspaceError) -> [SourceEntry] {
    let part = try mapError(AppendedFile(path).lastLines(size: size)) { (error: SystemError) in
      WorkspaceError(reading: path, error)
    }
    // Drops the text after the last line break: a line that is being written, or a truncated line.
    let lines = part.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    // Drops the errors of damaged lines: their states are unknown.
    return lines.compactMap { line in try? SourceEntry(line: Array(line)) }
  }
}

extension SourceEntry {
  /// The entry without states and changes; its changes are added to the omitted changes.
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
