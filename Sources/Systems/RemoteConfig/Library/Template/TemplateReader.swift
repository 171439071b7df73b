import Documents
import FeatureFlags

/// Parses the parts of a template, and collects their problems.
struct TemplateReader {
  private(set) var parameters: [RemoteConfigTemplate.Parameter] = []
  private(set) var groups: [RemoteConfigTemplate.Group] = []
  private(set) var conditions: [RemoteConfigTemplate.Condition] = []
  private(set) var problems: [Problem] = []
  /// The priority of each condition by name; 0 is the highest.
  private var ranks: [Feature.Name: Int] = [:]
  /// The line of the first parameter with each key; `nil` if it is unknown.
  private var lines: [Feature.Name: Int?] = [:]

  mutating func read(_ document: Node) {
    readConditions(document["conditions"])
    let top = Field(document, "parameters", of: nil)
    for (key, node) in members(of: top) { readParameter(node, key: key, group: nil) }
    for (name, node) in members(of: Field(document, "parameterGroups", of: nil)) {
      guard node.members != nil else {
        report(Field(node: node, name: "parameterGroups", owner: name), expected: "an object")
        continue
      }
      let description = text(Field(node, "description", of: name))
      groups.append(RemoteConfigTemplate.Group(name: name, description: description))
      for (key, node) in members(of: Field(node, "parameters", of: name)) {
        readParameter(node, key: key, group: name)
      }
    }
  }

  private mutating func readConditions(_ node: Node?) {
    guard let node, !node.isNull else { return }
    guard let list = node.list else {
      return report(Field(node: node, name: "conditions", owner: nil), expected: "a list")
    }
    for condition in list {
      guard let name = condition["name"]?.string else {
        let field = Field(node: condition, name: "conditions", owner: nil)
        report(field, expected: "an object with a \"name\"", isFatal: true)
        continue
      }
      guard ranks[Feature.Name(rawValue: name)] == nil else { continue }
      ranks[Feature.Name(rawValue: name)] = ranks.count
      conditions.append(self.condition(condition, name: name))
    }
  }

  private mutating func condition(_ node: Node, name: String) -> RemoteConfigTemplate.Condition {
    if let object = node["condition"], object.members != nil {
      var reader = ConditionReader()
      let rule = reader.rule(object)
      for defect in reader.defects {
        report(.service("condition \(defect.text)"), of: name, line: defect.line, .warning)
      }
      return RemoteConfigTemplate.Condition(name: name, expression: nil, rule: rule)
    }
    let expression = text(Field(node, "expression", of: name))
    let rule = expression.map(ConditionExpression.rule) ?? ConditionExpression.missing
    if let unreadable = rule.unreadablePart {
      let fact = Problem.Fact.service(
        "has the expression \"\(unreadable.excerpt)\", which cannot be read"
      )
      report(fact, of: name, line: node["expression"]?.line, .warning)
    }
    return RemoteConfigTemplate.Condition(name: name, expression: expression, rule: rule)
  }

  private mutating func readParameter(_ node: Node, key: String, group: String?) {
    guard node.members != nil else {
      let field = Field(node: node, name: "parameters", owner: key)
      return report(field, expected: "an object", isFatal: true)
    }
    if let first = lines[Feature.Name(rawValue: key)] {
      return report(.duplicateName(firstLine: first), of: key, line: node.line)
    }
    lines[Feature.Name(rawValue: key)] = .some(node.line)
    if key.allSatisfy(\.isWhitespace) { report(.emptyName, of: key, line: node.line, .warning) }
    let type = type(Field(node, "valueType", of: key))
    defer { reportEqualValues(line: node.line) }
    parameters.append(
      RemoteConfigTemplate.Parameter(
        key: key,
        group: group,
        description: text(Field(node, "description", of: key)),
        type: type,
        defaultValue: value(Field(node, "defaultValue", of: key), type: type),
        conditionalValues: conditionalValues(Field(node, "conditionalValues", of: key), type: type)
      )
    )
  }

  /// Warns if all conditional values of the last parameter are equal to its default value.
  private mutating func reportEqualValues(line: Int?) {
    guard let parameter = parameters.last, let text = parameter.defaultValue?.text,
      !parameter.conditionalValues.isEmpty,
      parameter.conditionalValues.allSatisfy({ $0.value.text == text })
    else { return }
    let fact = Problem.Fact.service("all conditions give the default value")
    report(fact, of: parameter.key, line: line, .warning)
  }

  private mutating func type(_ field: Field) -> RemoteConfigTemplate.ValueType {
    guard let name = text(field), name != "PARAMETER_VALUE_TYPE_UNSPECIFIED" else {
      return .string
    }
    if let type = RemoteConfigTemplate.ValueType(rawValue: name) { return type }
    let names = RemoteConfigTemplate.ValueType.allCases.map(\.rawValue).joined(separator: ", ")
    report(field, found: "\"\(name)\"", expected: "one of \(names)")
    return .string
  }
}

// MARK: Values

extension TemplateReader {
  private typealias Value = RemoteConfigTemplate.Value
  private typealias ConditionalValue = RemoteConfigTemplate.ConditionalValue

  private mutating func conditionalValues(
    _ field: Field,
    type: RemoteConfigTemplate.ValueType
  ) -> [ConditionalValue] {
    var ranked: [(rank: Int, value: ConditionalValue)] = []
    for (name, node) in members(of: field) {
      let part = Field(node: node, name: "\(field.name).\(name)", owner: field.owner)
      guard let value = value(part, type: type) else { continue }
      let rank = ranks[Feature.Name(rawValue: name)]
      if rank == nil {
        report(part, found: "there", expected: "a condition of that name among the \"conditions\"")
      }
      // An undefined condition is never true, so it has the lowest priority.
      ranked.append((rank ?? ranks.count, ConditionalValue(condition: name, value: value)))
    }
    // A stable sort: conditions with the same priority remain in the order of the document.
    return ranked.sorted { $0.rank < $1.rank }.map(\.value)
  }

  private mutating func value(
    _ field: Field,
    type: RemoteConfigTemplate.ValueType
  ) -> Value? {
    guard let node = field.present else { return nil }
    let value =
      if let text = node["value"]?.string {
        Value.text(text)
      } else if node["useInAppDefault"]?.bool == true {
        Value.inAppDefault
      } else if let id = node["personalizationValue"]?["personalizationId"]?.string {
        Value.personalization(id: id)
      } else if let rollout = node["rolloutValue"], let id = rollout["rolloutId"]?.string {
        Value.rollout(id: id, text: rollout["value"]?.string)
      } else if let id = node["experimentValue"]?["experimentId"]?.string {
        Value.experiment(id: id)
      } else {
        Value?.none
      }
    guard let value else {
      let found = node["value"].map { "\"value\": \($0.kind)" } ?? node.kind
      report(field, found: found, expected: "an object with a text as \"value\"")
      return nil
    }
    if let text = value.text, type.value(of: text) == nil {
      report(
        field,
        found: "\"\(text.prefix(40))\"",
        expected: "\(type.expectation), as its type says"
      )
    }
    return value
  }
}

// MARK: Fields and reports

extension TemplateReader {
  /// A field of the document, with the names by which a problem of the field is reported.
  private struct Field {
    let node: Node?
    let name: String
    /// The name of the parameter, group or condition that contains the field; `nil` at the top
    /// level.
    let owner: String?

    init(node: Node?, name: String, owner: String?) {
      self.node = node
      self.name = name
      self.owner = owner
    }

    init(_ parent: Node, _ name: String, of owner: String?) {
      self.init(node: parent[name], name: name, owner: owner)
    }

    /// The parsed value of the field; `nil` if the field is missing or null.
    var present: Node? { node.flatMap { $0.isNull ? nil : $0 } }
  }

  private mutating func members(of field: Field) -> [(String, Node)] {
    guard let node = field.present else { return [] }
    guard let members = node.members else {
      report(field, expected: "an object")
      return []
    }
    return members.lastByKey.map { ($0.key, $0.node) }
  }

  private mutating func text(_ field: Field) -> String? {
    guard let node = field.present else { return nil }
    if node.string == nil { report(field, expected: "a text") }
    return node.string
  }

  private mutating func report(
    _ field: Field,
    found: String? = nil,
    expected: String,
    isFatal: Bool = false
  ) {
    let fact = Problem.Fact.wrongKind(
      field: field.name,
      found: found ?? field.node?.kind ?? "nothing",
      expected: expected,
      isFatal: isFatal
    )
    report(fact, of: field.owner, line: field.node?.line)
  }

  private mutating func report(
    _ fact: Problem.Fact,
    of owner: String?,
    line: Int?,
    _ severity: Problem.Severity = .error
  ) {
    problems.append(Problem(severity: severity, line: line, feature: owner, fact: fact))
  }
}
