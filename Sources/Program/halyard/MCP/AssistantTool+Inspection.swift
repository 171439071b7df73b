import Documents
import FeatureFlags
import Files
import FlagSystem
import Text

/// The tools that compare, check and simulate configurations, and the one that runs a program.
extension AssistantTool {
  static let compareConfigurations = AssistantTool(
    name: "compare_configurations",
    description: """
      Compares two configurations: files, URLs or flag services. Without to, from is compared with the source; \
      without both, the last two that were fetched.
      """,
    parameters: [
      ("from", ToolSchema.text, "The configuration before."),
      ("to", ToolSchema.text, "The configuration after."),
    ] + paging,
    operands: ["from", "to"],
    members: [
      "different": ToolSchema.flag, "added": ToolSchema.list(ToolSchema.anyText),
      "removed": ToolSchema.list(ToolSchema.anyText),
    ],
    page: Page("changed", ["name:t", "fields:l", "fields.field"]),
    next: { call in
      call["from"] == nil && call["to"] != nil
        ? .failed("compare_configurations: found no from, expected from with to")
        : command("diff --json")(call)
    },
    content: { call in
      let counts = ["added", "removed"].map { "\(call.json[$0]?.list?.count ?? 0) \($0)" }
      return ToolContent(call, counts.joined(separator: ", ") + ", ")
    }
  )

  static let checkConfiguration = AssistantTool(
    name: "check_configuration",
    description: "Lists the problems of a configuration, and with code those of its use in code.",
    parameters: [("source", ToolSchema.text, "A file or a URL, instead of the source."), code]
      + paging,
    page: Page("findings", ["severity:t", "file", "line", "feature", "message:t"]),
    next: command("check --json")
  )

  static let findUsages = AssistantTool(
    name: "find_usages",
    description: "Finds where code uses features: names, constants, aliases and patterns.",
    parameters: [
      ("features", ToolSchema.texts, "Names or globs; all features by default."), code,
    ] + paging,
    required: ["code"],
    operands: ["features"],
    page: Page("usages", ["file:t", "line:n", "feature:t", "text:t"]),
    next: command("usages --json")
  )

  static let findStaleFeatures = AssistantTool(
    name: "find_stale_features",
    description: "Lists features that may be obsolete, the reasons, and what may be removed.",
    parameters: [
      since, code, ("summary", ToolSchema.text, "A file of serve --summary, for unasked features."),
    ] + paging,
    page: Page("features", ["name:t", "reasons:l", "reasons.text", "reasons.remove"]),
    next: command("stale --json")
  )

  static let simulateSplit = AssistantTool(
    name: "simulate_split",
    description: "Evaluates all features for many generated users, and counts the variations.",
    parameters: [
      ("users", ToolSchema.integer(1...10_000_000), "The number of users, 100000 by default."),
      ("seed", ToolSchema.integer(0...1_000_000), "The seed of the generated users."),
    ] + paging,
    page: Page(
      "features",
      ["name:t", "outcomes:l", "outcomes.variation", "outcomes.users", "pValue"]
    ),
    next: command("simulate --json")
  )

  // MARK: What apps asked

  private static let requests = Page("requests", ["feature:t", "result:t", "count:n"])
  private static let summaryMembers: JSONValue = [
    "unknownKeys": ToolSchema.map, "bulkEvaluations": ToolSchema.count,
  ]

  /// Reads a file of `serve --summary`; `nil` for another file.
  private static func summary(_ path: String) -> JSONValue? {
    // Drops the error: the call says that the file is no summary.
    let node = (try? FileSystem.read(path, limit: 16 << 20)).flatMap { try? JSONReader.read($0) }
    return node.map { JSONValue(expressible: $0) }.flatMap { $0["results"] == nil ? nil : $0 }
  }

  private static func requestContent(_ call: ToolCall, _ path: String) -> ToolContent {
    let summary = summary(path) ?? [:]
    var content = ToolContent(call)
    content.members = [
      "unknownKeys": summary["unknownKeys"] ?? [:],
      "bulkEvaluations": summary["bulkEvaluations"] ?? 0,
    ]
    content.elements = (summary["results"]?.members ?? []).flatMap { feature, results in
      (results.members ?? []).map { result, count in
        ["feature": .string(feature), "result": .string(result), "count": count]
      }
    }
    return content
  }

  static let showRequests = AssistantTool(
    name: "show_requests",
    description:
      "Lists the features that apps asked for, and the results, from serve --summary FILE.",
    parameters: [("summary", ToolSchema.text, "The path of the file.")] + paging,
    required: ["summary"],
    members: summaryMembers,
    page: requests,
    next: { call in
      let path = call["summary"]?.string ?? ""
      return summary(path) == nil
        ? .failed("\(path): found no summary, expected a file of serve --summary") : .done
    },
    content: { requestContent($0, $0["summary"]?.string ?? "") }
  )

  static let runWithPreset = AssistantTool(
    name: "run_with_preset",
    effect: .runs,
    description: """
      Runs a program, such as a test, beside a server that forces features for this run alone; saves nothing. \
      Returns its output, its exit code and what it asked the server for.
      """,
    parameters: [
      ("command", ToolSchema.texts, "The program and its arguments."),
      ("preset", ToolSchema.text, "The name, the file or the URL of a preset."),
      ("overrides", ToolSchema.map, "Or features and their states, variations or values."),
      ("seconds", ToolSchema.integer(1...600), "The longest time, 60 by default."),
    ] + paging,
    required: ["command"],
    operands: ["command"],
    members: summaryMembers.adding(["exitCode": ToolSchema.count, "output": ToolSchema.anyText]),
    page: requests,
    next: { call in
      guard call.outputs.isEmpty else {
        // The summary exists from the start of the program on, whose exit code is no failure of the call.
        return summary(call.summaryPath) == nil ? .failed("the program was not run") : .done
      }
      guard (call["preset"] == nil) || (call["overrides"] == nil), call["command"] != [] else {
        return .failed(
          "run_with_preset: expected a command, and at most one of preset and overrides"
        )
      }
      var flags = [Option.isolated.flag, "\(Option.summary.flag)=\(call.summaryPath)"]
      if let overrides = call["overrides"] {
        let path = call.summaryPath + ".preset"
        do throws(SystemError) {
          try FileSystem.writeOutput(path, Array(overrides.text().utf8))
        } catch {
          return .failed("\(path): cannot be written: \(error.reason)")
        }
        flags.append("\(Option.preset.flag)=\(path)")
      }
      return .run(call.words("run", flags))
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
}

extension ToolCall {
  /// The path of the summary of a run in its temporary folder.
  fileprivate var summaryPath: String { (folder ?? "/nowhere") + "/summary.json" }
}
