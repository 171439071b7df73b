import Foundation
import TestSupport
import Testing

/// Tests which files remain after `make install` and `make uninstall`.
struct InstallationTests {
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs the script that installs below the folder `name`, or removes the installation.
  private func run(_ action: String, in name: String = "root", prefix: String = "/usr/local")
    -> Int32
  {
    let program = ProgramRun.path(of: "halyard")
    return Shell.run(
      "umask 077 && DESTDIR='\(folder.path(of: name))' PREFIX='\(prefix)' "
        + "'\(Self.checkout)/Tools/installation' \(action) '\(program)'"
    )
  }

  /// The files and the folders of a folder, with their modes.
  private func content(of name: String) throws -> [String] {
    let command = "cd '\(folder.path)' && find '\(name)' -printf '%p %m\\n' | LC_ALL=C sort > list"
    #expect(Shell.run(command) == 0)
    return try folder.read("list").split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["/usr/local", "/opt/Halyard 2/"])
  func `an installation and its removal leave all folders as they were`(prefix: String) throws {
    try folder.write("", to: "root/usr/local/bin/other")
    try folder.write("", to: "root/usr/local/share/man/man1/other.1")
    let empty = folder.path(of: "root/usr/local/share/zsh/site-functions")
    #expect(Shell.run("mkdir -p '\(empty)'") == 0)
    let before = try content(of: "root")
    #expect(run("install", prefix: prefix) == 0)
    let installed = try content(of: "root")
    #expect(installed.contains { $0.hasSuffix("/bin/halyard 755") })
    #expect(installed.contains { $0.hasSuffix("/share/zsh/site-functions/_halyard 644") })
    #expect(installed.contains { $0.hasSuffix("/share/halyard/themes 755") })
    #expect(installed.count > before.count + 20)
    // A second installation must still know which folders the first one has created.
    #expect(run("install", prefix: prefix) == 0)
    #expect(try content(of: "root") == installed)
    #expect(run("uninstall", prefix: prefix) == 0)
    #expect(try content(of: "root") == before)
  }

  @Test func `a missing DESTDIR is created, and removed again`() throws {
    #expect(run("install", in: "new") == 0)
    #expect(run("uninstall", in: "new") == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "new")))
    #expect(run("uninstall", in: "new") != 0)
  }

  @Test func `a removal keeps a file that was added to an installed folder`() throws {
    #expect(run("install") == 0)
    try folder.write("{}", to: "root/usr/local/share/halyard/themes/mine.json")
    #expect(run("uninstall") == 0)
    let files = try content(of: "root").filter { !$0.hasSuffix(" 755") && !$0.hasSuffix(" 700") }
    #expect(
      files.map { $0.split(separator: " ")[0] } == ["root/usr/local/share/halyard/themes/mine.json"]
    )
  }
}
