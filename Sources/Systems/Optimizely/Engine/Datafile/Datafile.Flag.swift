import Documents
import FeatureFlags

extension Datafile {
  /// A flag with its rules and variables.
  public struct Flag: Hashable, Sendable, DatafileObject {
    /// The id of the flag, a number as text.
    public let id: String
    /// The key with which apps evaluate the flag.
    public let key: String
    /// The ids of the flag's experiments, in evaluation order.
    public let experimentIDs: [String]
    /// The id of the rollout without surrounding white space; empty if the flag has no rollout.
    public let rolloutID: String
    /// The variables of the flag, in the order of the datafile.
    public let variables: [Variable]

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      key = try fields.text("key")
      experimentIDs = try fields.texts("experimentIds")
      rolloutID = try fields.text("rolloutId").withoutOuterSpace
      variables = try fields.list("variables")
    }
  }

  /// A variable of a flag, with its type and default value.
  public struct Variable: Hashable, Sendable, DatafileObject {
    /// The id of the variable, with which variations set its value.
    public let id: String
    /// The key with which apps get the value of the variable.
    public let key: String
    /// The type: `string`, `integer`, `double`, `boolean`, `json`, or an unsupported type.
    public let type: String
    /// The value as text, which applies in variations that do not set the variable.
    public let defaultValue: String

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      key = try fields.text("key")
      let type = try fields.text("type")
      let isJSON = try fields.optionalText("subType") == "json" && type == "string"
      self.type = isJSON ? "json" : type
      defaultValue = try fields.optionalText("defaultValue") ?? ""
    }
  }

  /// The delivery rules of a flag; the last rule applies to users whom no earlier rule matches.
  public struct Rollout: Hashable, Sendable, DatafileObject {
    /// The id of the rollout, with which flags reference it.
    public let id: String
    /// The delivery rules, in evaluation order.
    public let rules: [Experiment]

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      rules = try fields.list("experiments")
    }
  }
}

extension String {
  /// The text without white space at its start and end.
  package var withoutOuterSpace: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
    let start = drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
