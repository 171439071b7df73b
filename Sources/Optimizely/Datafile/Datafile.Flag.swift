import FeatureFlags

extension Datafile {
  /// A flag: the rules that decide about it, and its variables.
  public struct Flag: Hashable, Sendable {
    /// The number by which the service knows the flag, as text.
    public let id: String
    /// The name by which the app asks.
    public let key: String
    /// The experiments, in the order in which they are tried.
    public let experimentIDs: [String]
    /// The rollout, without the spaces around it; empty for none.
    public let rolloutID: String
    /// The variables.
    public let variables: [Variable]

    init(_ node: Node) throws(ConfigurationError) {
      let fields = try FieldReader(node)
      id = try fields.text("id")
      key = try fields.text("key")
      experimentIDs = try fields.texts("experimentIds")
      rolloutID = Self.trimmed(try fields.text("rolloutId"))
      variables = try fields.list("variables", of: Variable.init)
    }

    private static func trimmed(_ text: String) -> String {
      guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return text }
      let start = text.drop { $0.isWhitespace }
      let end = start.lastIndex { !$0.isWhitespace }
      return end.map { String(start[...$0]) } ?? ""
    }
  }

  /// A variable of a flag.
  public struct Variable: Hashable, Sendable {
    /// The identifier of the variable.
    public let id: String
    /// The name of the variable.
    public let key: String
    /// The type: `string`, `integer`, `double`, `boolean`, `json`, or one yet unknown.
    public let type: String
    /// The value where a variation has no other, as text.
    public let defaultValue: String

    init(_ node: Node) throws(ConfigurationError) {
      let fields = try FieldReader(node)
      id = try fields.text("id")
      key = try fields.text("key")
      let type = try fields.text("type")
      let isJSON = try fields.optionalText("subType") == "json" && type == "string"
      self.type = isJSON ? "json" : type
      defaultValue = try fields.optionalText("defaultValue") ?? ""
    }
  }

  /// The delivery rules of a flag; the last one is for everyone else.
  public struct Rollout: Hashable, Sendable {
    /// The identifier of the rollout.
    public let id: String
    /// The rules, in the order in which they are tried.
    public let rules: [Experiment]

    init(_ node: Node) throws(ConfigurationError) {
      let fields = try FieldReader(node)
      id = try fields.text("id")
      rules = try fields.list("experiments", of: Experiment.init)
    }
  }
}
