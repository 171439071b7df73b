package import Documents
package import FeatureFlags

extension Explanation {
  /// The JSON members of the explanation for `--json`: its steps, and its warnings followed by its
  /// remarks.
  ///
  /// The keys and their meanings are stable, because scripts rely on them.
  package var members: [(key: String, value: JSONValue)] {
    [
      ("trace", .list(steps.map(\.json))),
      ("remarks", .list((warnings + remarks).map(JSONValue.string))),
    ]
  }
}

extension Explanation.Step {
  fileprivate var json: JSONValue {
    .object([
      ("title", .string(title)), ("variation", .text(variation)),
      ("outcome", variation == nil ? .text(outcome) : .null),
      ("findings", .list(findings.map(\.json))),
    ])
  }
}

extension Explanation.Finding {
  fileprivate var json: JSONValue {
    .object([
      ("text", .string(text)), ("verdict", verdict.map { .string("\($0)") } ?? .null),
      ("depth", .integer(depth)), ("ruler", ruler?.json ?? .null),
    ])
  }
}

extension Explanation.Ruler {
  fileprivate var json: JSONValue {
    let ranges = ranges.map { range in
      JSONValue.object([
        ("start", .integer(range.start)), ("end", .integer(range.end)), ("name", .text(range.name)),
      ])
    }
    return .object([
      ("position", .integer(position)), ("length", .integer(length)),
      ("firstNumber", .integer(firstNumber)), ("ranges", .list(ranges)),
    ])
  }
}
