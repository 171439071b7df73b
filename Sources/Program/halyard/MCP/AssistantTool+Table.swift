import Documents
import FeatureFlags
import Files
import FlagSystem
import Text

extension AssistantTool {
  /// All tools in the order in which assistants get them.
  static let all = [
    AssistantTool(
      name: "list_features",
      description: "Lists and searches the flags, tests and values, with state and override.",
      command: "list --json",
      options: [.section, .type, .overridden],
      page: Page(
        "features",
        "name type section enabled variation value override.until override.note scope"
      )
    ),
    showFeature,
    explainResult,
    overrideFeature,
    AssistantTool(
      name: "reset_overrides",
      effect: .resets,
      description: "Resets the overrides of a feature; without one, all that this assistant set.",
      command: "reset --json",
      options: [.only, .dryRun],
      parameters: [feature],
      operands: ["feature"],
      members: changeMembers,
      page: changes,
      next: { call in
        let flags = call["feature"] == nil ? ["\(Option.by.flag)=\(call.author)"] : []
        return call.step([call.tool.command], flags)
      }
    ),
    undoChange,
    AssistantTool(
      name: "list_history",
      description: "Lists who changed which overrides with which program, the newest first.",
      command: "history --json",
      options: [.feature, .since],
      page: Page("operations", "id at by program kind changes.*"),
      content: { call in
        var content = ToolContent(call)
        content.elements.reverse()
        return content
      }
    ),
    AssistantTool(
      name: "compare_configurations",
      description: """
        Compares two configurations: files, URLs or flag services. Without to, from is compared with the \
        source; without both, the last two that were fetched.
        """,
      command: "diff --json",
      parameters: [
        Parameter("from", "The configuration before."),
        Parameter("to", "The configuration after, which needs from."),
      ],
      operands: ["from", "to"],
      members: [
        "added": ToolSchema.list(ToolSchema.anyText),
        "removed": ToolSchema.list(ToolSchema.anyText),
      ],
      page: Page("changed", "name fields.field"),
      content: { call in
        let counts = ["added", "removed"].map { "\(call.json[$0]?.list?.count ?? 0) \($0), " }
        return ToolContent(call, counts.joined())
      }
    ),
    AssistantTool(
      name: "check_configuration",
      description: "Lists the problems of a configuration, and with code those of its use there.",
      command: "check --json",
      options: [.code],
      parameters: [Parameter("source", "A file or a URL, instead of the source.")],
      operands: ["source"],
      page: Page("findings", "severity file line feature message")
    ),
    AssistantTool(
      name: "find_usages",
      description: "Finds where code uses features: names, constants, aliases and patterns.",
      command: "usages --json",
      options: [.code],
      parameters: [feature],
      required: ["code"],
      operands: ["feature"],
      page: Page("usages", "file line feature text")
    ),
    AssistantTool(
      name: "find_stale_features",
      description: "Lists features that may be obsolete, the reasons, and what may be removed.",
      command: "stale --json",
      options: [.since, .code, .summary],
      parameters: [
        Parameter(.since, "The time since which a stale feature is unchanged; 90d by default."),
        Parameter(.summary, "A file of serve --summary, for features that no app asked for."),
      ],
      page: Page("features", "name reasons.text reasons.remove")
    ),
    showRequests,
    AssistantTool(
      name: "simulate_split",
      description: "Evaluates all features for many generated users, and counts the variations.",
      command: "simulate --json",
      options: [.users, .seed],
      page: Page("features", "name outcomes.variation outcomes.users pValue")
    ),
    runWithPreset,
  ]

  static let feature = Parameter("feature", "The name of a feature, or a glob: cart*.")

  private static let showFeature = AssistantTool(
    name: "show_feature",
    description: "Shows a feature: state, variations, overrides, and with code its usages there.",
    options: [.user],
    parameters: [feature, Parameter(.code)],
    required: ["feature"],
    operands: ["feature"],
    members: ["feature": ToolSchema.map, "usages": ToolSchema.list(ToolSchema.map)],
    next: { call in
      let code = call.words(for: .code)
      return call.outputs.count < 2
        ? call.step(["show --json", "show"])
        : code.isEmpty ? nil : call.step(["", "", "usages --json"], code)
    },
    content: { call in
      let usages = call.json.list?.prefix(ToolContent.pageLimit) ?? []
      let places = usages.map { "\($0.at("file")):\($0.at("line")): \($0.at("text"))" }
      var content = ToolContent(call)
      content.members = [
        "feature": call.outputs[0].json ?? .null, "usages": .list(Array(usages)),
      ]
      content.text = ([call.outputs[1].text] + places).joined(separator: "\n")
      return content
    }
  )

  private static let explainResult = AssistantTool(
    name: "explain_result",
    description:
      "Says which result a user gets of a feature, and why: rules, conditions, override.",
    options: [.user, .attributes],
    parameters: [feature],
    required: ["feature"],
    operands: ["feature"],
    members: ["explanation": ToolSchema.map],
    // The flags of some documents have no trace: the details of the feature explain its state.
    next: { call in
      let isPlain = call.outputs.first?.exitCode == ExitCode.usage
      let commands =
        isPlain ? ["", "show --json", "show"] : ["decide --trace --json", "decide --trace"]
      return call.step(commands, ignoresFailure: isPlain && call.outputs.count == 1)
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
    "feature scope from.state to.state to.override.until to.override.note"
  )
  private static let changeMembers: JSONValue = [
    "refused": ToolSchema.list(ToolSchema.map), "dryRun": ["type": "boolean"],
  ]

  /// The states that can be forced, and the commands that force them.
  private static let states = [
    ("on", "enable"), ("off", "disable"), ("unlocked", "unlock"), ("locked", "lock"),
  ]

  private static let overrideFeature = AssistantTool(
    name: "override_feature",
    effect: .overrides,
    description: """
      Forces a state, a variation or a value on this machine until the override expires, after 1 h by default. \
      The flag service stays as it is. undo_change and reset_overrides end the override.
      """,
    options: [.variable, .only, .note, .dryRun, .lifetime, .session],
    parameters: [
      feature,
      Parameter("state", "The state to force.", ["enum": .list(states.map { .string($0.0) })]),
      Parameter("value", "The variation or the value to force, instead of a state.", [:]),
      Parameter(.note, "The reason for the override, for people who see it."),
      Parameter(.lifetime, "The time until the expiry, such as 30m or 2h; at most 7d."),
      Parameter(.session, "Let the override end with this server."),
    ],
    required: ["feature", "note"],
    operands: ["feature", "value"],
    members: changeMembers,
    page: changes,
    next: { (call) throws(Defect) in
      guard (call["state"] == nil) != (call["value"] == nil && call["variable"] == nil) else {
        throw Defect(text: "override_feature: expected state, or else value or variable")
      }
      if let text = call["for"]?.string, let time = Duration(text: text), time > .seconds(604_800) {
        throw Defect(text: "for: found \(text), expected at most 7d")
      }
      let hasDefault = call["for"] == nil && call["session"] != true
      let command = states.first { .string($0.0) == call["state"] }?.1 ?? "set"
      return call.step([command + " --json"], hasDefault ? ["\(Option.lifetime.flag)=1h"] : [])
    },
    content: { call in
      let until = call.json["changes"]?.list?.first?.at("to.override.until") ?? ""
      return ToolContent(call, until.isEmpty ? "Until this server ends: " : "Until \(until): ")
    }
  )

  private static let undoChange = AssistantTool(
    name: "undo_change",
    effect: .reverts,
    description: "Undoes this assistant's last change of overrides, or one of list_history.",
    parameters: [Parameter("operation", "The id of the operation.")],
    members: changeMembers,
    page: changes,
    next: { (call) throws(Defect) in
      if call["operation"] != nil { return call.step(["undo --json"]) }
      guard let history = call.outputs.first?.json?.list else {
        return call.step(["history --json"])
      }
      let undone = history.compactMap { $0["of"] }
      let last = history.last { operation in
        operation["by"] == .string(call.author) && operation["of"] == nil
          && operation["id"].map(undone.contains) == false
      }
      guard let id = last?["id"]?.word else {
        throw Defect(text: "this assistant has made no change that is not undone")
      }
      return call.step(["", "undo --json"], ["\(Option.operation.flag)=\(id)"])
    }
  )

  // MARK: What apps asked

  private static let requests = Page("requests", "feature result count")
  private static let summaryMembers: JSONValue = [
    "unknownKeys": ToolSchema.map, "bulkEvaluations": ToolSchema.count,
  ]

  private static let showRequests = AssistantTool(
    name: "show_requests",
    description:
      "Lists the features that apps asked for, and the results, from serve --summary FILE.",
    parameters: [Parameter("summary", "The path of the file.")],
    required: ["summary"],
    members: summaryMembers,
    page: requests,
    next: { (call) throws(Defect) in
      let path = call["summary"]?.string ?? ""
      guard summary(path) == nil else { return nil }
      throw Defect(text: "\(path): found no summary, expected a file of serve --summary")
    },
    content: { requestContent($0, $0["summary"]?.string ?? "") }
  )

  private static let runWithPreset = AssistantTool(
    name: "run_with_preset",
    effect: .runs,
    description: """
      Runs a program, such as a test, beside a server that forces features for this run alone; saves nothing. \
      Returns its output, its exit code and what it asked the server for.
      """,
    command: "run --isolated",
    options: [.preset],
    parameters: [
      Parameter("command", "The program and its arguments.", ToolSchema.texts),
      Parameter("overrides", "Instead of a preset: features and values.", ToolSchema.map),
      Parameter("seconds", "The longest time, 60 by default.", ToolSchema.integer(1...600)),
    ],
    required: ["command"],
    operands: ["command"],
    members: summaryMembers.adding(["exitCode": ToolSchema.count, "output": ToolSchema.anyText]),
    page: requests,
    next: { (call) throws(Defect) in
      guard call.outputs.isEmpty else {
        // The summary exists from the start of the program on, whose exit code is no failure of the call.
        guard summary(call.summaryPath) == nil else { return nil }
        throw Defect(text: "the program was not run")
      }
      guard call["preset"] == nil || call["overrides"] == nil, call["command"] != [] else {
        let expected = "expected a command, and at most one of preset and overrides"
        throw Defect(text: "run_with_preset: \(expected)")
      }
      var flags = ["\(Option.summary.flag)=\(call.summaryPath)"]
      if let overrides = call["overrides"] {
        let path = call.summaryPath + ".preset"
        do throws(SystemError) {
          try FileSystem.writeOutput(path, Array(overrides.text().utf8))
        } catch {
          throw Defect(text: "\(path): cannot be written: \(error.reason)")
        }
        flags.append("\(Option.preset.flag)=\(path)")
      }
      return call.words(call.tool.command, flags)
    },
    content: { call in
      var content = requestContent(call, call.summaryPath)
      content.text = String((call.outputs.last?.text ?? "").suffix(20_000))
      let code = Int(call.outputs.last?.exitCode ?? 0)
      content.members = content.members.adding([
        "exitCode": .integer(code), "output": .string(content.text),
      ])
      content.summary = "The program has ended with exit code \(code). Requests: "
      return content
    }
  )

  /// Reads a file of `serve --summary`; `nil` for another file.
  private static func summary(_ path: String) -> JSONValue? {
    // Drops the error: the call says that the file is no summary.
    guard let bytes = try? FileSystem.read(path, limit: 16 << 20),
      let node = try? JSONReader.read(bytes, as: .json)
    else { return nil }
    let summary = JSONValue(expressible: node)
    return summary["results"] == nil ? nil : summary
  }

  private static func requestContent(_ call: ToolCall, _ path: String) -> ToolContent {
    let summary = summary(path) ?? [:]
    var content = ToolContent(call)
    content.members = .object(
      (summaryMembers.members ?? []).map { ($0.key, summary[$0.key] ?? .null) }
    )
    content.elements = (summary["results"]?.members ?? []).flatMap { feature, results in
      (results.members ?? []).map { result, count in
        ["feature": .string(feature), "result": .string(result), "count": count]
      }
    }
    return content
  }
}

extension ToolCall {
  /// The path of the summary of a run in its temporary folder.
  fileprivate var summaryPath: String { folder + "/summary.json" }
}
