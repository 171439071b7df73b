import FeatureFlags
import Files
import Glibc
import Locking

/// Stores the pending events in a file: a header with the offset of the first pending event, and
/// one line per event.
///
/// When `append` returns, the events are written to the file: a killed process loses no event. Sent
/// events are skipped by the offset in the header. When sent events are the larger part of the file,
/// the file is compacted. Several processes may use the same file; an advisory lock serialises their
/// accesses.
final class EventJournal: Sendable {
  /// The first pending events, with their positions in the file.
  struct Pending {
    /// The decoded events; truncated lines are skipped.
    let events: [EventForDispatch]
    /// The offset in the file after each event.
    let ends: [Int]
    /// The inode of the file from which the events were read; the file may have been replaced
    /// since.
    fileprivate let file: UInt
  }

  /// The last known state of the file, which each access updates, because other processes can
  /// change it.
  fileprivate struct State {
    var handle: Int32 = -1
    /// The inode of the open file, which detects that the file was replaced.
    var file: UInt = 0
    /// The size in bytes of the part of the file whose lines `count` includes.
    var size = 0
    /// The offset of the first pending event in the file.
    var start = 0
    /// The number of lines between `start` and `size`.
    var count = 0
  }

  private let folder: String
  private let path: String
  private let limit: Int
  private let state = Locked(State())

  /// Creates a journal in the given folder; the first event creates the file.
  init(folder: String, limit: Int) {
    self.folder = folder
    path = folder + "/events.queue"
    self.limit = limit
  }

  deinit {
    state.withLock { if $0.handle >= 0 { close($0.handle) } }
  }

  /// The path of the advisory lock that the sending process holds.
  var sendingPath: String { folder + "/events.sending" }

  /// Appends either all of the given events or none.
  ///
  /// - Parameter events: The events, oldest first.
  /// - Returns: The number of pending events.
  /// - Throws: `eventQueueFull`, or `eventDispatchFailed` if the file cannot be written.
  func append(_ events: [EventForDispatch]) throws(OptimizelyError) -> Int {
    let lines = events.flatMap(EventRecord.line)
    let count = try exclusively { state throws(SystemError) -> Int? in
      guard state.count + events.count <= limit else { return nil }
      try state.append(lines, count: events.count)
      return state.count
    }
    guard let count else { throw .eventQueueFull(limit: limit) }
    return count
  }

  /// Counts the pending events, including those of other processes.
  func count() throws(OptimizelyError) -> Int {
    try isMissing ? 0 : exclusively { $0.count }
  }

  /// Returns the first pending events, at most `limit`; `nil` if there are none.
  func first(_ limit: Int) throws(OptimizelyError) -> Pending? {
    guard !isMissing else { return nil }
    return try exclusively { state throws(SystemError) in
      let (events, ends, end) = try EventFile.events(
        state.handle,
        from: state.start,
        to: state.size,
        limit: limit
      )
      guard ends.isEmpty else { return Pending(events: events, ends: ends, file: state.file) }
      // Only truncated records are left; skip them.
      if end > state.start { try state.skip(to: end) }
      return nil
    }
  }

  /// Removes the first `count` of the pending events; compacts the file if sent events are the
  /// larger part.
  func remove(_ count: Int, of pending: Pending) throws(OptimizelyError) {
    guard count > 0 else { return }
    try exclusively { state throws(SystemError) in
      guard state.file == pending.file else { return }
      try skip(to: pending.ends[count - 1], &state)
    }
  }

  /// Moves the first `count` of the pending events to the end of the file, so that the events after
  /// them are sent first.
  func postpone(_ count: Int, of pending: Pending) throws(OptimizelyError) {
    guard count > 0 else { return }
    let lines = pending.events.prefix(count).flatMap(EventRecord.line)
    try exclusively { state throws(SystemError) in
      guard state.file == pending.file else { return }
      try state.append(lines, count: count)
      try skip(to: pending.ends[count - 1], &state)
    }
  }

  /// Marks the lines before the given offset as sent; compacts the file if sent lines are its
  /// larger part.
  private func skip(to offset: Int, _ state: inout State) throws(SystemError) {
    try state.skip(to: offset)
    let (sent, left) = (state.start - EventFile.headSize, state.size - state.start)
    guard sent >= max(left, 1 << 16) else { return }
    let rest = try FileSystem.read(state.handle, at: state.start, count: left)
    try FileSystem.replace(path, with: EventFile.head(start: EventFile.headSize) + rest)
  }

  private var isMissing: Bool { access(path, F_OK) != 0 }
}

extension EventJournal {
  /// Accesses the file under the lock of this object and the advisory lock between processes.
  private func exclusively<Result>(
    _ body: (inout State) throws(SystemError) -> Result
  ) throws(OptimizelyError) -> Result {
    try mapError(
      state.withLock { state throws(SystemError) in
        if state.handle < 0 { try FileSystem.makeFolder(folder) }
        return try FileSystem.withFileLock(folder + "/events.lock") { () throws(SystemError) in
          try state.refresh(path)
          return try body(&state)
        }
      }
    ) { (error: SystemError) in OptimizelyError.eventDispatchFailed("\(path): \(error.reason)") }
  }
}

extension EventJournal.State {
  /// Updates the state after changes by other processes: reopens a replaced file, and counts new
  /// lines.
  mutating func refresh(_ path: String) throws(SystemError) {
    var information = stat()
    if handle < 0 || stat(path, &information) != 0 || information.st_ino != file {
      try reopen(path)
    }
    guard fstat(handle, &information) == 0 else { throw .last }
    let (newSize, newStart) = (Int(information.st_size), try EventFile.start(handle))
    if newStart > start { count -= try EventFile.lines(handle, from: start, to: newStart) }
    if newSize > size { count += try EventFile.lines(handle, from: size, to: newSize) }
    (size, start) = (newSize, newStart)
  }

  private mutating func reopen(_ path: String) throws(SystemError) {
    if handle >= 0 { close(handle) }
    handle = -1
    handle = try FileSystem.openRegularFile(path, O_RDWR | O_CREAT)
    var information = stat()
    guard fstat(handle, &information) == 0 else { throw .last }
    if information.st_size < EventFile.headSize {
      try EventFile.writeHead(handle, start: EventFile.headSize)
    }
    file = information.st_ino
    (size, start, count) = (EventFile.headSize, EventFile.headSize, 0)
  }

  /// Returns the last byte of the event lines, a line feed unless the last line is truncated; `nil`
  /// if there are no lines.
  private func lastByte() throws(SystemError) -> UInt8? {
    guard size > EventFile.headSize else { return nil }
    return try FileSystem.read(handle, at: size - 1, count: 1).first
  }

  /// Marks the lines before the given offset as sent.
  mutating func skip(to offset: Int) throws(SystemError) {
    count -= try EventFile.lines(handle, from: start, to: offset)
    start = offset
    try EventFile.writeHead(handle, start: offset)
  }

  mutating func append(_ lines: [UInt8], count: Int) throws(SystemError) {
    // Terminates a line that was truncated when a process was killed: otherwise the first new event
    // would continue the line and be lost.
    let last = try lastByte()
    let isTruncated = last != nil && last != EventRecord.lineEnd
    try write(isTruncated ? [EventRecord.lineEnd] + lines : lines)
    self.count += count + (isTruncated ? 1 : 0)
  }

  /// Appends bytes to the file; truncates the file again if not all of them can be written.
  mutating func write(_ bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try FileSystem.write(bytes, to: handle, at: size)
    } catch {
      ftruncate(handle, off_t(size))
      throw error
    }
    size += bytes.count
  }
}
