import Files
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Usages

/// Tests that a git process that hangs delays a search only for a limited time.
@Suite(.enabled(if: Shell.has("git"), "git is not installed"))
struct GitFileListTests {
  private static func repository() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("let a = 1", to: "a.swift")
    try folder.write("let b = 1", to: "ignored/b.swift")
    try folder.write("ignored/\n", to: ".gitignore")
    #expect(Shell.run("git -C '\(folder.path)' init -q") == 0)
    return folder
  }

  @Test func `a git process that hangs is killed, and the folder is enumerated without git`() throws
  {
    let folder = try Self.repository()
    mkfifo(folder.path(of: ".git/pipe"), 0o600)
    let settings = "core.excludesFile '\(folder.path(of: ".git/pipe"))'"
    #expect(Shell.run("git -C '\(folder.path)' config \(settings)") == 0)
    let listing = try CodeFolder(folder.path, gitLimit: .milliseconds(200)).files()
    #expect(listing.gitDefect == .time)
    #expect(listing.paths == [folder.path(of: "a.swift")])
    // The pipe cannot be opened for writing: no process has it open for reading any more.
    #expect(open(folder.path(of: ".git/pipe"), O_WRONLY | O_NONBLOCK | O_CLOEXEC) == -1)
  }

  @Test func `git lists the files of a repository without ignored files`() throws {
    let folder = try Self.repository()
    let listing = try CodeFolder(folder.path, gitLimit: .seconds(60)).files()
    #expect(listing.gitDefect == nil)
    #expect(listing.paths == [folder.path(of: "a.swift")])
  }

  @Test func `a folder outside of a git work tree is enumerated without a warning`() throws {
    let folder = try TemporaryFolder()
    try folder.write("let a = 1", to: "a.swift")
    let listing = try CodeFolder(folder.path).files()
    #expect(listing.gitDefect == nil && listing.paths == [folder.path(of: "a.swift")])
  }

  /// Creates a program that runs instead of git.
  private static func program(_ script: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.path(of: "git")
    try folder.write("#!/bin/sh\n\(script)\n", to: "git")
    chmod(path, 0o700)
    return path
  }

  @Test func `the child processes of a killed git process are killed, too`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path(of: "pipe")
    mkfifo(pipe, 0o600)
    let program = try Self.program("cat '\(pipe)' & wait", in: folder)
    let list = GitFileList(in: folder.path, limit: .milliseconds(500), program: program)
    #expect(list.defect == .time && list.files == nil)
    // The pipe can be opened for writing as long as a process has it open for reading.
    let deadline = ContinuousClock.now + .seconds(10)
    var file: Int32 = 0
    while file >= 0, .now < deadline {
      file = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if file >= 0 { close(file) }
      usleep(1_000)
    }
    #expect(file == -1)
  }

  @Test
  func `a git process that lists too many paths is killed, and the size is given as the reason`()
    throws
  {
    let folder = try TemporaryFolder()
    let program = try Self.program("exec cat /dev/zero", in: folder)
    let list = GitFileList(in: folder.path, limit: .seconds(60), program: program)
    #expect(list.defect == .size && list.files == nil)
    #expect(GitDefect.size.text == "git listed more than 64 MiB of paths")
  }
}
