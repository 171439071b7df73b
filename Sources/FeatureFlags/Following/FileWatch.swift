import Glibc

/// Tells when a file may have changed, on a thread that sleeps until the kernel speaks.
///
/// The file and the folders above it may come and go. Programs that put a file in place by renaming,
/// and those that write into it, are both noticed, the latter when they close it.
final class FileWatch: Sendable {
  private let core: Core
  private let thread: pthread_t

  /// Begins to watch; `nil` when the kernel allows no more watches.
  ///
  /// `onChange` is called on the thread of the watch.
  init?(path: String, onChange: @escaping @Sendable () -> Void) {
    guard let core = Core(path: path, onChange: onChange), let thread = core.start() else {
      return nil
    }
    self.core = core
    self.thread = thread
  }

  deinit {
    core.stop()
    // The last owner may be the callback itself.
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }
}

extension FileWatch {
  /// What the watch and its thread share.
  fileprivate final class Core: Sendable {
    /// How long a file may be missing while a program puts another in its place, in milliseconds.
    private static let grace: Int32 = 60

    private let path: String
    private let folder: WatchedFolder
    private let onChange: @Sendable () -> Void
    private let stopReader: Int32
    private let stopWriter: Int32

    init?(path: String, onChange: @escaping @Sendable () -> Void) {
      guard let folder = WatchedFolder(ofFile: path) else { return nil }
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (stopReader, stopWriter) = (ends[0], ends[1])
      self.path = path
      self.folder = folder
      self.onChange = onChange
    }

    deinit {
      close(stopReader)
      close(stopWriter)
    }

    func start() -> pthread_t? {
      var thread = pthread_t()
      let context = Unmanaged.passRetained(self)
      let result = pthread_create(
        &thread,
        nil,
        { context in
          guard let context else { return nil }
          Unmanaged<Core>.fromOpaque(context).takeRetainedValue().watch()
          return nil
        },
        context.toOpaque()
      )
      guard result == 0 else {
        context.release()
        return nil
      }
      return thread
    }

    func stop() {
      var byte: UInt8 = 0
      write(stopWriter, &byte, 1)
    }

    private func watch() {
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      var timeout: Int32 = -1
      while let isReady = wait(timeout) {
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

    /// Sleeps; whether something happened, or `nil` when the watch is to stop.
    private func wait(_ timeout: Int32) -> Bool? {
      var handles = [
        pollfd(fd: folder.handle, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stopReader, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&handles, 2, timeout)
      if count < 0 { return errno == EINTR ? false : nil }
      return handles[1].revents == 0 ? handles[0].revents != 0 : nil
    }
  }
}
