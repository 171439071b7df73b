import Documents
import Files
import FlagSystem
import FoundationEssentials
import Glibc
import Locking

/// Speaks the Model Context Protocol over standard input and standard output: the event loop of `mcp`.
///
/// One thread reads messages, runs the commands of calls as child processes, and writes responses. It stops
/// reading while a client does not read its responses, and refuses calls while too many wait, so that its
/// memory is bounded.
struct AssistantServer {
  private var session: ProtocolSession
  private let program: Program
  /// The path of this program, which runs the commands.
  private let path: String
  private let options: [String]
  /// The bytes that are not answered yet: the line from `start` on, without an end before `scanned`.
  private var input: [UInt8] = []
  private var (start, scanned) = (0, 0)
  /// Whether the rest of a line that is too long is skipped.
  private var isSkipping = false
  private var output: [UInt8] = []
  private var waiting: [CallProcess] = []
  private var running: [CallProcess] = []
  /// When the program ends at the latest, after the end of the input.
  private var deadline: ContinuousClock.Instant?
  private var hasInput = true
  private var hasOutput = true

  /// The number of calls that run at once.
  private static let runningLimit = 4
  /// The number of calls that wait for others.
  private static let waitingLimit = 100
  /// The number of unread bytes of responses at which no more messages are read.
  private static let unreadLimit = 1 << 20
  /// The time from the end of the input to the end of the program, for the calls that run.
  private static let patience = Duration.milliseconds(1_200)

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - tools: The offered tools.
  ///   - options: The options that select the source, for each command.
  ///   - program: The dependencies of the command.
  init(_ tools: [AssistantTool], options: [String], _ program: Program) {
    session = ProtocolSession(tools: tools, version: program.version)
    path = FileSystem.programPath ?? "halyard"
    (self.options, self.program) = (options, program)
  }

  /// Runs until the input ends, the output is closed, or the stop signal is sent.
  ///
  /// - Parameter stop: A descriptor that becomes readable when the server has to end.
  mutating func run(until stop: Int32) {
    while hasOutput, !isDone {
      var handles = [
        inputHandle,
        pollfd(fd: STDOUT_FILENO, events: output.isEmpty ? 0 : Int16(POLLOUT), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      handles += running.flatMap(\.pipes).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&handles, nfds_t(handles.count), timeout) >= 0 || errno == EINTR else { break }
      if handles[2].revents != 0 { break }
      if handles[1].revents & Int16(POLLERR | POLLNVAL) != 0 { break }
      if handles[1].revents & Int16(POLLOUT) != 0 { write() }
      if handles[0].revents != 0 { readInput(handles[0].revents) }
      for (index, handle) in handles.dropFirst(3).enumerated() where handle.revents != 0 {
        running[index / 2].read(index % 2)
      }
      takeLines()
      advance()
    }
    endAll()
  }

  /// Whether all messages are answered after the end of the input, or the time for that is over.
  private var isDone: Bool {
    guard let deadline else { return false }
    let isAnswered = input.isEmpty && running.isEmpty && waiting.isEmpty
    let isIdle = !hasInput && isAnswered && output.isEmpty
    return isIdle || ContinuousClock.now >= deadline
  }

  /// Standard input; after its end was noticed, only if it can be read, because `poll` does not wait then.
  private var inputHandle: pollfd {
    let isPolled = hasInput && (isReading || deadline == nil)
    return pollfd(
      fd: isPolled ? STDIN_FILENO : -1,
      events: isReading ? Int16(POLLIN) : 0,
      revents: 0
    )
  }

  private var isReading: Bool { output.count < Self.unreadLimit }

  /// The time until something is due, in milliseconds: a process that has closed its pipes ends soon.
  private var timeout: Int32 {
    if !waiting.isEmpty, running.count < Self.runningLimit { return 0 }
    if running.contains(where: { $0.pipes == [-1, -1] }) { return 2 }
    return running.isEmpty && deadline == nil ? -1 : 50
  }

  // MARK: Input and output

  private mutating func readInput(_ events: Int16) {
    if events & Int16(POLLHUP) != 0, deadline == nil { deadline = .now + Self.patience }
    guard isReading else { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    guard count > 0 else {
      guard count == 0 || errno != EINTR && errno != EAGAIN else { return }
      hasInput = false
      deadline = deadline ?? .now + Self.patience
      return input.append(UInt8(ascii: "\n"))
    }
    input.append(contentsOf: buffer[..<count])
  }

  /// Answers the complete lines, until the client has to read responses first.
  private mutating func takeLines() {
    while isReading, let end = input[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(input[start..<end])
      (start, scanned) = (end + 1, end + 1)
      if !isSkipping, line.contains(where: { $0 > UInt8(ascii: " ") }) {
        perform(session.receive(line))
      }
      isSkipping = false
    }
    guard isReading else { return }
    input.removeFirst(start)
    (start, scanned) = (0, input.count)
    guard input.count > ProtocolSession.byteLimit || isSkipping else { return }
    if !isSkipping {
      let reason = "found a message of more than \(ProtocolSession.byteLimit >> 20) MiB"
      send(ProtocolRequest.failure(.invalid(reason)))
    }
    (input, scanned, isSkipping) = ([], 0, true)
  }

  private mutating func send(_ message: JSONValue) {
    output += Array(message.text().utf8) + [UInt8(ascii: "\n")]
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

  private mutating func perform(_ actions: [ProtocolSession.Action]) {
    for action in actions {
      switch action {
      case .send(let message): send(message)
      case .cancel(let id): cancel(id)
      case .call(let request, let tool, let arguments, let author, let uri):
        guard waiting.count < Self.waitingLimit else {
          let reason = "\(waiting.count) calls are waiting; call again when one has ended"
          perform(session.respond(to: request, .failure(.busy(reason))))
          break
        }
        let call = ToolCall(
          tool: tool,
          arguments: arguments,
          author: author,
          options: options,
          folder: tool.effect == .runs ? makeFolder() : nil
        )
        waiting.append(CallProcess(request, call, uri: uri))
      }
    }
  }

  private mutating func cancel(_ id: JSONValue) {
    for index in running.indices where running[index].request.id == id { running[index].cancel() }
    for call in waiting where call.request.id == id {
      perform(session.deliver([], batch: call.request.batch))
    }
    waiting.removeAll { $0.request.id == id }
  }

  /// Starts waiting calls, continues those whose command has ended, and reports the progress of others.
  private mutating func advance() {
    while running.count < Self.runningLimit, !waiting.isEmpty {
      var next = waiting.removeFirst()
      if !proceed(&next) { running.append(next) }
    }
    let now = ContinuousClock.now
    for index in running.indices.reversed() {
      running[index].checkTime(now)
      if let output = running[index].output() {
        var process = running.remove(at: index)
        process.call.outputs.append(output)
        if !proceed(&process) { running.insert(process, at: index) }
      } else if case let seconds = Int(running[index].start.duration(to: now) / .seconds(1)),
        seconds > running[index].progressCount
      {
        running[index].progressCount = seconds
        if let message = running[index].request.progress(after: seconds) { send(message) }
      }
    }
  }

  /// Starts the next command of a call, or else answers its request.
  ///
  /// - Returns: Whether the call has ended.
  private mutating func proceed(_ process: inout CallProcess) -> Bool {
    let call = process.call
    var failure = process.defect
    if failure == nil {
      switch call.tool.next(call) {
      case .run(let words):
        do throws(SystemError) {
          try process.run(words, program: path)
          return false
        } catch {
          failure = "halyard cannot be run: \(error.reason)"
        }
      case .failed(let reason): failure = reason
      case .done: break
      }
    }
    // Drops the error: a leftover folder is harmless, and only the user can read it.
    defer { if let folder = call.folder { try? FileManager.default.removeItem(atPath: folder) } }
    guard !process.isCancelled else {
      perform(session.deliver([], batch: process.request.batch))
      return true
    }
    perform(session.respond(to: process.request, result(of: call, failure, process.uri)))
    return true
  }

  private func result(
    of call: ToolCall,
    _ failure: String?,
    _ uri: String?
  ) -> Result<JSONValue, ProtocolError> {
    if let uri {
      return Result { () throws(ProtocolError) in
        if let failure { throw .noResource(uri, failure) }
        return try AssistantResource.result(of: call, at: uri)
      }
    }
    let messages = call.outputs.last?.messages ?? []
    if failure != nil || call.isFailure && call.tool.effect != .runs {
      return .success(ToolContent.failure([failure].compactMap(\.self) + messages))
    }
    return .success(call.tool.content(call).result(of: call))
  }

  private func makeFolder() -> String? {
    let root = program.environment["TMPDIR"] ?? "/tmp"
    var template = Array((root + "/halyard-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Ends the processes of all calls; their requests get no response.
  private mutating func endAll() {
    for index in running.indices { running[index].end("the server ends") }
    let end = ContinuousClock.now + .milliseconds(300)
    while running.contains(where: \.isRunning), ContinuousClock.now < end {
      poll(nil, 0, 2)
      for index in running.indices { _ = running[index].output() }
    }
    for call in running {
      call.kill()
    }
    for folder in (running + waiting).compactMap(\.call.folder) {
      // Drops the error: a leftover folder is harmless, and only the user can read it.
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
}
