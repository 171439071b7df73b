import Glibc
import Locking

/// The inotify watches on a file, on each symbolic link that its path leads through, and on their folders.
///
/// A folder that contains the file or one of the links is watched for changes of this entry. Each other
/// folder of the path is only watched for being moved or removed. If a part of the path is missing, its
/// folder is watched until the part appears. The file itself is watched too, because a write through
/// another hard link or mount causes no event in its folder.
struct WatchedPath: ~Copyable, Sendable {
  /// The inotify descriptor; it is readable while events are pending.
  let handle: Int32
  private let path: String
  private let state = Locked(State())

  private struct State {
    var watches: [Int32: Watch] = [:]
    /// Whether the kernel reports every change of the path.
    var isComplete = false
    /// Whether the file itself is watched.
    var hasFile = false
  }

  /// The target of one inotify watch.
  private struct Watch {
    /// The path of the watched folder or file.
    let path: String
    /// The names of the watched links and files in the folder; events of other entries are ignored.
    var names: Set<[UInt8]> = []
  }

  /// The result of adding the watches of a path.
  private enum Outcome {
    case complete
    /// The kernel has no watch left, or a folder cannot be read.
    case incomplete
    /// The path changed before all of its watches were added.
    case outdated
  }

  private static let gone = UInt32(IN_MOVE_SELF | IN_DELETE_SELF)
  private static let entry = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
  private static let written = UInt32(IN_CLOSE_WRITE)

  /// Starts to watch the path; `nil` if the kernel cannot report all of its changes, for example because
  /// no inotify instance or watch is left.
  init?(_ path: String) {
    handle = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    self.path = path
    guard handle >= 0 else { return nil }
    renew()
    // The descriptor is not closed here: a failed initialiser runs the deinit.
    guard isComplete else { return nil }
  }

  deinit {
    close(handle)
  }

  /// Whether the kernel reports every change; `false` if a link leads to a folder that cannot be watched.
  var isComplete: Bool { state.withLock { $0.isComplete } }

  /// Removes all watches, resolves the path again, and adds new watches.
  private borrowing func renew() {
    state.withLock { state in
      var outcome = Outcome.outdated
      while outcome == .outdated {
        for watch in state.watches.keys { inotify_rm_watch(handle, watch) }
        state = State()
        outcome = addAll(to: &state)
      }
      state.isComplete = outcome == .complete
    }
  }

  /// Resolves the path as the kernel does, and adds a watch for each of its parts.
  private borrowing func addAll(to state: inout State) -> Outcome {
    var folder = path.hasPrefix("/") ? "/" : "."
    var parts = Self.parts(of: path)
    var linkCount = 0
    addFolder(folder, to: &state)
    while let name = parts.popLast() {
      let child = folder == "/" ? "/" + name : folder + "/" + name
      var kind = Self.kind(of: child)
      if kind == S_IFDIR, !parts.isEmpty {
        guard addFolder(child, to: &state) else { return .outdated }
        folder = child
        continue
      }
      guard addEntry(name, of: folder, isLast: parts.isEmpty, to: &state) else {
        // Adding the watch also fails if the folder was removed after its path was resolved.
        return Self.kind(of: folder) == S_IFDIR ? .incomplete : .outdated
      }
      // Reads the kind again: a change before the watch was added causes no event.
      let former = kind
      kind = Self.kind(of: child)
      guard former == kind else { return .outdated }
      guard kind == S_IFLNK else {
        if kind == S_IFREG { addFile(child, to: &state) }
        return .complete
      }
      linkCount += 1
      guard linkCount <= FileSystem.linkLimit, let target = FileSystem.linkTarget(child) else {
        return .complete
      }
      parts += Self.parts(of: target)
      if target.hasPrefix("/") {
        folder = "/"
        addFolder(folder, to: &state)
      }
    }
    return .complete
  }

  /// The names in a path, in reverse order.
  private static func parts(of path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
  }

  /// The kind of a file, without following a link; `nil` if it is missing.
  private static func kind(of path: String) -> mode_t? {
    var information = stat()
    return lstat(path, &information) == 0 ? information.st_mode & S_IFMT : nil
  }

  /// Watches a folder for being moved or removed; returns whether it is still a folder.
  @discardableResult
  private borrowing func addFolder(_ path: String, to state: inout State) -> Bool {
    if let watch = add(path, Self.gone | UInt32(IN_ONLYDIR)) {
      if state.watches[watch] == nil { state.watches[watch] = Watch(path: path) }
      return true
    }
    // A folder that cannot be read cannot be watched, but may contain a file that can.
    return Self.kind(of: path) == S_IFDIR
  }

  private borrowing func addEntry(
    _ name: String,
    of folder: String,
    isLast: Bool,
    to state: inout State
  ) -> Bool {
    let mask = Self.entry | (isLast ? Self.written : 0) | Self.gone | UInt32(IN_ONLYDIR)
    guard let watch = add(folder, mask) else { return false }
    state.watches[watch, default: Watch(path: folder)].names.insert(Array(name.utf8))
    return true
  }

  private borrowing func addFile(_ path: String, to state: inout State) {
    guard let watch = add(path, Self.written) else { return }
    state.watches[watch] = Watch(path: path)
    state.hasFile = true
  }

  /// Adds a watch without following a link; `nil` if the kernel refuses it.
  private borrowing func add(_ path: String, _ mask: UInt32) -> Int32? {
    // A path can contain a folder twice: IN_MASK_ADD combines the events.
    let watch = inotify_add_watch(handle, path, mask | UInt32(IN_DONT_FOLLOW | IN_MASK_ADD))
    return watch < 0 ? nil : watch
  }

  /// Dequeues the pending events; returns whether the file may have changed.
  borrowing func dequeueChanges() -> Bool {
    var (isFile, isPath) = (false, false)
    let room = 16 << 10
    withUnsafeTemporaryAllocation(byteCount: room, alignment: 8) { buffer in
      while true {
        let count = read(handle, buffer.baseAddress, room)
        guard count > 0 else { break }
        parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), &isFile, &isPath)
      }
    }
    // Renews the watches before the caller reads the file: no event reports earlier changes.
    if isPath { renew() }
    return isFile || isPath
  }

  private borrowing func parse(
    _ events: UnsafeRawBufferPointer,
    _ isFile: inout Bool,
    _ isPath: inout Bool
  ) {
    let head = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + head <= events.count {
      let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let text = events[(offset + head)..<(offset + head + Int(event.len))]
      offset += head + Int(event.len)
      let (watch, hasFile) = state.withLock { ($0.watches[event.wd], $0.hasFile) }
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        isPath = true
      } else if let watch, event.mask & UInt32(IN_IGNORED) == 0 {
        let name = Array(text.prefix { $0 != 0 })
        if event.mask & (Self.gone | UInt32(IN_UNMOUNT)) != 0 {
          isPath = true
        } else if event.mask & Self.written != 0, name.isEmpty || watch.names.contains(name) {
          isFile = true
          // A file that was created after the watches were added is not watched itself yet.
          if !hasFile { isPath = true }
        } else if watch.names.contains(name), !Self.isBeingWritten(name, of: watch, event.mask) {
          isPath = true
        }
      }
    }
  }

  /// Whether the event is the creation of a regular file, whose writer causes another event by closing
  /// it.
  private static func isBeingWritten(_ name: [UInt8], of watch: Watch, _ mask: UInt32) -> Bool {
    var information = stat()
    guard mask & UInt32(IN_CREATE) != 0,
      lstat(watch.path + "/" + String(decoding: name, as: UTF8.self), &information) == 0
    else { return false }
    return information.st_mode & S_IFMT == S_IFREG && information.st_nlink == 1
  }
}
