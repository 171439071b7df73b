import FeatureFlags
import Glibc
import Locking

/// The events that wait, in a file: a head that says from where on, and a line for each event.
///
/// An event is in the file when `append` returns, so that nothing is lost with the program. What was
/// sent is passed over by the head, and taken out of the file when it is the larger part of it.
/// Several programs may use one file at once.
final class EventJournal: Sendable {
  /// The first events that wait.
  struct Waiting {
    /// The events; a line that is not whole is passed over.
    let events: [EventForDispatch]
    /// Where each of them ends in the file.
    let ends: [Int]
    /// The file that they are in, which may have been replaced since.
    fileprivate let file: UInt
  }

  /// What is known of the file, to be corrected by what is found.
  fileprivate struct State {
    var handle: Int32 = -1
    var file: UInt = 0
    /// How far the file was looked at.
    var size = 0
    var start = 0
    /// The lines between start and size.
    var count = 0
  }

  private let folder: String
  private let path: String
  private let limit: Int
  private let state = Locked(State())

  /// Names the file; it is made when there is a first event.
  init(folder: String, limit: Int) {
    self.folder = folder
    path = folder + "/events.queue"
    self.limit = limit
  }

  deinit {
    state.withLock { if $0.handle >= 0 { close($0.handle) } }
  }

  /// The path of the file that is locked by whoever sends.
  var sendingPath: String { folder + "/events.sending" }

  /// Adds events, all or none.
  ///
  /// - Parameter events: The events in order.
  /// - Returns: How many events wait now.
  /// - Throws: `eventQueueFull`, or `eventDispatchFailed` if the file cannot be written.
  func append(_ events: [EventForDispatch]) throws(OptimizelyError) -> Int {
    let lines = events.flatMap(EventRecord.line)
    let count = try exclusively { state throws(SystemError) -> Int? in
      guard state.count + events.count <= limit else { return nil }
      // The end of a line that was cut off is made up for, so that it spoils no other one.
      let last = try state.last()
      let isCut = last != nil && last != EventRecord.lineEnd
      try state.write(isCut ? [EventRecord.lineEnd] + lines : lines)
      state.count += events.count + (isCut ? 1 : 0)
      return state.count
    }
    guard let count else { throw .eventQueueFull(limit: limit) }
    return count
  }

  /// How many events wait.
  func count() throws(OptimizelyError) -> Int {
    try isMissing ? 0 : exclusively { $0.count }
  }

  /// The first events that wait.
  func first(_ limit: Int) throws(OptimizelyError) -> Waiting? {
    guard !isMissing else { return nil }
    return try exclusively { state throws(SystemError) in
      let (events, ends, end) = try EventFile.events(
        state.handle,
        from: state.start,
        to: state.size,
        limit: limit
      )
      guard ends.isEmpty else { return Waiting(events: events, ends: ends, file: state.file) }
      // Nothing but lines that were cut off: they wait for nothing.
      if end > state.start { try state.pass(to: end) }
      return nil
    }
  }

  /// Takes the first so many of the events that wait away.
  func remove(_ count: Int, of waiting: Waiting) throws(OptimizelyError) {
    guard count > 0 else { return }
    try exclusively { state throws(SystemError) in
      guard state.file == waiting.file else { return }
      try state.pass(to: waiting.ends[count - 1])
      let (sent, left) = (state.start - EventFile.headSize, state.size - state.start)
      guard sent >= max(left, 1 << 16) else { return }
      let rest = try EventFile.read(state.handle, from: state.start, to: state.size)
      try FileSystem.replace(path, with: EventFile.head(start: EventFile.headSize) + rest)
    }
  }

  private var isMissing: Bool { access(path, F_OK) != 0 }
}

extension EventJournal {
  /// Uses the file while no other thread or program does.
  private func exclusively<Result>(
    _ body: (inout State) throws(SystemError) -> Result
  ) throws(OptimizelyError) -> Result {
    do throws(SystemError) {
      return try state.withLock { state throws(SystemError) in
        if state.handle < 0 { try FileSystem.makeFolder(folder) }
        return try FileSystem.withLock(folder + "/events.lock") { () throws(SystemError) in
          try state.look(at: path)
          return try body(&state)
        }
      }
    } catch {
      throw .eventDispatchFailed("\(path): \(error.reason)")
    }
  }
}

extension EventJournal.State {
  /// Finds out what has become of the file.
  mutating func look(at path: String) throws(SystemError) {
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
    handle = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard handle >= 0 else { throw .last }
    var information = stat()
    guard fstat(handle, &information) == 0 else { throw .last }
    if information.st_size < EventFile.headSize {
      try EventFile.writeHead(handle, start: EventFile.headSize)
    }
    file = information.st_ino
    (size, start, count) = (EventFile.headSize, EventFile.headSize, 0)
  }

  /// The last byte of the lines; `nil` if there are none.
  func last() throws(SystemError) -> UInt8? {
    try EventFile.read(handle, from: max(size - 1, EventFile.headSize), to: size).first
  }

  /// Passes over what stands before a place.
  mutating func pass(to place: Int) throws(SystemError) {
    count -= try EventFile.lines(handle, from: start, to: place)
    start = place
    try EventFile.writeHead(handle, start: place)
  }

  /// Adds to the file; nothing is added if not all of it can be.
  mutating func write(_ bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try EventFile.write(handle, bytes, at: size)
    } catch {
      ftruncate(handle, off_t(size))
      throw error
    }
    size += bytes.count
  }
}
