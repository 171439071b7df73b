import TestSupport
import Testing

@testable import halyard

/// Tests the program on a system without `/proc`, as in a chroot.
struct ProcTests {
  /// Whether a process on this machine can unmount `/proc` in a namespace of its own.
  static let isPossible = Shell.run("unshare -rm mount -t tmpfs none /proc") == 0

  /// Runs the program without `/proc`; its output is collected in a file.
  private func run(_ arguments: String, _ tester: Tester) throws -> (status: Int32, output: String)
  {
    let program = ProgramRun.path(of: "halyard")
    let variables = tester.environment.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
    let words = "mount -t tmpfs none /proc && cd \"$1\" && \(variables) \"$2\" \(arguments)"
    let output = tester.folder.path(of: "output")
    let status = Shell.run(
      "unshare -rm sh -c '\(words.replacing("'", with: "'\\''"))' sh"
        + " '\(tester.folder.path)' '\(program)' >'\(output)' 2>&1"
    )
    return (status >> 8, try tester.folder.read("output"))
  }

  @Test(.enabled(if: isPossible, "user namespaces are not permitted here"))
  func `without /proc a command reads all of its arguments`() throws {
    let tester = try Tester()
    let list = try run("list --type mvt -s Features.json", tester)
    #expect(list.output == "Layout  Red  MVT Test  Browse\n")
    #expect(list.status == 0)
    #expect(try run("enable \"New Cart\"", tester).output == "New Cart: Enabled, overridden\n")
  }

  @Test(.enabled(if: isPossible, "user namespaces are not permitted here"))
  func `without /proc the option --read-only rejects a change`() throws {
    let refused = try run("--read-only enable \"New Cart\"", Tester())
    #expect(refused.output.contains("--read-only forbids that"), "\(refused.output)")
    #expect(refused.status == ExitCode.usage)
  }
}
