import Glibc
import Locking

/// The kernel's watches on the folder of a file, and on the folders above it.
///
/// The folder itself is watched for the file; the folders above for being moved or removed; and as
/// long as the folder is missing, the nearest one that is there for what appears in it.
struct WatchedFolder: ~Copyable, Sendable {
  /// The handle that is readable when there is news.
  let handle: Int32
  private let watches: Locked<[Int32: Role]>
  private let folder: String
  private let file: String

  /// What a watched folder is watched for.
  private enum Role {
    case holdsFile
    case standsAbove
  }

  private static let gone = UInt32(IN_MOVE_SELF | IN_DELETE_SELF)
  private static let replaced = UInt32(IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE)
  private static let appeared = UInt32(IN_CREATE | IN_MOVED_TO)

  /// Begins to watch; `nil` when the kernel does not allow it.
  init?(ofFile path: String) {
    handle = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    folder = FileSystem.parent(of: path)
    file = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    watches = Locked([:])
    guard handle >= 0 else { return nil }
    // A folder that is there and not watched means that the kernel has no watch left.
    guard renew(), watchesFile || access(folder, F_OK) != 0 else {
      close(handle)
      return nil
    }
  }

  deinit {
    close(handle)
  }

  private var watchesFile: Bool { watches.withLock { $0.values.contains(.holdsFile) } }

  /// Watches what is there now.
  private borrowing func renew() -> Bool {
    watches.withLock { watches in
      repeat {
        for watch in watches.keys { inotify_rm_watch(handle, watch) }
        watches = [:]
      } while !addAll(to: &watches)
      return !watches.isEmpty
    }
  }

  /// Watches the folder and those above it.
  ///
  /// - Returns: `false` when one has appeared after it was missed and before the folder above it was
  ///   watched, of which no watch tells.
  private borrowing func addAll(to watches: inout [Int32: Role]) -> Bool {
    let isThere = add(folder, Self.replaced | Self.gone, .holdsFile, to: &watches)
    var missing = isThere ? nil : folder
    var path = folder
    while path != "/", path != "." {
      path = FileSystem.parent(of: path)
      let mask = missing == nil ? Self.gone : Self.appeared | Self.gone
      let isWatched = add(path, mask, .standsAbove, to: &watches)
      guard let child = missing else { continue }
      if isWatched, add(child, Self.gone, .standsAbove, to: &watches) { return false }
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
    // One folder may be met twice, as in `a/../b` or through a link: it is watched for both then.
    let watch = inotify_add_watch(handle, path, mask | UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD))
    guard watch >= 0 else { return false }
    if watches[watch] != .holdsFile { watches[watch] = role }
    return true
  }

  /// Takes what happened off the kernel's list; whether the file may be another one now.
  borrowing func hasNews() -> Bool {
    var (isFile, isFolder) = (false, false)
    let room = 16 << 10
    withUnsafeTemporaryAllocation(byteCount: room, alignment: 8) { buffer in
      while true {
        let count = read(handle, buffer.baseAddress, room)
        guard count > 0 else { break }
        note(UnsafeRawBufferPointer(rebasing: buffer[..<count]), &isFile, &isFolder)
      }
    }
    // What appeared before its folder was watched is not told: the new watches come first.
    if isFolder { _ = renew() }
    return isFile || isFolder
  }

  private borrowing func note(
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
        if role == .standsAbove || isSelf {
          isFolder = true
        } else if text.prefix(while: { $0 != 0 }).elementsEqual(file.utf8) {
          isFile = true
        }
      }
    }
  }
}
