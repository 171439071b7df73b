import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests the memory use of the program for documents of many megabytes.
struct LargeDocumentTests {
  /// Runs `check` on a document of `millions` million zeros, and measures the memory use.
  private static func check(_ start: String, millions: Int, _ end: String) throws -> ProgramRun {
    let tester = try Tester()
    let million = Data(String(repeating: "0,", count: 1_000_000).utf8)
    var bytes = Data(start.utf8)
    for _ in 0..<millions { bytes.append(million) }
    bytes.append(Data(("0" + end).utf8))
    try bytes.write(to: URL(fileURLWithPath: tester.folder.path(of: "zeros.json")))
    return try ProgramRun(
      ["check", "zeros.json"],
      environment: tester.environment,
      folder: tester.folder.path,
      measuresMemory: true
    )
  }

  @Test(arguments: ["[", "[{\"name\":\"A\",\"labels\":["])
  func `128 MB of zeros are rejected with an error that names the limit, within 600 MiB of memory`(
    start: String
  ) throws {
    let end = start == "[" ? "]" : "]}]"
    let run = try Self.check(start, millions: 64, end)
    let limit = start == "[" ? "features, expected at most 1000000" : "values, expected at most"
    #expect(run.errors.contains(limit), "\(run.errors)")
    #expect(run.exitCode == ExitCode.unreadableConfiguration)
    #expect(run.peakMemory < 600 << 20, "\(run.peakMemory >> 20) MiB")
  }

  @Test(
    arguments: [
      "[1,2,3]", #"["error"]"#, #"[{"id":1}]"#, #"{"error":"x","features":[null]}"#,
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null}]}"#,
    ]
  )
  func `a response with status 200 but without features does not replace the cache`(
    body: String
  ) throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .text(#"[{"name":"New Cart","enabled":true}]"#) }
    let source = ["-s", server.url()]
    #expect(try tester.halyard(["refresh"] + source).exitCode == 0)
    server.change { _ in .text(body) }
    let refused = try tester.halyard(["refresh"] + source)
    #expect(refused.exitCode == ExitCode.unreadableConfiguration)
    #expect(refused.errors.contains("and the source had features before"), "\(refused.errors)")
    server.stop()
    #expect(try tester.halyard(["list"] + source).output.contains("New Cart  Enabled"))
  }
}
