import FeatureFlags
import Networking

/// The first operand of a command with several acts, such as `save` of `preset`.
protocol Subcommand: RawRepresentable<String>, CaseIterable, Equatable {
  /// The options of the act in addition to the common ones.
  var options: [Option] { get }
  /// Whether the act changes overrides or files of a workspace; `--read-only` rejects such an act.
  var isChanging: Bool { get }
}

extension Subcommand {
  static var operand: Operand { Operand("ACT", .required, .words(allCases.map(\.rawValue))) }

  /// The options of all acts, each one once.
  static var options: [Option] {
    allCases.flatMap(\.options).reduce(into: []) { options, option in
      if !options.contains(option) { options.append(option) }
    }
  }
}

extension Arguments {
  /// Parses the first operand as an act of the command.
  ///
  /// - Throws: `usage` for an unknown act, an option of another act, or `--read-only` with an act
  ///   that changes the workspace.
  func act<Act: Subcommand>(_ type: Act.Type) throws(Failure) -> Act {
    let word = operands[0]
    let words = Act.allCases.map(\.rawValue)
    guard let act = Act(rawValue: word) else {
      let near = Spelling.nearest(to: word, among: words).first.map { ", did you mean \"\($0)\"?" }
      throw usage(
        "'\(command.name)': found \"\(URLRedaction.redacted(word))\", expected "
          + "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")\(near ?? "")"
      )
    }
    if let option = Act.options.first(where: { has($0) && !act.options.contains($0) }) {
      let owners = Act.allCases.filter { $0.options.contains(option) }
      let names = owners.map { "'\(command.name) \($0.rawValue)'" }
      throw usage("\(option.flag) goes with \(names.joined(separator: " and ")) only")
    }
    if act.isChanging, has(.readOnly), !has(.dryRun) {
      throw usage(
        "'\(command.name) \(word)' changes the workspace, and --read-only forbids that"
      )
    }
    return act
  }
}
