import FeatureFlags
import Text

extension Arguments {
  /// The value of `--allow` for all tools.
  static let allTools = "all"

  /// The tools that the options allow: without `--allow`, all except those that run programs of the user.
  ///
  /// - Throws: `usage` for an unknown tool, and for one that `--read-only` forbids.
  func allowedTools() throws(Failure) -> [AssistantTool] {
    let names = values(.allow).flatMap { $0.split(separator: ",") }.map { String($0).trimmed }
    let all = AssistantTool.all
    for name in names where name != Self.allTools {
      guard let tool = all.first(where: { $0.name == name }) else {
        let hint = NameSuggestions.hint(NameSuggestions.nearest(to: name, among: all.map(\.name)))
        throw usage(
          "\(Option.allow.flag): found \"\(name)\", expected a tool or \(Self.allTools)\(hint)"
        )
      }
      guard !has(.readOnly) || tool.effect == .none else {
        throw usage("\(Option.allow.flag): \(name) changes something, and --read-only forbids that")
      }
    }
    let isAll = names.contains(Self.allTools)
    return all.filter { tool in
      guard !has(.readOnly) || tool.effect == .none else { return false }
      return names.isEmpty ? tool.effect != .runs : isAll || names.contains(tool.name)
    }
  }

  /// The options for each command of the server: those that select the source, the user and the workspace.
  ///
  /// Without `--team`, the commands use the overrides of this machine, which colleagues do not share.
  func forwardedOptions() -> [String] {
    let own: [Option] = [.theme, .quiet, .log, .noColour, .version, .help]
    var words = operands.prefix(1).map { "\(Option.source.flag)=\($0)" }
    for option in Option.common where !own.contains(option) {
      words += values(option).map { option.value == nil ? option.flag : "\(option.flag)=\($0)" }
    }
    return words + (has(.team) ? [] : ["\(Option.team.flag)=\(TeamOptions.none)"])
  }
}
