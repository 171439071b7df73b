import Documents
import Files

extension HistoryFile {
  /// The size in bytes of the last part of each file in which the recent acts are searched.
  static let recentSize = 128 << 10

  /// Reads the last acts, in bounded time and memory however long the history is.
  ///
  /// - Parameters:
  ///   - revision: The revision of the overrides file.
  ///   - size: The size in bytes of the part of each file that is read.
  /// - Returns: The acts of this part, the newest first.
  /// - Throws: `unreadable`, `unusable`, or `malformed` with the line of the first defect.
  func recent(
    committedAt revision: OverrideRevision,
    size: Int = recentSize
  ) throws(WorkspaceError) -> [OverrideAct] {
    var acts: [OverrideAct] = []
    for (path, end) in [(path, try end(at: revision)?.offset ?? 0), (rotatedPath, Int.max)] {
      let part = try mapError(AppendedFile(path).lastLines(size: size)) { (error: SystemError) in
        WorkspaceError(reading: path, error)
      }
      var lines = BackwardLines(part.bytes.prefix(max(end - part.offset, 0)))
      while let line = lines.next() {
        do throws(DocumentError) {
          if case .act(let act) = try HistoryLine(Array(line)).content { acts.append(act) }
        } catch {
          // Finds the number of the line, which the last part of a file does not show.
          return try read(committedAt: revision).acts.reversed()
        }
      }
    }
    return acts
  }
}
