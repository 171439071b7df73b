import Glibc
import Locking

/// Watches a file for changes with inotify, on a thread that sleeps between events.
///
/// The file and the folders above it may appear and disappear, and may be symbolic links, which may be
/// replaced. The watch reports a file that is renamed into place, and a file that is written in place when
/// the writer closes it. If the kernel has no inotify instance left, the watch polls the metadata of the
/// file every second.
///
/// Releasing the watch ends the thread, without waiting for a call of `onChange` that is running.
package final class FileWatch: Sendable {
  /// Whether inotify is unavailable, so that a change is reported up to a second late.
  package let isPolling: Bool
  private let stop: StopSignal

  /// Starts to watch the file; `nil` if the system allows no more threads or descriptors.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which need not exist yet.
  ///   - onChange: Called on the watcher thread after each change.
  package init?(path: String, onChange: @escaping @Sendable () -> Void) {
    guard let stop = StopSignal() else { return nil }
    let watch = InotifyWatch(path: path, stop: stop, onChange: onChange)
    // The poll reads the metadata before the thread starts, so that no later change is missed.
    let poll = watch == nil ? MetadataPoll(path: path, stop: stop, onChange: onChange) : nil
    guard BackgroundThread.start({ watch?.run() ?? poll?.run() }) else { return nil }
    isPolling = watch == nil
    self.stop = stop
  }

  deinit {
    stop.send()
  }
}

/// Watches one file with inotify.
private final class InotifyWatch: Sendable {
  /// The grace period of a missing file, in milliseconds: a program that replaces a file may remove
  /// it for a moment.
  private static let grace: Int32 = 60

  private let path: String
  private let watched: WatchedPath
  private let stop: StopSignal
  private let onChange: @Sendable () -> Void

  init?(path: String, stop: StopSignal, onChange: @escaping @Sendable () -> Void) {
    guard let watched = WatchedPath(path) else { return nil }
    self.path = path
    self.watched = watched
    self.stop = stop
    self.onChange = onChange
  }

  func run() {
    var isMissing = false
    var last = FileStamp(path)
    while let isReady = stop.wait(for: watched.handle, timeout: timeout(isMissing)) {
      let isChanged =
        isReady ? watched.dequeueChanges() : isMissing || FileStamp(path) != last
      guard isChanged else { continue }
      // An event while the file is missing either ends the grace period or starts it again.
      isMissing = isReady && access(path, F_OK) != 0
      guard !isMissing else { continue }
      last = FileStamp(path)
      onChange()
    }
  }

  /// The longest wait for an event in milliseconds; -1 for no limit.
  private func timeout(_ isMissing: Bool) -> Int32 {
    isMissing ? Self.grace : watched.isComplete ? -1 : MetadataPoll.interval
  }
}

/// Detects changes of one file by polling its metadata.
private struct MetadataPoll: Sendable {
  /// The time between two polls, in milliseconds.
  static let interval: Int32 = 1_000

  private let path: String
  private let stop: StopSignal
  private let onChange: @Sendable () -> Void
  private let first: FileStamp

  init(path: String, stop: StopSignal, onChange: @escaping @Sendable () -> Void) {
    self.path = path
    self.stop = stop
    self.onChange = onChange
    first = FileStamp(path)
  }

  func run() {
    var last = first
    while stop.wait(for: -1, timeout: Self.interval) != nil {
      let now = FileStamp(path)
      if now != last { onChange() }
      last = now
    }
  }
}

/// The metadata of a file by which a change of the file is detected; all zero for a missing file.
package struct FileStamp: Equatable, Sendable {
  private var device = dev_t()
  private var inode = ino_t()
  private var size = off_t()
  private var seconds = 0
  private var nanoseconds = 0

  /// Reads the metadata of the file at the given path.
  package init(_ path: String) {
    var information = stat()
    self.init(stat(path, &information) == 0 ? information : stat())
  }

  /// Reads the metadata of the file or the symbolic link at the given path.
  package init(unfollowed path: String) {
    var information = stat()
    self.init(lstat(path, &information) == 0 ? information : stat())
  }

  /// Reads the metadata of an open file.
  init(file: Int32) {
    var information = stat()
    self.init(fstat(file, &information) == 0 ? information : stat())
  }

  private init(_ information: stat) {
    device = information.st_dev
    inode = information.st_ino
    size = information.st_size
    seconds = information.st_mtim.tv_sec
    nanoseconds = information.st_mtim.tv_nsec
  }

  /// The time of the last change of the content in seconds since 1970; `nil` for a missing file.
  package var modificationTime: Int? { inode == 0 ? nil : seconds }
}
