import Files
import Glibc
import Text

/// A call that runs: the process of its current command, and the output of the process so far.
struct CallProcess {
  let request: ProtocolRequest
  /// The address of the resource that the call reads; `nil` for a call of a tool.
  let uri: String?
  var call: ToolCall
  let start = ContinuousClock.now
  /// The number of progress notifications that were sent, one a second.
  var progressCount = 0
  /// When the process is killed, after it was asked to end.
  private(set) var killTime: ContinuousClock.Instant?
  /// Why the call was ended before its commands; `nil` for a call that runs to its end.
  private(set) var defect: String?
  private(set) var isCancelled = false
  private var process: ChildProcess?
  /// The reading ends of the pipes for standard output and standard error; -1 after their ends.
  private(set) var pipes: [Int32] = [-1, -1]
  private var bytes: [[UInt8]] = [[], []]

  /// The maximum number of bytes that a command may write.
  private static let outputLimit = 64 << 20
  /// The time from the request to end until the process is killed.
  private static let patience = Duration.milliseconds(800)

  init(_ request: ProtocolRequest, _ call: ToolCall, uri: String?) {
    (self.request, self.call, self.uri) = (request, call, uri)
  }

  /// Whether a command runs.
  var isRunning: Bool { process != nil }

  /// Starts a command of this program.
  ///
  /// - Throws: The error of the system if there are no more descriptors or processes.
  mutating func run(_ words: [String], program: String) throws(SystemError) {
    let output = try ChildProcess.makePipe()
    defer { close(output.writer) }
    pipes = [output.reader, -1]
    let errors = try ChildProcess.makePipe()
    defer { close(errors.writer) }
    pipes = [output.reader, errors.reader]
    bytes = [[], []]
    process = try ChildProcess(
      [program] + words,
      variables: ["HALYARD_AUTHOR": call.author],
      streams: ChildProcess.Streams(output: output.writer, errors: errors.writer)
    )
  }

  /// Reads what a pipe has, without blocking.
  mutating func read(_ index: Int) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(pipes[index], &buffer, buffer.count)
    if count > 0 {
      bytes[index].append(contentsOf: buffer[..<count])
      if bytes[0].count + bytes[1].count > Self.outputLimit {
        bytes[index] = []
        end("the command has written more than \(Self.outputLimit >> 20) MiB")
      }
    } else if count == 0 || errno != EINTR {
      closePipe(index)
    }
  }

  /// Returns the output of the command if it has ended, and releases its process.
  ///
  /// A pipe that a process of the command still has open is not waited for.
  mutating func output() -> ToolCall.Output? {
    guard let end = process?.endIfEnded() else { return nil }
    for index in pipes.indices where pipes[index] >= 0 {
      var waiting = pollfd(fd: pipes[index], events: Int16(POLLIN), revents: 0)
      while pipes[index] >= 0, defect == nil, poll(&waiting, 1, 0) > 0 { read(index) }
      if pipes[index] >= 0 { closePipe(index) }
    }
    process = nil
    return ToolCall.Output(exitCode: end.exitCode, output: bytes[0], errors: bytes[1])
  }

  /// Asks the processes of the command to end; the first reason counts.
  mutating func end(_ reason: String) {
    guard killTime == nil else { return }
    defect = reason
    killTime = .now + Self.patience
    process?.sendToGroup(SIGTERM)
  }

  mutating func cancel() {
    isCancelled = true
    end("cancelled")
  }

  func kill() { process?.sendToGroup(SIGKILL) }

  /// Ends the call if it takes too long, and kills a process that does not end.
  mutating func checkTime(_ now: ContinuousClock.Instant) {
    if now >= start + call.timeLimit { end("the call has taken more than \(call.timeLimit.text)") }
    if let killTime, now >= killTime { kill() }
  }

  private mutating func closePipe(_ index: Int) {
    close(pipes[index])
    pipes[index] = -1
  }
}
