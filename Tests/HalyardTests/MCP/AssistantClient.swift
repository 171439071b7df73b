import Documents
import FlagSystem
import Foundation
import Glibc
import TestSupport

@testable import halyard

/// A client of `halyard mcp`, which runs the real program and speaks to it over pipes.
final class AssistantClient {
  struct Failure: Error { let reason: String }

  let process = Process()
  /// Keeps the folder of the tester until the end of the test.
  private let tester: Tester
  /// A socket and not a pipe: a write to a pipe whose reader has exited raises SIGPIPE.
  private let input: FileHandle
  private let output = Pipe()
  private var buffer: [UInt8] = []
  private var id = 0

  /// Starts the program, and initialises the session unless `version` is `nil`.
  init(
    _ tester: Tester,
    _ arguments: String...,
    version: String? = "2025-06-18",
    name: String = "editor"
  ) throws {
    self.tester = tester
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw Failure(reason: "no socket") }
    input = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    let read = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    process.executableURL = URL(fileURLWithPath: ProgramRun.path(of: "halyard"))
    process.arguments = ["mcp"] + arguments
    process.environment = tester.environment.merging(
      ["PATH": "/usr/bin:/bin", "HALYARD_SOURCE": tester.file]
    ) { $1 }
    process.currentDirectoryURL = URL(fileURLWithPath: tester.folder.path)
    (process.standardInput, process.standardOutput) = (read, output)
    try process.run()
    try read.close()
    guard let version else { return }
    let client: JSONValue = ["name": .string(name), "version": "1"]
    let response = try request(
      "initialize",
      ["protocolVersion": .string(version), "capabilities": [:], "clientInfo": client]
    )
    guard response["result"]?["serverInfo"]?["name"] == "halyard" else {
      throw Failure(reason: response.text())
    }
    try send(["jsonrpc": "2.0", "method": "notifications/initialized"])
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  func send(_ message: JSONValue) throws { try send(message.text() + "\n") }

  func send(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(input.fileDescriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(reason: "the input is closed") }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Reads the next message; `nil` at the end of the output.
  func receive() throws -> JSONValue? {
    let descriptor = output.fileHandleForReading.fileDescriptor
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeFirst(end + 1)
        guard let message = JSONValue(parsing: line) else { throw Failure(reason: line) }
        return message
      }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 60_000) > 0 else { throw Failure(reason: "no message within 60 s") }
      var part = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(descriptor, &part, part.count)
      guard count > 0 else { return nil }
      buffer += part[..<count]
    }
  }

  /// Sends a request, and returns its response; skips notifications.
  func request(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
    try receive(responseTo: send(method, parameters))
  }

  /// Sends a request, and returns its identifier.
  func send(_ method: String, _ parameters: JSONValue = [:]) throws -> Int {
    id += 1
    try send([
      "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": parameters,
    ])
    return id
  }

  func receive(responseTo id: Int) throws -> JSONValue {
    while let message = try receive() {
      if message["id"]?.integer == id { return message }
    }
    throw Failure(reason: "the output has ended")
  }

  /// Calls a tool, and returns its result.
  func call(_ tool: String, _ arguments: JSONValue = [:]) throws -> ToolResult {
    let response = try request("tools/call", ["name": .string(tool), "arguments": arguments])
    guard let result = response["result"] else { throw Failure(reason: response.text()) }
    return ToolResult(json: result)
  }

  struct ToolResult {
    let json: JSONValue

    var isError: Bool { json["isError"] == true }
    var text: String { json["content"]?.list?.first?["text"]?.string ?? "" }
    subscript(name: String) -> JSONValue? { json["structuredContent"]?[name] }
  }

  /// Closes the input, waits for the end, and returns the exit code.
  func end() throws -> Int32 {
    try input.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  func closeOutput() throws { try output.fileHandleForReading.close() }
}
