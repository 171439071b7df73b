import Glibc

/// Runs shell commands for tests.
public enum Shell {
  /// Whether a program is installed in one of the usual folders.
  public static func has(_ program: String) -> Bool {
    ["/bin/", "/usr/bin/", "/usr/local/bin/"].contains { access($0 + program, X_OK) == 0 }
  }

  /// Runs a shell command, discards its output, and waits until the command ends.
  ///
  /// - Returns: The status of `waitpid`; 0 means success.
  public static func run(_ command: String) -> Int32 {
    guard let process = start(command, output: nil) else { return -1 }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return status
  }

  /// Starts a shell command without waiting for its end.
  ///
  /// - Parameters:
  ///   - command: The shell command.
  ///   - output: The descriptor for its output; `nil` for `/dev/null`.
  ///   - input: The descriptor of its standard input; `nil` for `/dev/null`.
  /// - Returns: The process id, for `waitpid`; `nil` if the command cannot be started.
  public static func start(_ command: String, output: Int32?, input: Int32? = nil) -> Int32? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    closeDescriptors(from: 3, &actions)
    let cArguments = (["/bin/sh", "-c", command] as [String]).map { strdup($0) }
    defer { cArguments.forEach { free($0) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The calling thread may block signals, without which the shell could not wait for its children.
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process = pid_t()
    let result = posix_spawn(
      &process,
      "/bin/sh",
      &actions,
      &attributes,
      cArguments + [nil],
      environ
    )
    return result == 0 ? process : nil
  }
}
