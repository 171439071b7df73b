import CArguments

/// Reads the arguments of the process without `/proc`, which may not be mounted.
enum ProgramArguments {
  /// The arguments without the name of the program.
  ///
  /// - Throws: `usage` if the process has no arguments, not even its own name, because the default
  ///   command must not run instead of the command that the user typed. Also `usage` for an argument
  ///   that is not UTF-8, because a repaired argument could name another file.
  static func words() throws(Failure) -> [String] {
    let count = ca_count()
    guard count > 0 else {
      throw .usage("the arguments of the program cannot be read", command: nil)
    }
    var words: [String] = []
    for index in 1..<count {
      guard let argument = ca_argument(index) else { continue }
      words.append(try OperatingSystemText.text(argument, of: "argument \(index)"))
    }
    return words
  }
}
