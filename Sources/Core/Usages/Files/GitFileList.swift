import Files
import Glibc

/// The reason why git was killed.
package enum GitDefect: Error, Hashable, Sendable {
  /// Git exceeded the time limit, such as on a network file system that does not respond.
  case time
  /// The list of files exceeded the size limit.
  case size

  /// The description of the problem, for a warning.
  package var text: String {
    switch self {
    case .time: "git did not list its files in time"
    case .size: "git listed more than \(GitFileList.sizeLimit >> 20) MiB of paths"
    }
  }
}

/// Lists the files of a git work tree, with a time limit.
struct GitFileList {
  /// The paths of the tracked and untracked files in a folder, without ignored files; `nil` if git is
  /// not installed, has failed (such as outside of a work tree), or was killed.
  let files: [String]?
  /// The reason why git was killed; `nil` if git was not killed.
  let defect: GitDefect?

  /// The maximum size of the list in bytes: 64 MiB.
  static let sizeLimit = 64 << 20
  /// The maximum time in milliseconds to wait for the exit of a process after the end of its output.
  ///
  /// A blocked system call of a network file system can delay the exit indefinitely, even after a kill.
  private static let endLimit = 1_000

  /// Runs git, and waits for its exit, at most until the time limit.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files.
  ///   - limit: The maximum time to wait.
  ///   - program: The name or the path of git.
  init(in folder: String, limit: Duration, program: String = "git") {
    // Disables the file system monitor: the settings of the repository could run any program as monitor.
    let words = [
      program, "--no-optional-locks", "-c", "core.fsmonitor=false", "-C", folder, "ls-files", "-z",
      "--cached", "--others", "--exclude-standard", "--deduplicate",
    ]
    guard let process = Self.start(words) else {
      (files, defect) = (nil, nil)
      return
    }
    defer { close(process.output) }
    let output = Result { () throws(GitDefect) in
      try Self.read(process.output, until: ContinuousClock.now + limit)
    }
    // Kills the process group, which includes the programs that git has started.
    if case .failure = output { kill(-process.id, SIGKILL) }
    let status = Self.end(of: process.id)
    // Also kills a process that has closed its output, but does not exit.
    if status == nil { kill(-process.id, SIGKILL) }
    switch output {
    case .success(let bytes):
      defect = status == nil ? .time : nil
      files =
        status == 0
        ? bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) } : nil
    case .failure(let failure): (files, defect) = (nil, failure)
    }
  }

  /// Starts a program without input in a new process group.
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
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment().map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var id = pid_t()
    guard posix_spawnp(&id, words[0], &actions, &attributes, &arguments, &variables) == 0 else {
      close(ends[0])
      return nil
    }
    return (id, ends[0])
  }

  /// Returns the environment of this process, with variables that disable the prompts and network
  /// requests of git.
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

  /// Reads a pipe to its end.
  ///
  /// - Throws: `time` after the deadline, `size` if the output exceeds the size limit.
  private static func read(
    _ file: Int32,
    until deadline: ContinuousClock.Instant
  ) throws(GitDefect) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= sizeLimit {
      var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard rest > 0 else { throw .time }
      guard poll(&waiting, 1, Int32(min(rest.rounded(.up), 60_000))) > 0 else { continue }
      let count = Glibc.read(file, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 || errno != EINTR {
        return bytes
      }
    }
    throw .size
  }

  /// Waits for the exit of a process, and returns its status; `nil` if the process does not exit in
  /// time.
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
