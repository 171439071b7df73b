import Files
import Glibc

/// The files of a work tree, as git lists them within a time limit.
struct GitList {
  /// The paths of the tracked and the untracked files below a folder, without ignored ones; `nil` without
  /// git, outside of a work tree, and if git was killed.
  let files: [String]?
  /// Whether git was killed at the time limit, such as for a network file system that does not respond.
  let hasTimedOut: Bool

  /// The largest size of the list in bytes.
  private static let sizeLimit = 1 << 30
  /// The longest time to wait for the end of a process without output, in milliseconds; a system call of a
  /// network file system can delay it for ever, even after a kill.
  private static let endLimit = 1_000

  /// Runs git, and waits for its end or for the time limit.
  init(in folder: String, limit: Duration) {
    // Does not run the file system monitor, a program that the settings of the repository name.
    let words = [
      "git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-C", folder, "ls-files", "-z",
      "--cached", "--others", "--exclude-standard", "--deduplicate",
    ]
    guard let process = Self.start(words) else {
      (files, hasTimedOut) = (nil, false)
      return
    }
    defer { close(process.output) }
    let bytes = Self.read(process.output, until: ContinuousClock.now + limit)
    if bytes == nil { kill(process.id, SIGKILL) }
    let status = Self.end(of: process.id)
    // A program that has closed its output, and does not end, is hanging too.
    if status == nil { kill(process.id, SIGKILL) }
    hasTimedOut = bytes == nil || status == nil
    files = (status == 0 ? bytes : nil).map { bytes in
      bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Starts a program that reads no input.
  private static func start(_ words: [String]) -> (id: pid_t, output: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment().map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var id = pid_t()
    guard posix_spawnp(&id, words[0], &actions, nil, &arguments, &variables) == 0 else {
      close(ends[0])
      return nil
    }
    return (id, ends[0])
  }

  /// The environment of this process, without prompts, and without requests for missing objects.
  private static func environment() -> [String] {
    let added = [
      "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=true", "SSH_ASKPASS=true", "GCM_INTERACTIVE=never",
      "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
    ]
    var variables: [String] = []
    var entry = environ
    while let text = entry.pointee {
      variables.append(String(cString: text))
      entry += 1
    }
    let names = added.map { $0.prefix { $0 != "=" } + "=" }
    return variables.filter { variable in !names.contains { variable.hasPrefix($0) } } + added
  }

  /// Reads a pipe to its end; `nil` at the deadline, or after more bytes than the limit.
  private static func read(_ file: Int32, until deadline: ContinuousClock.Instant) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= sizeLimit {
      var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard rest > 0 else { return nil }
      guard poll(&waiting, 1, Int32(min(rest.rounded(.up), 60_000))) > 0 else { continue }
      let count = Glibc.read(file, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 || errno != EINTR {
        return bytes
      }
    }
    return nil
  }

  /// The status of the process when it has ended; `nil` if it does not end.
  private static func end(of id: pid_t) -> Int32? {
    var status: Int32 = 0
    for _ in 0..<endLimit {
      let ended = waitpid(id, &status, WNOHANG)
      if ended == id { return status }
      guard ended == 0 || errno == EINTR else { return nil }
      if ended == 0 { usleep(1_000) }
    }
    return nil
  }
}
