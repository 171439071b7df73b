import FeatureFlags
import Text

extension Arguments {
  /// The value of `--allow` for all tools.
  static let allTools = "all"

  /// The tools that the options allow: without `--allow`, all except those that run programs of the user.
  ///
  /// - Throws: `usage` for a tool that is unknown, or that `--read-only` forbids.
  func allowedTools() throws(Failure) -> [AssistantTool] {
    let offered = AssistantTool.all.filter { !has(.readOnly) || $0.effect == .none }
    let names = values(.allow).flatMap { $0.split(separator: ",") }.map { String($0).trimmed }
    let known = offered.map(\.name) + [Self.allTools]
    if let name = names.first(where: { !known.contains($0) }) {
      let expected = known.enumeration(with: "or")
      throw usage("\(Option.allow.flag): found \"\(name)\", expected \(expected)")
    }
    return offered.filter { tool in
      names.isEmpty
        ? tool.effect != .runs : names.contains(Self.allTools) || names.contains(tool.name)
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
