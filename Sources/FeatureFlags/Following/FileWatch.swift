import Glibc
import Locking

/// Tells when a file may have changed, on a thread that sleeps until the kernel speaks.
///
/// The file and the folders above it may come and go. Programs that put a file in place by renaming,
/// and those that write into it, are both noticed, the latter when they close it.
package final class FileWatch: Sendable {
  private let stop: StopSignal
  private let thread: OwnedThread

  /// Begins to watch; `nil` when the kernel allows no more watches.
  ///
  /// `onChange` is called on the thread of the watch.
  package init?(path: String, onChange: @escaping @Sendable () -> Void) {
    guard let stop = StopSignal(), let watch = Watch(path: path, stop: stop, onChange: onChange),
      let thread = OwnedThread({ watch.run() })
    else { return nil }
    self.stop = stop
    self.thread = thread
  }

  deinit {
    stop.give()
  }
}

extension FileWatch {
  /// What the thread of a watch does.
  private final class Watch: Sendable {
    /// How long a file may be missing while a program puts another in its place, in milliseconds.
    private static let grace: Int32 = 60

    private let path: String
    private let folder: WatchedFolder
    private let stop: StopSignal
    private let onChange: @Sendable () -> Void

    init?(path: String, stop: StopSignal, onChange: @escaping @Sendable () -> Void) {
      guard let folder = WatchedFolder(ofFile: path) else { return nil }
      self.path = path
      self.folder = folder
      self.stop = stop
      self.onChange = onChange
    }

    func run() {
      var timeout: Int32 = -1
      while let isReady = stop.wait(for: folder.handle, timeout: timeout) {
        // Anything that happens while the file is missing ends or renews the wait for it.
        guard isReady ? folder.hasNews() : timeout >= 0 else { continue }
        if isReady, access(path, F_OK) != 0 {
          timeout = Self.grace
        } else {
          timeout = -1
          onChange()
        }
      }
    }
  }
}
