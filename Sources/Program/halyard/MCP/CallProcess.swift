import Documents
import Files
import FoundationEssentials
import Glibc
import Text

/// A call that waits or runs: the process of its current command, which writes to a temporary folder.
struct CallProcess {
  private(set) var call: ToolCall
  private var start: ContinuousClock.Instant?
  /// The number of progress notifications that were sent, one a second.
  private var progressCount = 0
  /// When the process is killed, after it was asked to end.
  private var killTime: ContinuousClock.Instant?
  /// Why the call was ended before its commands; `nil` for a call that runs to its end.
  private var defect: String?
  private(set) var isCancelled = false
  private var process: ChildProcess?

  /// The maximum number of bytes that a command may write.
  private static let outputLimit = 64 << 20
  /// The time from the request to end until the process is killed.
  private static let patience = Duration.milliseconds(800)

  init(_ call: ToolCall) { self.call = call }

  /// Whether the call has begun, and its last command may run.
  var isRunning: Bool { start != nil }

  /// Continues the call: starts its next command if none runs.
  ///
  /// - Parameter program: The path of this program.
  /// - Returns: The result when the call has ended; `nil` while a command runs.
  mutating func proceed(_ program: String) -> Result<JSONValue, ProtocolError>? {
    if start == nil {
      start = .now
      let root = FileManager.default.temporaryDirectory.path
      do throws(SystemError) {
        call.folder = try FileSystem.makeTemporaryFolder(in: root)
      } catch {
        defect = "\(root): \(error.reason)"
      }
    }
    if let process {
      checkLimits(process)
      guard let end = process.endIfEnded() else { return nil }
      takeOutput(end.exitCode)
    }
    if defect == nil {
      do throws(AssistantTool.Defect) {
        if let words = try call.tool.next(call) {
          try run([program] + words)
          return nil
        }
      } catch {
        defect = error.text
      }
    }
    defer { removeFolder() }
    return result
  }

  /// Removes the temporary folder of the call.
  func removeFolder() {
    guard !call.folder.isEmpty else { return }
    // Drops the error: a leftover folder is harmless, and only the user can read it.
    try? FileManager.default.removeItem(atPath: call.folder)
  }

  private var result: Result<JSONValue, ProtocolError> {
    let messages = call.outputs.last?.messages ?? []
    if let uri = call.uri {
      return Result { () throws(ProtocolError) in
        if let defect { throw AssistantResource.unreadable(uri, defect) }
        return try AssistantResource.result(of: call, at: uri)
      }
    }
    guard defect == nil, !call.isFailure || call.tool.effect == .runs else {
      return .success(ToolContent.failure([defect].compactMap(\.self) + messages))
    }
    return .success(call.tool.content(call).result(of: call))
  }

  /// The paths of the files with standard output and standard error of the process.
  private var files: [String] { ["/output", "/errors"].map { call.folder + $0 } }

  private mutating func run(_ words: [String]) throws(AssistantTool.Defect) {
    let ends = files.map { open($0, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
    defer { ends.forEach { close($0) } }
    do throws(SystemError) {
      guard !ends.contains(-1) else { throw .last }
      process = try ChildProcess(
        words,
        variables: ["HALYARD_AUTHOR": call.author],
        streams: ChildProcess.Streams(output: ends[0], errors: ends[1])
      )
    } catch {
      throw AssistantTool.Defect(text: "halyard cannot be run: \(error.reason)")
    }
  }

  /// Adds the output of a command that has ended, and releases its process; fails the call without it.
  private mutating func takeOutput(_ exitCode: Int32) {
    process = nil
    do throws(SystemError) {
      let output = try FileSystem.read(files[0], limit: Self.outputLimit)
      let errors = try FileSystem.read(files[1], limit: Self.outputLimit)
      call.outputs.append(.init(exitCode: exitCode, output: output, errors: errors))
    } catch {
      defect = defect ?? "the output of the command cannot be read: \(error.reason)"
    }
  }

  /// Ends the call if it takes too long or writes too much, and kills a process that does not end.
  private mutating func checkLimits(_ process: ChildProcess) {
    let limit = Duration.seconds(call["seconds"]?.integer ?? 60)
    if let start, .now >= start + limit { end("the call has taken more than \(limit.text)") }
    var information = stat()
    for file in files where stat(file, &information) == 0 {
      if information.st_size > Self.outputLimit {
        end("the command has written more than \(Number.bytes(Self.outputLimit))")
      }
    }
    if let killTime, .now >= killTime { process.sendToGroup(SIGKILL) }
  }

  /// Asks the processes of the command to end; the first reason counts.
  mutating func end(_ reason: String) {
    guard killTime == nil else { return }
    (defect, killTime) = (reason, .now + Self.patience)
    process?.sendToGroup(SIGTERM)
  }

  mutating func cancel() {
    isCancelled = true
    end("cancelled")
  }

  func kill() { process?.sendToGroup(SIGKILL) }

  /// A progress notification if another second has passed and the client wants it.
  mutating func progress() -> JSONValue? {
    let seconds = start.map { Int($0.duration(to: .now) / .seconds(1)) } ?? 0
    guard seconds > progressCount else { return nil }
    progressCount = seconds
    return call.request.progress(after: seconds)
  }
}
