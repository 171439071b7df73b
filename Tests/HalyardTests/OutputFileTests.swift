import Files
import Foundation
import Glibc
import TestSupport
import Testing

@testable import halyard

/// Tests what the options that name an output file do with devices, pipes, links, folders and files.
@Suite(.tags(.concurrent))
struct OutputFileTests {
  /// A command with an option that names an output file.
  struct Output: CustomTestStringConvertible {
    let option: String
    /// The arguments before the path.
    let words: [String]
    /// Whether the command runs until a signal ends it.
    var isServer = false
    /// Whether a file that the command has created is removed at the end.
    var isRemoved = false

    var testDescription: String { "\(words[0]) \(option)" }

    static let all = [
      Output(
        option: "--ready-file",
        words: ["serve", "Features.json", "--listen", "0", "--ready-file"],
        isServer: true,
        isRemoved: true
      ),
      Output(
        option: "--summary",
        words: ["serve", "Features.json", "--listen", "0", "--summary"],
        isServer: true
      ),
      Output(option: "--summary", words: ["run", "-s", "Features.json", "--summary"]),
      Output(option: "--output", words: ["report", "Features.json", "--output"]),
      Output(option: "--output", words: ["snapshot", "Features.json", "--output"]),
      Output(
        option: "--file",
        words: ["preset", "save", "-s", "Features.json", "--replace", "--file"]
      ),
      Output(option: "--log", words: ["enable", "'New Cart'", "-s", "Features.json", "--log"]),
    ]

    /// The shell command that runs the program until its server accepts connections, and then ends it.
    func command(_ path: String) -> String {
      let program = ProgramRun.path(of: "halyard")
      let tail = words[0] == "run" ? " -- true" : ""
      let line = "'\(program)' \(words.joined(separator: " ")) \(path)\(tail)"
      guard isServer else { return "\(line) >out 2>errors" }
      return """
        \(line) >out 2>errors & server=$!
        while kill -0 $server 2>/dev/null && ! grep -q export out; do sleep 0.01; done
        kill $server 2>/dev/null; wait $server
        """
    }
  }

  /// What is at the path of the output before the command runs.
  enum Target: String, CaseIterable {
    case nothing, existingFile, link, danglingLink, pipe, device, fullDevice, folder, socket
    case noPermission, descriptor

    /// Whether the output can be written there.
    var isWritable: Bool {
      switch self {
      case .nothing, .existingFile, .link, .danglingLink, .pipe, .device, .descriptor: true
      case .fullDevice, .folder, .socket, .noPermission: false
      }
    }

    var path: String {
      switch self {
      // Not even root can create files there.
      case .noPermission: "/proc/sys/kernel/out.txt"
      case .descriptor: "/dev/fd/7"
      case .nothing, .existingFile, .link, .danglingLink, .pipe, .device, .fullDevice, .folder,
        .socket:
        "out.txt"
      }
    }

    /// The shell commands that create the target in the working folder.
    var setUp: String {
      switch self {
      case .nothing, .noPermission: "true"
      case .existingFile: "echo old > out.txt; chmod 640 out.txt"
      case .link: "echo old > target.txt; ln -s target.txt out.txt"
      case .danglingLink: "ln -s target.txt out.txt"
      case .pipe: "mkfifo out.txt; (cat out.txt > received &) ; exec 8<> out.txt"
      case .device: "mknod out.txt c 1 3"
      case .fullDevice: "mknod out.txt c 1 7"
      case .folder: "mkdir out.txt"
      case .socket: "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"out.txt\")'"
      case .descriptor: "echo first > received; exec 7>> received"
      }
    }

    /// Whether the target can be created here.
    var isPossible: Bool {
      switch self {
      case .device, .fullDevice: Self.hasDevices
      case .socket: Shell.has("python3")
      case .nothing, .existingFile, .link, .danglingLink, .pipe, .folder, .noPermission,
        .descriptor:
        true
      }
    }

    private static let hasDevices =
      Shell.run(
        "cd $(mktemp -d) && mknod null c 1 3 && echo x > null && rm null"
      ) == 0
  }

  private static let cases = Output.all.indices.flatMap { index in
    // The extension of a snapshot selects its format, and a descriptor has none.
    Target.allCases.filter {
      $0.isPossible && (Output.all[index].words[0] != "snapshot" || $0 != .descriptor)
    }
    .map { (index, $0) }
  }

  @Test(arguments: cases)
  func `an output option replaces only regular files, and writes to anything else in place`(
    index: Int,
    target: Target
  ) throws {
    let output = Output.all[index]
    let tester = try Tester()
    let folder = tester.folder
    let variables = tester.environment.map { "export \($0)='\($1)'; " }.joined()
    let script = """
      cd '\(folder.path)'; \(variables) \(target.setUp)
      stat -c '%F %t:%T' out.txt > before 2>/dev/null
      \(output.command(target.path)); echo $? > code
      stat -c '%F %t:%T' out.txt > after 2>/dev/null; true
      """
    #expect(Shell.run(script) == 0)
    let name = "\(output.testDescription) \(target)"
    let code = Int32(try folder.read("code").trimmingCharacters(in: .whitespacesAndNewlines))
    let errors = try folder.read("errors")
    // A log that cannot be written stops no command.
    let isWritten = target.isWritable || output.option == "--log" && target == .fullDevice
    let ends = isWritten ? [0, 128 + SIGTERM] : [ExitCode.unwritableFile]
    #expect(ends.contains(code ?? -1), "\(name): \(errors)")
    #expect(isWritten || errors.contains("cannot be written: "), "\(name): \(errors)")
    let (before, after) = (try folder.read("before"), try folder.read("after"))
    switch target {
    case .nothing: #expect(after.isEmpty == output.isRemoved, "\(name): \(after)")
    case .existingFile:
      #expect(after.isEmpty == output.isRemoved, "\(name): \(after)")
      if !output.isRemoved {
        let text = try folder.read("out.txt")
        #expect(text.hasPrefix("old\n") == (output.option == "--log"), "\(name): \(text)")
      }
    case .link, .danglingLink, .pipe, .device, .fullDevice, .folder, .socket:
      #expect(before == after && !before.isEmpty, "\(name): \(after)")
    case .noPermission: break
    case .descriptor:
      let text = try folder.read("received")
      #expect(text.hasPrefix("first\n") && text.count > 6, "\(name): \(text)")
    }
    if [.link, .danglingLink].contains(target) {
      #expect(try folder.read("target.txt").count > 4, "\(name)")
    }
  }

  private static let fullDisk = """
    unshare -Urm sh -c 'mount -t tmpfs -o size=64k none full && cd full && printf old > out.txt
    cat /dev/zero > fill 2>/dev/null; cd ..; "$@"; code=$?; cp full/out.txt kept; exit $code' sh
    """
  private static let canMount =
    Shell.run("cd $(mktemp -d) && mkdir full && \(fullDisk) true") == 0

  @Test(
    .enabled(if: canMount, "mounting in a user namespace is not permitted here"),
    arguments: Output.all.indices.filter { Output.all[$0].option != "--log" }
  )
  func `an output option on a full disk is an error, and leaves the existing file`(index: Int)
    throws
  {
    let output = Output.all[index]
    let tester = try Tester()
    let variables = tester.environment.map { "export \($0)='\($1)'; " }.joined()
    try tester.folder.write(output.command("full/out.txt") + "; exit $?", to: "command")
    let script = """
      cd '\(tester.folder.path)'; mkdir full; \(variables)
      \(Self.fullDisk) sh command; echo $? > code
      """
    #expect(Shell.run(script) == 0)
    let errors = try tester.folder.read("errors")
    #expect(try tester.folder.read("code") == "\(ExitCode.unwritableFile)\n", "\(errors)")
    #expect(errors.contains("No space left on device"), "\(errors)")
    #expect(try tester.folder.read("kept") == "old")
  }

  @Test(
    arguments: Output.all.indices.filter { Output.all[$0].option != "--log" },
    ["Features.json", "link.txt"]
  )
  func `an output option rejects the path of the source of the same command`(
    index: Int,
    path: String
  ) throws {
    let output = Output.all[index]
    // A snapshot has no JSON.
    guard output.words[0] != "snapshot" || path == "link.txt" else { return }
    let tester = try Tester()
    let source = try tester.folder.read("Features.json")
    let variables = tester.environment.map { "export \($0)='\($1)'; " }.joined()
    let script = """
      cd '\(tester.folder.path)'; \(variables) ln -s Features.json link.txt
      \(output.command(path)); echo $? > code
      """
    #expect(Shell.run(script) == 0)
    let errors = try tester.folder.read("errors")
    #expect(try tester.folder.read("code") == "\(ExitCode.unwritableFile)\n", "\(errors)")
    #expect(errors.contains("\(path): cannot be written: it is the source of the features"))
    #expect(try tester.folder.read("Features.json") == source)
  }

  @Test func `a server that ends does not remove a ready file that another program has replaced`()
    throws
  {
    let tester = try Tester()
    let variables = tester.environment.map { "export \($0)='\($1)'; " }.joined()
    let command = Output.all[0].command("out.txt")
      .replacing("kill $server", with: "echo other > new; mv new out.txt; kill $server")
    #expect(Shell.run("cd '\(tester.folder.path)'; \(variables) \(command)") != -1)
    #expect(try tester.folder.read("out.txt") == "other\n")
  }

  @Test
  func `serve removes the ready file of a killed server when it starts, but no other file`()
    throws
  {
    let tester = try Tester()
    let stale = #"{ "url": "http://127.0.0.1:1", "process": 999999999, "environment": {} }"#
    let files = [("stale.json", stale), ("own.json", #"{ "process": 999999999 }"#)]
    for (name, text) in files {
      try tester.folder.write(text, to: name)
      let words = ["serve", "missing.json", "--listen", "0", "--ready-file", name]
      #expect(try tester.halyard(words).exitCode == ExitCode.unreadableConfiguration)
    }
    #expect(!FileManager.default.fileExists(atPath: tester.folder.path(of: "stale.json")))
    #expect(try tester.folder.read("own.json") == files[1].1)
  }
}
