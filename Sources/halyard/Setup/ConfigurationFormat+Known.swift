import FeatureFlags

extension ConfigurationFormat {
  /// The formats that the program reads, in the order in which they are tried; the last one is
  /// taken where none is recognised.
  static let known: [ConfigurationFormat] = [.features]

  /// The format that the options ask for; `nil` where the content decides.
  ///
  /// - Throws: `usage` for a name that no format has.
  static func wanted(_ arguments: Arguments) throws(Failure) -> ConfigurationFormat? {
    guard let name = arguments.value(.format) else { return nil }
    if let format = known.first(where: { $0.name == name }) { return format }
    let names = known.map(\.name).joined(separator: ", ")
    throw .usage("--format \"\(name)\" wants one of \(names)", command: nil)
  }
}
