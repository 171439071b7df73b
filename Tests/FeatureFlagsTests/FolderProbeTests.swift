import Files
import Foundation
import Glibc
import TestSupport
import Testing

/// Tests probes of folders and locks, which change nothing.
struct FolderProbeTests {
  @Test func `a probe leaves no file, and creates no missing folder`() throws {
    let folder = try TemporaryFolder()
    try FileSystem.probe(folder.path, isWriting: true)
    try FileSystem.probe(folder.path(of: "a/b"), isWriting: true)
    try FileSystem.probeLock(folder.path(of: ".lock"), deadline: .zero)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    let free = try #require(FileSystem.freeBytes(in: folder.path))
    #expect(free > 0)
    #expect(FileSystem.freeBytes(in: folder.path(of: "a/b")) != nil)
    #expect(FileSystem.otherOwner(of: folder.path) == nil)
  }

  @Test func `a file in the place of a folder is the reason why it cannot be written`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("", to: "file")
    for path in [file, file + "/folder"] {
      #expect(throws: SystemError.number(ENOTDIR)) {
        try FileSystem.probe(path, isWriting: true)
      }
    }
  }

  @Test func `a lock is reported while another program holds it, also of a file for reading only`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: ".lock")
    chmod(path, 0o400)
    try FileSystem.probeLock(path, deadline: .zero)
    chmod(path, 0o600)
    try FileSystem.withLock(path) { () throws(SystemError) in
      let error = #expect(throws: SystemError.self) {
        try FileSystem.probeLock(path, deadline: .zero)
      }
      #expect(error?.reason.contains("(process \(getpid()))") == true)
    }
    try FileSystem.probeLock(path, deadline: .zero)
  }
}
