import CArguments

/// Reads the arguments of the process without `/proc`.
enum ProgramArguments {
  /// The arguments without the name of the program, with U+FFFD for bytes that are not UTF-8.
  ///
  /// - Throws: `usage` if the process has no arguments, not even its own name: without the user's
  ///   arguments no command must run.
  static func words() throws(Failure) -> [String] {
    let count = ca_count()
    guard count > 0 else {
      throw .usage("the arguments of the program cannot be read", command: nil)
    }
    return (1..<count).compactMap { ca_argument($0).map { String(cString: $0) } }
  }
}
