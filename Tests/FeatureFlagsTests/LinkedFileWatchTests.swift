import Files
import Glibc
import Locking
import TestSupport
import Testing

/// Tests that changes of a watched file are reported within two seconds, whatever links its path contains.
@Suite(.tags(.timed))
struct LinkedFileWatchTests {
  /// A layout of links, and the way in which the file is changed.
  enum Layout: String, CaseIterable {
    case writtenTarget, replacedTarget, writtenHardLink, retargetedLink, recreatedLink
    case retargetedFolder, retargetedParentOfFolder, relativeChain, configMap
    case linkBecomesFile, targetAppears, missingFolderAppears
  }

  /// The files of a layout in a temporary folder.
  private struct Files {
    let folder: TemporaryFolder
    let layout: Layout

    init(_ layout: Layout) throws {
      self.layout = layout
      folder = try TemporaryFolder()
      try folder.write("start", to: "target/f.json")
      switch layout {
      case .writtenTarget, .replacedTarget, .retargetedLink, .recreatedLink, .linkBecomesFile:
        link("watched.json", to: folder.path(of: "target/f.json"))
      case .writtenHardLink:
        #expect(Glibc.link(folder.path(of: "target/f.json"), folder.path(of: "watched.json")) == 0)
      case .retargetedFolder: link("current", to: "target")
      case .retargetedParentOfFolder:
        try folder.write("start", to: "target/inner/f.json")
        link("current", to: "target")
      case .relativeChain:
        link("a", to: "target")
        link("b", to: "./a")
        link("watched.json", to: "target/../b/f.json")
      case .configMap:
        link("..data", to: "target")
        link("watched.json", to: "..data/f.json")
      case .targetAppears, .missingFolderAppears: link("watched.json", to: "target/f.json")
      }
    }

    /// The watched path.
    var path: String {
      switch layout {
      case .retargetedFolder: folder.path(of: "current/f.json")
      case .retargetedParentOfFolder: folder.path(of: "current/inner/f.json")
      case .writtenTarget, .replacedTarget, .writtenHardLink, .retargetedLink, .recreatedLink,
        .relativeChain, .configMap, .linkBecomesFile, .targetAppears, .missingFolderAppears:
        folder.path(of: "watched.json")
      }
    }

    /// Changes the content at the watched path to the number of the round.
    func change(_ round: Int) throws {
      let (text, version) = ("\(round)", "v\(round)")
      switch layout {
      case .writtenTarget, .writtenHardLink: try writeInPlace(text, to: "target/f.json")
      case .replacedTarget:
        try FileSystem.replace(folder.path(of: "target/f.json"), with: Array(text.utf8))
      case .retargetedLink, .relativeChain:
        try folder.write(text, to: "\(version)/f.json")
        if layout == .relativeChain {
          link("a", to: version)
        } else {
          link("watched.json", to: "\(version)/f.json")
        }
      case .recreatedLink:
        try folder.write(text, to: "\(version)/f.json")
        unlink(path)
        #expect(symlink("\(version)/f.json", path) == 0)
      case .retargetedFolder:
        try folder.write(text, to: "\(version)/f.json")
        link("current", to: version)
      case .retargetedParentOfFolder:
        try folder.write(text, to: "\(version)/inner/f.json")
        link("current", to: version)
      case .configMap:
        let former = try FileSystem.names(in: folder.path).filter { $0.hasPrefix("..v") }
        try folder.write(text, to: "..\(version)/f.json")
        link("..data", to: "..\(version)")
        for name in former {
          unlink(folder.path(of: name + "/f.json"))
          rmdir(folder.path(of: name))
        }
      case .linkBecomesFile:
        if round.isMultiple(of: 2) {
          try FileSystem.replace(path, with: Array(text.utf8))
        } else {
          try folder.write(text, to: "target/f.json")
          link("watched.json", to: "target/f.json")
        }
      case .targetAppears:
        unlink(folder.path(of: "target/f.json"))
        try writeInPlace(text, to: "target/f.json")
      case .missingFolderAppears:
        unlink(folder.path(of: "target/f.json"))
        rmdir(folder.path(of: "target"))
        try folder.write(text, to: "target/f.json")
      }
    }

    /// Creates or retargets a link in one atomic step.
    private func link(_ name: String, to target: String) {
      let draft = folder.path(of: ".link")
      #expect(symlink(target, draft) == 0)
      #expect(rename(draft, folder.path(of: name)) == 0)
    }

    private func writeInPlace(_ text: String, to name: String) throws {
      let file = open(folder.path(of: name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      defer { close(file) }
      #expect(write(file, text, text.utf8.count) == text.utf8.count)
    }
  }

  @Test(arguments: Layout.allCases)
  func `a change of a file that is reached through links is reported within two seconds`(
    layout: Layout
  ) throws {
    let files = try Files(layout)
    let path = files.path
    let read = Locked("")
    let watch = try #require(
      FileWatch(path: path) {
        // A file that is missing or half written for a moment is reported again.
        let bytes = (try? FileSystem.read(path)) ?? []
        read.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
      }
    )
    #expect(!watch.isPolling)
    for round in 1...(Effort.isFull ? 100 : 12) {
      try files.change(round)
      let deadline = ContinuousClock.now + .seconds(2)
      while read.withLock({ $0 != "\(round)" }), .now < deadline { usleep(1_000) }
      #expect(read.withLock(\.self) == "\(round)", "round \(round)")
    }
  }

  @Test
  func `a link that points to itself is watched, and its replacement by a file is reported`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "loop.json")
    symlink("loop.json", path)
    let count = Locked(0)
    let watch = try #require(FileWatch(path: path) { count.withLock { $0 += 1 } })
    defer { withExtendedLifetime(watch) {} }
    unlink(path)
    try folder.write("{}", to: "loop.json")
    let deadline = ContinuousClock.now + .seconds(2)
    while count.withLock({ $0 == 0 }), .now < deadline { usleep(1_000) }
    #expect(count.withLock { $0 } > 0)
  }
}
