import Glibc
import Locking

/// The inotify watches on the folder of a file, and on the folders above it.
///
/// The folder is watched for changes of the file, and its ancestors for being moved or removed.
/// While the folder is missing, its nearest existing ancestor is watched for new entries.
struct WatchedFolder: ~Copyable, Sendable {
  /// The inotify descriptor; it is readable while events are pending.
  let handle: Int32
  private let watches: Locked<[Int32: Role]>
  private let folder: String
  private let file: String

  /// The kind of folder that a watch observes: the file's folder, or an ancestor.
  private enum Role {
    case holdsFile
    case isAncestor
  }

  private static let gone = UInt32(IN_MOVE_SELF | IN_DELETE_SELF)
  private static let replaced = UInt32(IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE)
  private static let appeared = UInt32(IN_CREATE | IN_MOVED_TO)

  /// Starts to watch the folder of the file; `nil` if the kernel has no inotify instance or watch
  /// left.
  init?(ofFile path: String) {
    handle = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    folder = FileSystem.parent(of: path)
    file = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    watches = Locked([:])
    guard handle >= 0 else { return nil }
    // If the folder exists but is not watched, the kernel has no watch left.
    guard renew(), watchesFile || access(folder, F_OK) != 0 else {
      close(handle)
      return nil
    }
  }

  deinit {
    close(handle)
  }

  private var watchesFile: Bool { watches.withLock { $0.values.contains(.holdsFile) } }

  /// Removes all watches and watches the folders that exist now; returns whether there is a watch.
  private borrowing func renew() -> Bool {
    watches.withLock { watches in
      repeat {
        for watch in watches.keys { inotify_rm_watch(handle, watch) }
        watches = [:]
      } while !addAll(to: &watches)
      return !watches.isEmpty
    }
  }

  /// Watches the folder and its ancestors.
  ///
  /// - Returns: `false` if a missing folder appeared before its parent was watched: no event
  ///   reports that folder, so the caller must start over.
  private borrowing func addAll(to watches: inout [Int32: Role]) -> Bool {
    let isThere = add(folder, Self.replaced | Self.gone, .holdsFile, to: &watches)
    var missing = isThere ? nil : folder
    var path = folder
    while path != "/", path != "." {
      path = FileSystem.parent(of: path)
      let mask = missing == nil ? Self.gone : Self.appeared | Self.gone
      let isWatched = add(path, mask, .isAncestor, to: &watches)
      guard let child = missing else { continue }
      if isWatched, add(child, Self.gone, .isAncestor, to: &watches) { return false }
      missing = isWatched ? nil : path
    }
    return true
  }

  private borrowing func add(
    _ path: String,
    _ mask: UInt32,
    _ role: Role,
    to watches: inout [Int32: Role]
  ) -> Bool {
    // A path such as `a/../b` or a link may contain a folder twice: IN_MASK_ADD combines the
    // events.
    let watch = inotify_add_watch(handle, path, mask | UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD))
    guard watch >= 0 else { return false }
    if watches[watch] != .holdsFile { watches[watch] = role }
    return true
  }

  /// Dequeues the pending events; returns whether the file may have changed.
  borrowing func dequeueChanges() -> Bool {
    var (isFile, isFolder) = (false, false)
    let room = 16 << 10
    withUnsafeTemporaryAllocation(byteCount: room, alignment: 8) { buffer in
      while true {
        let count = read(handle, buffer.baseAddress, room)
        guard count > 0 else { break }
        parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), &isFile, &isFolder)
      }
    }
    // Renews the watches before the caller checks the file: no event reports earlier changes.
    if isFolder { _ = renew() }
    return isFile || isFolder
  }

  private borrowing func parse(
    _ events: UnsafeRawBufferPointer,
    _ isFile: inout Bool,
    _ isFolder: inout Bool
  ) {
    let head = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + head <= events.count {
      let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let text = UnsafeRawBufferPointer(
        rebasing: events[(offset + head)..<(offset + head + Int(event.len))]
      )
      offset += head + Int(event.len)
      let role = watches.withLock { $0[event.wd] }
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        isFolder = true
      } else if let role, event.mask & UInt32(IN_IGNORED) == 0 {
        let isSelf = event.mask & Self.gone != 0
        if role == .isAncestor || isSelf {
          isFolder = true
        } else if text.prefix(while: { $0 != 0 }).elementsEqual(file.utf8) {
          isFile = true
        }
      }
    }
  }
}
