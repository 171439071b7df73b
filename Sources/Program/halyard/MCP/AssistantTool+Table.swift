import Documents
import FeatureFlags
import FlagSystem
import Text

/// The tools that read and change overrides; their parameters are named as the options of commands.
extension AssistantTool {
  /// All tools in the order in which assistants get them.
  static let all = [
    listFeatures, showFeature, explainResult, overrideFeature, resetOverrides, undoChange,
    listHistory, compareConfigurations, checkConfiguration, findUsages, findStaleFeatures,
    showRequests, simulateSplit, runWithPreset,
  ]

  static let cursor: [Parameter] = [
    ("limit", ToolSchema.integer(1...ToolContent.pageLimit), "The number of elements of a page."),
    ("cursor", ToolSchema.text, "The nextCursor of the previous page."),
  ]
  /// The parameters of tools whose result has pages.
  static let paging =
    [("search", ToolSchema.text, "Only elements that contain all of these words.")] + cursor
  static let feature = ("feature", ToolSchema.text, "The name of the feature.")
  static let features = ("feature", ToolSchema.text, "The name of the feature, or a glob: cart*.")
  static let user = ("user", ToolSchema.text, "The key of the user, for the results of tests.")
  static let only = ("only", ToolSchema.text, "Only for these users: ana, or country=es.")
  static let since = ("since", ToolSchema.text, "The earliest time: 2h (ago), 30d, or a date.")
  static let dryRun = ("dry-run", ToolSchema.flag, "Only return what would change.")
  static let code = ("code", ToolSchema.texts, "Folders or files with source code.")

  private static let listFeatures = AssistantTool(
    name: "list_features",
    description: "Lists and searches the feature flags, tests and values, with state and override.",
    parameters: [
      ("section", ToolSchema.text, "Only features of this section."),
      ("type", ["enum": .list(FeatureKind.allTokens.map(JSONValue.string))], "Only this type."),
      ("overridden", ToolSchema.flag, "Only features with an override."),
    ] + paging,
    page: Page(
      "features",
      [
        "name:t", "type", "section", "enabled", "variation", "value", "override.until",
        "override.note", "scope",
      ]
    ),
    next: command("list --json")
  )

  private static let showFeature = AssistantTool(
    name: "show_feature",
    description:
      "Shows a feature: state, variations, all overrides, and with code its usages there.",
    parameters: [feature, user, code],
    required: ["feature"],
    operands: ["feature"],
    members: [
      "feature": ToolSchema.map, "overrides": ToolSchema.list(ToolSchema.map),
      "usages": ToolSchema.list(ToolSchema.map),
    ],
    next: sequence(
      { $0.words("show --json", only: ["feature", "user"]) },
      { $0.words("show", only: ["feature", "user"]) },
      { $0.words("list --overridden --json", only: []) },
      { $0["code"] == nil ? nil : $0.words("usages --json", only: ["feature", "code"]) }
    ),
    content: { call in
      let feature = call.outputs[0].json ?? .null
      let overrides = (call.outputs[2].json?.list ?? []).filter { $0["name"] == feature["name"] }
      let usages = call.outputs.dropFirst(3).first?.json?.list ?? []
      var content = ToolContent(call)
      content.members = [
        "feature": feature, "overrides": .list(overrides),
        "usages": .list(Array(usages.prefix(ToolContent.pageLimit))),
      ]
      let places = usages.map { "\($0.at("file")):\($0.at("line")): \($0.at("text"))" }
      content.text = ([call.outputs[1].text] + places).joined(separator: "\n")
      return content
    }
  )

  private static let explainResult = AssistantTool(
    name: "explain_result",
    description:
      "Says which result a user gets of a feature, and why: rules, conditions, override.",
    parameters: [
      feature, user, ("attributes", ToolSchema.map, "The attributes of the user."),
    ],
    required: ["feature"],
    operands: ["feature"],
    members: ["explanation": ToolSchema.map],
    // The flags of some documents have no trace: the details of the feature explain its state.
    next: { call in
      let isPlain = call.outputs.first?.exitCode == ExitCode.usage
      let commands =
        isPlain ? ["", "show --json", "show"] : ["decide --trace --json", "decide --trace"]
      let count = call.outputs.count
      guard count < commands.count, !call.isFailure || isPlain && count == 1 else { return .done }
      return .run(call.words(commands[count]))
    },
    content: { call in
      var content = ToolContent(call)
      content.members = ["explanation": call.outputs.dropLast().last?.json ?? .null]
      content.text = call.outputs.last?.text ?? ""
      return content
    }
  )

  // MARK: Changes

  private static let changes = Page(
    "changes",
    ["feature:t", "scope", "from.state", "to.state", "to.override.until", "to.override.note"]
  )
  private static let changeMembers: JSONValue = [
    "refused": ToolSchema.list(ToolSchema.map), "dryRun": ToolSchema.flag,
  ]

  private static let overrideFeature = AssistantTool(
    name: "override_feature",
    effect: .overrides,
    description: """
      Forces a state, a variation or a value on this machine until the override expires, after 1 h by default. \
      The flag service stays as it is. undo_change and reset_overrides end the override.
      """,
    parameters: [
      features, ("state", ["enum": ["on", "off", "unlocked", "locked"]], "The state to force."),
      ("value", ToolSchema.any, "The variation or the value to force, instead of a state."),
      ("variable", ToolSchema.texts, "Variables to force instead, each as NAME=VALUE."), only,
      ("for", ToolSchema.text, "The time until the expiry: 30m, 2h; session ends with the server."),
      ("note", ToolSchema.text, "The reason for the override, for people who see it."), dryRun,
    ] + cursor,
    required: ["feature", "note"],
    operands: ["feature", "value"],
    members: changeMembers,
    page: changes,
    next: { call in
      guard call.outputs.isEmpty else { return .done }
      let commands = ["on": "enable", "off": "disable", "unlocked": "unlock", "locked": "lock"]
      guard (call["state"] == nil) != (call["value"] == nil && call["variable"] == nil) else {
        return .failed("override_feature: expected state, or else value or variable")
      }
      let command = call["state"]?.string.flatMap { commands[$0] } ?? "set"
      let lifetime = call["for"]?.string ?? "1h"
      if let time = Duration(text: lifetime), time > longestLifetime {
        return .failed("for: found \(lifetime), expected at most \(longestLifetime.text)")
      }
      let flag = lifetime == "session" ? Option.session.flag : "\(Option.lifetime.flag)=\(lifetime)"
      let names = call.tool.parameters.map(\.name).filter { $0 != "for" }
      return .run(call.words("\(command) --json", [flag], only: names))
    },
    content: { call in
      let until = call.json["changes"]?.list?.first?.at("to.override.until") ?? ""
      return ToolContent(call, until.isEmpty ? "Until this server ends: " : "Until \(until): ")
    }
  )
  private static let longestLifetime = Duration.seconds(7 * 86_400)

  private static let resetOverrides = AssistantTool(
    name: "reset_overrides",
    effect: .resets,
    description: "Resets the overrides of a feature; without one, all that this assistant has set.",
    parameters: [features, only, dryRun] + cursor,
    operands: ["feature"],
    members: changeMembers,
    page: changes,
    next: sequence { call in
      call.words("reset --json", call["feature"] == nil ? ["\(Option.by.flag)=\(call.author)"] : [])
    }
  )

  private static let undoChange = AssistantTool(
    name: "undo_change",
    effect: .reverts,
    description:
      "Undoes this assistant's last change of overrides, or an operation of list_history.",
    parameters: [("operation", ToolSchema.text, "The id of the operation.")] + cursor,
    members: changeMembers,
    page: changes,
    next: { call in
      guard !call.isFailure, call.outputs.count < 2 else { return .done }
      if call["operation"] != nil { return command("undo --json")(call) }
      guard let history = call.outputs.first?.json?.list else {
        return .run(call.words("history --json"))
      }
      let undone = history.compactMap { $0["of"] }
      let last = history.last { operation in
        operation["by"] == .string(call.author) && operation["of"] == nil
          && operation["id"].map(undone.contains) == false
      }
      guard let id = last?["id"]?.string else {
        return .failed("this assistant has made no change that is not undone")
      }
      return .run(call.words("undo --json", ["\(Option.operation.flag)=\(id)"]))
    }
  )

  private static let listHistory = AssistantTool(
    name: "list_history",
    description: "Lists who changed which overrides with which program, the newest first.",
    parameters: [feature, since] + paging,
    page: Page("operations", ["id:t", "at:t", "by", "program", "kind", "changes:o", "changes.*"]),
    next: command("history --json"),
    content: { call in
      var content = ToolContent(call)
      content.elements.reverse()
      return content
    }
  )
}
