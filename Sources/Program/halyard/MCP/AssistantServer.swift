import Documents
import Glibc

/// Speaks the Model Context Protocol over standard input and standard output: the event loop of `mcp`.
///
/// One thread reads messages, runs the commands of calls as child processes, and writes responses. It stops
/// reading while a client does not read its responses, and refuses calls while too many wait, so that its
/// memory is bounded.
struct AssistantServer {
  private var session: ProtocolSession
  /// The path of this program, which runs the commands.
  private let path: String
  /// The start of the bytes that are not parsed yet.
  private var input: [UInt8] = []
  /// Whether the rest of a line that is too long is skipped.
  private var isSkipping = false
  private var output: [UInt8] = []
  /// The calls in the order of their messages; the first ones run.
  private var calls: [CallProcess] = []
  /// When the program ends at the latest, after the end of the input.
  private var deadline: ContinuousClock.Instant?
  private var hasInput = true
  private var hasOutput = true

  private static let runningLimit = 4
  private static let waitingLimit = 100
  /// The number of unread bytes of responses at which no more messages are read.
  private static let unreadLimit = 1 << 20
  /// The time from the end of the input to the end of the program, for the calls that run.
  private static let patience = Duration.milliseconds(1_200)

  /// Creates a server for a session; `path` is that of this program.
  init(_ session: ProtocolSession, path: String) { (self.session, self.path) = (session, path) }

  /// Runs until the input ends, the output is closed, or the stop signal is sent.
  ///
  /// - Parameter stop: A descriptor that becomes readable when the server has to end.
  mutating func run(until stop: Int32) {
    while hasOutput, !isDone {
      // After the end of the input, it is polled only if it can be read: poll does not wait for it then.
      let isPolled = hasInput && (isReading || deadline == nil)
      var handles = [
        pollfd(fd: isPolled ? STDIN_FILENO : -1, events: isReading ? Int16(POLLIN) : 0, revents: 0),
        pollfd(fd: STDOUT_FILENO, events: output.isEmpty ? 0 : Int16(POLLOUT), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      let timeout: Int32 = !calls.isEmpty ? 5 : deadline == nil ? -1 : 50
      guard poll(&handles, 3, timeout) >= 0 || errno == EINTR else { break }
      if handles[2].revents != 0 || handles[1].revents & Int16(POLLERR | POLLNVAL) != 0 { break }
      if handles[1].revents & Int16(POLLOUT) != 0 { write() }
      if handles[0].revents & Int16(POLLHUP) != 0, deadline == nil {
        deadline = .now + Self.patience
      }
      if handles[0].revents != 0, isReading { readInput() }
      takeLines()
      advanceCalls()
    }
    endAll()
  }

  /// Whether all messages are answered after the end of the input, or the time for that is over.
  private var isDone: Bool {
    guard let deadline else { return false }
    let isIdle = !hasInput && input.isEmpty && calls.isEmpty && output.isEmpty
    return isIdle || ContinuousClock.now >= deadline
  }

  private var isReading: Bool { output.count < Self.unreadLimit }

  // MARK: Input and output

  private mutating func readInput() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    if count > 0 {
      input += buffer[..<count]
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      hasInput = false
      deadline = deadline ?? .now + Self.patience
      input.append(.lineFeed)
    }
  }

  /// Answers the complete lines, until the client has to read responses first.
  private mutating func takeLines() {
    var rest = input[...]
    while isReading, let end = rest.firstIndex(of: .lineFeed) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      if !isSkipping, line.contains(where: { $0 > UInt8(ascii: " ") }) {
        perform(session.receive(Array(line)))
      }
      isSkipping = false
    }
    input.removeFirst(rest.startIndex)
    guard isReading, input.count > ProtocolSession.byteLimit || isSkipping else { return }
    if !isSkipping {
      let limit = "\(ProtocolSession.byteLimit >> 20) MiB"
      perform(session.refusal(.invalid, "found a message of more than \(limit)"))
    }
    (input, isSkipping) = ([], true)
  }

  private mutating func send(_ message: JSONValue) {
    output += Array(message.text().utf8) + [.lineFeed]
  }

  /// Writes a part that does not block: a pipe that is ready has space for a page.
  private mutating func write() {
    let count = output.prefix(4_096).withUnsafeBytes {
      Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
    }
    if count > 0 {
      output.removeFirst(count)
    } else if errno != EINTR, errno != EAGAIN {
      hasOutput = false
    }
  }

  // MARK: Calls

  private mutating func perform(_ action: ProtocolSession.Action?) {
    switch action {
    case nil: break
    case .send(let message): send(message)
    case .cancel(let id):
      calls.removeAll { !$0.isRunning && $0.call.request.id == id }
      for index in calls.indices where calls[index].call.request.id == id { calls[index].cancel() }
    case .call(let call):
      guard calls.count < Self.runningLimit + Self.waitingLimit else {
        let reason = "\(Self.waitingLimit) calls are waiting; call again when one has ended"
        return send(call.request.response(.failure(ProtocolError(.busy, reason))))
      }
      calls.append(CallProcess(call))
    }
  }

  /// Continues the first calls, and sends the results of those that have ended, and the progress of others.
  private mutating func advanceCalls() {
    var index = 0
    while index < min(calls.count, Self.runningLimit) {
      if let result = calls[index].proceed(path) {
        let call = calls.remove(at: index)
        if !call.isCancelled { send(call.call.request.response(result)) }
      } else {
        if let message = calls[index].progress() { send(message) }
        index += 1
      }
    }
  }

  /// Ends the processes of all calls; their requests get no response.
  private mutating func endAll() {
    calls.removeAll { !$0.isRunning }
    for index in calls.indices { calls[index].end("the server ends") }
    let end = ContinuousClock.now + .milliseconds(300)
    while !calls.isEmpty, ContinuousClock.now < end {
      poll(nil, 0, 2)
      for index in calls.indices.reversed() where calls[index].proceed(path) != nil {
        calls.remove(at: index)
      }
    }
    for call in calls {
      call.kill()
      call.removeFolder()
    }
  }
}

extension UInt8 {
  fileprivate static let lineFeed = UInt8(ascii: "\n")
}
