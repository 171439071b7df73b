import Glibc

/// The time and the memory of a program that was run until its end, with its output discarded.
struct ProcessRun {
  /// The wall clock time from the start to the end.
  let time: Duration
  /// The largest resident memory in bytes.
  let memory: Int

  /// Runs a program; `nil` if it cannot be started or fails.
  init?(_ words: [String], environment: [String]) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for output in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    let start = ContinuousClock.now
    guard let process = Self.start(words, environment: environment, &actions) else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process, status == 0 else { return nil }
    time = start.duration(to: .now)
    memory = usage.ru_maxrss * 1_024
  }

  /// Starts a program, which is searched in `PATH`; `nil` if it cannot be started.
  static func start(
    _ words: [String],
    environment: [String],
    _ actions: UnsafePointer<posix_spawn_file_actions_t>,
    _ attributes: UnsafePointer<posix_spawnattr_t>? = nil
  ) -> pid_t? {
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, words[0], actions, attributes, &arguments, &variables)
    return failure == 0 ? process : nil
  }

  /// Runs each command in turn, several times; returns the median time and the largest memory of
  /// each, or `nil` for a command that fails.
  static func medians(
    of commands: [[String]],
    environment: [String],
    runs: Int = 5
  ) -> [(time: Duration, memory: Int)?] {
    var results = commands.map { _ in [ProcessRun]() }
    for _ in 0..<runs {
      for (index, words) in commands.enumerated() {
        if let run = ProcessRun(words, environment: environment) { results[index].append(run) }
      }
    }
    return results.map { runs in
      guard !runs.isEmpty else { return nil }
      let memory = runs.map(\.memory).max() ?? 0
      return (runs.map(\.time).median, memory)
    }
  }
}
