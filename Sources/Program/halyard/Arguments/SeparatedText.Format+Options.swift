extension SeparatedText.Format {
  /// Parses `--tsv` and `--csv`; `nil` without them.
  ///
  /// - Throws: `usage` if both options are given.
  init?(_ arguments: Arguments) throws(Failure) {
    let given = [Option.json, .tsv, .csv].filter(arguments.has)
    guard given.count < 2 else {
      throw arguments.usage(
        "found \(given[0].flag) and \(given[1].flag), expected only one of them"
      )
    }
    if arguments.has(.tsv) {
      self = .tabs
    } else if arguments.has(.csv) {
      self = .commas
    } else {
      return nil
    }
  }
}
