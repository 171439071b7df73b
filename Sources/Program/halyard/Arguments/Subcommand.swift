import Documents
import FeatureFlags
import Networking
import Text

/// The first operand of a command with several subcommands, such as `save` of `preset`.
protocol Subcommand: RawRepresentable<String>, CaseIterable, Equatable {
  /// The options of the subcommand in addition to the common ones.
  var options: [Option] { get }
  /// Whether the subcommand changes overrides or files of a workspace; `--read-only` rejects such a
  /// subcommand.
  var isChanging: Bool { get }
}

extension Subcommand {
  /// The options of all subcommands, each one once.
  static var options: [Option] {
    allCases.flatMap(\.options).reduce(into: []) { options, option in
      if !options.contains(option) { options.append(option) }
    }
  }
}

extension CommandRow {
  /// Creates the table row of a command whose first operand selects a subcommand.
  init<Name: Subcommand>(
    name: String,
    summary: String,
    subcommands: Name.Type,
    operand: Operand,
    optionHelp: [Option: String],
    make: @escaping @Sendable (Arguments) throws(Failure) -> any Command
  ) {
    self.init(
      name: name,
      summary: summary,
      operands: [
        Operand("SUBCOMMAND", .required, .words(Name.allCases.map(\.rawValue))), operand,
      ],
      options: Name.options,
      optionHelp: optionHelp,
      sourceUse: .option,
      isChanging: false,
      make: make
    )
  }
}

extension Arguments {
  /// Parses the first operand as a subcommand of the command.
  ///
  /// - Throws: `usage` for an unknown subcommand, for an option of another subcommand, and for
  ///   `--read-only` with a subcommand that changes the workspace.
  func subcommand<Name: Subcommand>(_ type: Name.Type) throws(Failure) -> Name {
    let word = operands[0]
    let words = Name.allCases.map(\.rawValue)
    guard let name = Name(rawValue: word) else {
      let hint = NameSuggestions.hint(NameSuggestions.nearest(to: word, among: words).prefix(1))
      throw usage(
        "'\(command.name)': found \"\(URLRedaction.redacted(word))\", expected "
          + "\(words.enumeration(with: "or"))\(hint)"
      )
    }
    if let option = Name.options.first(where: { has($0) && !name.options.contains($0) }) {
      let owners = Name.allCases.filter { $0.options.contains(option) }
      let names = owners.map { "'\(command.name) \($0.rawValue)'" }
      throw usage("\(option.flag) works only with \(names.enumeration(with: "and"))")
    }
    if name.isChanging, has(.readOnly), !has(.dryRun) {
      throw usage(
        "'\(command.name) \(word)' changes the workspace, and --read-only forbids that"
      )
    }
    return name
  }
}
