/// The order in which `list` prints features, a value of `--sort`.
enum SortOrder: String, CaseIterable, Sendable {
  /// By section, then by name.
  case section
  case name
  /// By the text of the state, then by name.
  case state
  /// By type, in the order of the help, then by name.
  case type
  /// By the last change of the override, the latest first; features without a change come last.
  case changed

  /// The names of all orders for help and messages.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Parses the option `--sort`; `section` without the option.
  ///
  /// - Throws: `usage` for an unknown order.
  init(_ arguments: Arguments) throws(Failure) {
    guard let word = arguments.value(.sort) else {
      self = .section
      return
    }
    guard let order = SortOrder(rawValue: word) else {
      throw arguments.usage("--sort: found \"\(word)\", expected one of \(Self.names)")
    }
    self = order
  }
}
