import FeatureFlags
import Files
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the memory use of the program for a datafile that is small as text.
struct DatafileMemoryTests {
  /// A datafile of 1.4 MB with one rollout of 480 rules, which 480 flags share.
  private static let document = LargeDatafile.featureRollouts(480)
  private static let limit = 200 << 20

  @Test(arguments: [
    ["check", "datafile.json"], ["list", "-s", "datafile.json"],
    ["decide", "f1", "--trace", "-s", "datafile.json"], ["decide", "--all", "-s", "datafile.json"],
  ])
  func `a command stores the shared rules of a datafile in memory once`(
    arguments: [String]
  ) throws {
    let tester = try Tester()
    try tester.folder.write(Self.document, to: "datafile.json")
    let run = try ProgramRun(
      arguments,
      environment: tester.environment,
      folder: tester.folder.path,
      measuresMemory: true
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect((1..<Self.limit).contains(run.peakMemory), "\(run.peakMemory >> 20) MiB")
  }

  @Test func `the dashboard stores the shared rules of a datafile in memory once`() async throws {
    let tester = try Tester()
    let file = try tester.folder.write(Self.document, to: "datafile.json")
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 30),
      environment: tester.environment
    )
    let program = ProgramRun.path(of: "halyard")
    // The shell writes its process id to a file, and then becomes the program by `exec`.
    try session.enter("sh -c 'echo $$ > pid; exec \(program) \(file) --user u'")
    try await session.wait { $0.contains("Features 480") && $0.contains("f0") }
    try session.type("jj")
    try await session.wait(for: "experiment \"e0\"")
    let number = String(decoding: try FileSystem.read(session.folder + "/pid"), as: UTF8.self)
    let process = try #require(Int32(number.filter(\.isNumber)))
    let memory = try #require(ProgramRun.peakMemory(of: process))
    #expect(memory < Self.limit, "\(memory >> 20) MiB")
    try session.type("q")
  }
}
