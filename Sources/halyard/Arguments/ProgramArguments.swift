import CArguments

/// The words after the program's name, read without `/proc`.
enum ProgramArguments {
  /// The words, with U+FFFD for bytes that are not UTF-8.
  ///
  /// - Throws: `usage` if the program was started without even its own name: no command may run on
  ///   arguments that were lost.
  static func words() throws(Failure) -> [String] {
    let count = ca_count()
    guard count > 0 else {
      throw .usage("the arguments of the program cannot be read", command: nil)
    }
    return (1..<count).compactMap { ca_argument($0).map { String(cString: $0) } }
  }
}
