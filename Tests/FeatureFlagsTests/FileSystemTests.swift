import CoreTestSupport
import Files
import Foundation
import Glibc
import Locking
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests special files, symbolic links, and locks of other processes.
@Suite(.tags(.timed))
struct FileSystemTests {
  private static func makePipe(_ folder: TemporaryFolder, _ name: String = "pipe") -> String {
    let path = folder.path(of: name)
    mkfifo(path, 0o600)
    return path
  }

  @Test func `creating a temporary file follows no symbolic link and overwrites no file`() throws {
    let folder = try TemporaryFolder()
    let victim = try folder.write("precious", to: "victim")
    for name in ["overrides.json.new", "overrides.json.tmp"] {
      symlink(victim, folder.path(of: name))
    }
    try FileSystem.replace(folder.path(of: "overrides.json"), with: Array("new".utf8))
    #expect(try folder.read("victim") == "precious")
    #expect(try folder.read("overrides.json") == "new")
    var information = stat()
    stat(folder.path(of: "overrides.json"), &information)
    #expect(information.st_mode & 0o777 == 0o600)
  }

  @Test
  func `writing an output preserves the permissions of a file, and writes to a device directly`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "picture.svg")
    chmod(path, 0o664)
    try FileSystem.writeOutput(path, Array("new".utf8))
    var information = stat()
    stat(path, &information)
    #expect(information.st_mode & 0o777 == 0o664)
    #expect(throws: SystemError.number(ENOSPC)) { try FileSystem.writeOutput("/dev/full", [1]) }
    try FileSystem.writeOutput("/dev/null", [1])
  }

  @Test func `writing an output to a symbolic link changes its target and keeps the link`()
    throws
  {
    let folder = try TemporaryFolder()
    let target = try folder.write("old and long", to: "pictures/picture.svg")
    let link = folder.path(of: "link.svg")
    symlink(target, link)
    try FileSystem.writeOutput(link, Array("new".utf8))
    #expect(try folder.read("pictures/picture.svg") == "new")
    var information = stat()
    lstat(link, &information)
    #expect(information.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func `an output pipe without a reader is an error`() throws {
    let folder = try TemporaryFolder()
    let path = Self.makePipe(folder)
    #expect(throws: SystemError.noReader) { try FileSystem.writeOutput(path, [1]) }
  }

  @Test func `an output pipe with a reader receives every byte`() throws {
    let folder = try TemporaryFolder()
    let path = Self.makePipe(folder)
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    // Opens the pipe for writing first: otherwise the reader would immediately see end of file.
    let writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    let received = Locked<[UInt8]>([])
    onThreads(2) { number in
      if number == 0 {
        #expect(throws: Never.self) { try FileSystem.writeOutput(path, bytes) }
        close(writer)
      } else {
        // An error leaves the list empty, which fails the test.
        received.withLock { $0 = (try? FileSystem.read(reader, limit: 2 << 20)) ?? [] }
      }
    }
    #expect(received.withLock(\.self) == bytes)
  }

  @Test
  func `concurrent writers of one file leave the content of one writer and no temporary file`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "screen.txt")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let bytes = [UInt8](repeating: UInt8(number), count: 100_000)
          try FileSystem.writeOutput(path, bytes)
        }
      }
      try await group.waitForAll()
    }
    let bytes = try FileSystem.read(path)
    #expect(bytes.count == 100_000)
    #expect(Set(bytes).count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["screen.txt"])
  }

  @Test func `the temporary file of a killed writer is removed by the next writer`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{", to: "state/test/.halyard-draft-1a2b")
    try folder.workspace().updateOverrides { $0["A"] = Override(enabled: true) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "state/test"))
    #expect(names.sorted() == [".lock", "history.jsonl", "overrides.json"])
  }

  @Test func `an output is written while another writer removes temporary files from its folder`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "screen.svg")
    try await withThrowingTaskGroup { group in
      group.addTask { for _ in 0..<200 { try FileSystem.writeOutput(path, [1, 2, 3]) } }
      group.addTask { for _ in 0..<2_000 { FileSystem.removeDrafts(in: folder.path) } }
      try await group.waitForAll()
    }
    #expect(try FileSystem.read(path) == [1, 2, 3])
  }

  @Test(arguments: ["/dev/zero", "/dev/full", "/dev/null"])
  func `a device file as configuration is rejected`(path: String) async {
    await #expect(throws: SourceError.self) { try await FileSource(path: path).read() }
  }

  @Test func `a pipe without a writer, as configuration or as overrides, is an error at once`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = Self.makePipe(folder)
    let error = await #expect(throws: SourceError.self) { try await FileSource(path: path).read() }
    #expect(error?.description.contains("a pipe that no program writes to") == true)
    try folder.write("", to: "state/test/.lock")
    _ = Self.makePipe(folder, "state/test/overrides.json")
    let refusal = #expect(throws: WorkspaceError.self) { try folder.workspace().overrides() }
    #expect(refusal?.description.contains("found a pipe, expected a regular file") == true)
  }

  @Test func `a sparse overrides file of 4 GiB is rejected, and none of its bytes are read`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "state/test/overrides.json")
    truncate(path, 4 << 30)
    let start = ContinuousClock.now
    let error = #expect(throws: WorkspaceError.self) { try folder.workspace().overrides() }
    #expect(error?.description.contains("found more than 16 MiB") == true)
    #expect(start.duration(to: .now) < .seconds(1))
  }

  @Test func `waiting for a lock of another process times out with an error that names the lock`()
    throws
  {
    let folder = try TemporaryFolder()
    let lock = try folder.write("", to: "lock")
    let holder = open(lock, O_RDWR | O_CLOEXEC)
    defer { close(holder) }
    #expect(flock(holder, LOCK_EX) == 0)
    let start = ContinuousClock.now
    let error = #expect(throws: SystemError.self) {
      try FileSystem.withFileLock(lock, deadline: .milliseconds(50)) { () throws(SystemError) in
        Issue.record("the lock was acquired twice")
      }
    }
    #expect(start.duration(to: .now) >= .milliseconds(50))
    guard case .locked(_, let name?) = error else {
      Issue.record("found \(String(describing: error)), expected the holder")
      return
    }
    #expect(name.hasSuffix("(process \(getpid()))"))
  }

  @Test func `a lock file that is a pipe, a link or a folder is rejected with its path and kind`()
    throws
  {
    let folder = try TemporaryFolder()
    let pipe = Self.makePipe(folder)
    symlink(try folder.write("", to: "target"), folder.path(of: "link"))
    symlink(folder.path(of: "nowhere"), folder.path(of: "dangling"))
    let kinds = [
      (pipe, "a pipe"), (folder.path, "a folder"), (folder.path(of: "link"), "a symbolic link"),
      (folder.path(of: "dangling"), "a symbolic link"),
    ]
    for (path, kind) in kinds {
      let cause = SystemError.wrongKind(found: kind, expected: "a regular file")
      #expect(throws: SystemError.lockFile(path: path, cause)) {
        try FileSystem.withFileLock(path) { () throws(SystemError) in }
      }
    }
    #expect(access(folder.path(of: "nowhere"), F_OK) != 0)
  }

  @Test func `a lock file that cannot be created throws the system error of its folder`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    #expect(throws: SystemError.number(ENOTDIR)) {
      try FileSystem.withFileLock(folder.path(of: "file/.lock")) { () throws(SystemError) in }
    }
  }
}
