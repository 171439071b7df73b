import Glibc

/// A program that was run until its end, with its output discarded.
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
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    let start = ContinuousClock.now
    var process: pid_t = 0
    guard posix_spawnp(&process, words[0], &actions, nil, &arguments, &variables) == 0 else {
      return nil
    }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process, status == 0 else { return nil }
    time = start.duration(to: .now)
    memory = usage.ru_maxrss * 1_024
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
      return (runs.map(\.time).sorted()[runs.count / 2], memory)
    }
  }
}
