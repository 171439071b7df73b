import Files
import Foundation
import Glibc
import TestSupport
import Testing

/// Tests probes of folders and locks, which change nothing.
struct FolderProbeTests {
  @Test func `probing a folder for write access leaves no file and creates no folder`() throws {
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

  @Test func `probing a path that is a file instead of a folder throws ENOTDIR`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("", to: "file")
    for path in [file, file + "/folder"] {
      #expect(throws: SystemError.number(ENOTDIR)) {
        try FileSystem.probe(path, isWriting: true)
      }
    }
  }

  @Test
  func `probing a lock fails only while a program holds it, and accepts a read-only file`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: ".lock")
    chmod(path, 0o400)
    try FileSystem.probeLock(path, deadline: .zero)
    chmod(path, 0o600)
    try FileSystem.withFileLock(path) { () throws(SystemError) in
      let error = #expect(throws: SystemError.self) {
        try FileSystem.probeLock(path, deadline: .zero)
      }
      #expect(error?.reason.contains("(process \(getpid()))") == true)
    }
    try FileSystem.probeLock(path, deadline: .zero)
  }
}
