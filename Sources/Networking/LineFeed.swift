import Locking

/// Cuts a body into lines and keeps them until they are read.
final class LineFeed: BodySink {
  typealias Line = Result<String?, HTTPError>

  private struct State {
    var splitter = LineSplitter()
    var lines: [String] = []
    var nextLine = 0
    var size = 0
    var isPaused = false
    var head: Result<AnswerHead, HTTPError>?
    var headReader: CheckedContinuation<Void, Never>?
    var readers: [CheckedContinuation<Line, Never>] = []
    var end: Line?

    mutating func pop() -> String? {
      guard nextLine < lines.count else { return nil }
      let line = lines[nextLine]
      nextLine += 1
      size -= LineFeed.size(of: line)
      if nextLine == lines.count {
        lines.removeAll(keepingCapacity: true)
        nextLine = 0
      }
      return line
    }
  }

  /// Above this many unread bytes the server is held back.
  private static let highWater = 256 << 10

  let isWholeBody = false
  private let longestLine: Int
  private let state = Locked(State())

  init(longestLine: Int) {
    self.longestLine = longestLine
  }

  /// Waits for the head, after starting the transfer.
  func head(_ start: () -> Void) async -> Result<AnswerHead, HTTPError> {
    await withCheckedContinuation { continuation in
      state.withLock { $0.headReader = continuation }
      start()
    }
    return state.withLock { $0.head ?? .failure(.cancelled) }
  }

  /// Waits for the next line, letting a server that was held back go on when all are read.
  func next(resume: () -> Void) async -> Line {
    await withCheckedContinuation { continuation in
      let (line, isToResume): (Line?, Bool) = state.withLock { state in
        if let line = state.pop() {
          return (.success(line), false)
        }
        if let end = state.end {
          return (end, false)
        }
        state.readers.append(continuation)
        defer { state.isPaused = false }
        return (nil, state.isPaused)
      }
      if let line {
        continuation.resume(returning: line)
      } else if isToResume {
        resume()
      }
    }
  }

  func begin(_ head: AnswerHead) {
    tellHead(.success(head))
  }

  func take(_ bytes: UnsafeRawBufferPointer) -> BodyVerdict {
    let (verdict, ready) = state.withLock { state in
      guard state.size < Self.highWater else {
        state.isPaused = true
        return (BodyVerdict.later, [] as [(CheckedContinuation<Line, Never>, String)])
      }
      for line in state.splitter.take(bytes) {
        state.size += Self.size(of: line)
        state.lines.append(line)
      }
      guard state.splitter.pendingSize <= longestLine else {
        return (.refused(.tooLarge(limit: longestLine)), [])
      }
      return (.taken, Self.match(&state))
    }
    for (reader, line) in ready {
      reader.resume(returning: .success(line))
    }
    return verdict
  }

  func finish(_ outcome: Result<HTTPFacts, HTTPError>) {
    tellHead(outcome.map(\.head))
    let (end, ready, left) = state.withLock { state in
      if case .success = outcome, let last = state.splitter.finish() {
        state.lines.append(last)
        state.size += Self.size(of: last)
      }
      let end: Line = outcome.map { _ in nil }
      state.end = end
      let ready = Self.match(&state)
      defer { state.readers = [] }
      return (end, ready, state.readers)
    }
    for (reader, line) in ready {
      reader.resume(returning: .success(line))
    }
    for reader in left {
      reader.resume(returning: end)
    }
  }

  /// What a line counts: its bytes with its end, since empty lines take room too.
  private static func size(of line: String) -> Int { line.utf8.count + 1 }

  private func tellHead(_ head: Result<AnswerHead, HTTPError>) {
    let reader = state.withLock { state in
      if state.head == nil {
        state.head = head
      }
      defer { state.headReader = nil }
      return state.headReader
    }
    reader?.resume()
  }

  private static func match(
    _ state: inout State
  ) -> [(CheckedContinuation<Line, Never>, String)] {
    var ready: [(CheckedContinuation<Line, Never>, String)] = []
    while !state.readers.isEmpty, let line = state.pop() {
      ready.append((state.readers.removeFirst(), line))
    }
    return ready
  }
}
