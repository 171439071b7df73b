import Documents
import FeatureFlags
import FlagSystem
import Targeting

/// Edits one flag of a document of LaunchDarkly, for the contexts of one override.
///
/// An override with precedence over others is applied after them, so that the flag can already contain the
/// rules and targets of the others.
struct EditedFlag {
  private let flag: LaunchDarklyFlag
  private let scope: OverrideScope
  private var entry: JSONTree

  /// The id of the rules that overrides have added; the other rules are in the order of the source.
  private let ruleID: String

  static func edit(_ entry: inout JSONTree, of flag: LaunchDarklyFlag, _ scoped: ScopedResult) {
    var id = "halyard"
    while flag.rules.contains(where: { $0.id == id }) { id += "-2" }
    var edited = EditedFlag(flag: flag, scope: scoped.scope, entry: entry, ruleID: id)
    edited.force(scoped.result)
    entry = edited.entry
  }

  private var isOn: Bool { entry["on"]?.text == "true" }

  private mutating func force(_ result: ForcedResult) {
    switch (result, scope) {
    case (.variant, _): break
    case (.value(let value), _) where flag.lacksVariation(forcedBy: result):
      entry.append(JSONTree(value.json), to: "variations")
      return serve(entry.elements(of: "variations").count - 1)
    case (.value, _): break
    case (.appDefault, .everyone):
      entry["on"] = false
      entry["offVariation"] = .null
      return
    // A variation that does not exist makes SDKs return the app's default.
    case (.appDefault, _): break
    case (.rules(let rules), _): return force(rules)
    case (.enabled, .everyone):
      entry["on"] = true
      return
    // Is not applied for single contexts, because turning the flag on would take the off variation from all
    // other contexts.
    case (.enabled, _): return
    }
    serve(flag.variation(forcedBy: result) ?? -1)
  }

  /// Makes the flag serve a variation to the contexts of the override.
  private mutating func serve(_ variation: Int) {
    guard let clause else {
      entry["on"] = true
      for list in ["prerequisites", "targets", "contextTargets", "rules"] {
        entry[.key(list)]? = []
      }
      entry["fallthrough"] = ["variation": Self.number(variation)]
      return
    }
    turnOn()
    if case .key(let key, let kind) = scope {
      return target(variation, key, kind: kind ?? LaunchDarklyContext.userKind)
    }
    // Individual targets have precedence over rules: they become rules below that of the override.
    let targets = targetRules
    for list in ["targets", "contextTargets"] { entry[.key(list)]? = [] }
    insert(rule(variation, [clause]), before: targets)
  }

  /// Turns targeting on, so that all contexts get the off variation as before.
  private mutating func turnOn() {
    guard !isOn else { return }
    for list in ["prerequisites", "targets", "contextTargets", "rules"] { entry[.key(list)]? = [] }
    let off = entry["offVariation"].flatMap { $0.isNull ? nil : $0 }
    entry["fallthrough"] = off.map { ["variation": $0] } ?? [:]
    entry["on"] = true
  }

  private mutating func insert(_ rule: JSONTree, before others: [JSONTree]) {
    entry["rules"] = JSONTree(elements: [rule] + others + entry.elements(of: "rules"))
  }

  private func rule(_ variation: Int, _ clauses: [JSONTree]) -> JSONTree {
    [
      "id": .string(ruleID), "variation": Self.number(variation),
      "clauses": JSONTree(elements: clauses),
    ]
  }

  /// The individual targets of the flag as rules, in the order in which SDKs read them.
  private var targetRules: [JSONTree] {
    let users = entry.elements(of: "targets")
    let contexts = entry.elements(of: "contextTargets")
    // An entry of `contextTargets` for users without keys refers to the list in `targets`.
    let lists =
      contexts.isEmpty
      ? users
      : contexts.flatMap { context -> [JSONTree] in
        let isReference =
          context["contextKind"]?.string ?? "user" == "user"
          && context.elements(of: "values").isEmpty
        return isReference
          ? users.filter { $0["variation"]?.text == context["variation"]?.text } : [context]
      }
    return lists.map { list in
      let kind = list["contextKind"]?.string ?? LaunchDarklyContext.userKind
      let clause = Self.clause(kind, "key", list["values"] ?? [])
      return [
        "id": .string(ruleID), "variation": list["variation"] ?? .null,
        "clauses": JSONTree(elements: [clause]),
      ]
    }
  }

  // MARK: Rules

  /// Forces the variations of rules.
  ///
  /// For single contexts, a copy of the rule with an additional clause is inserted before it.
  private mutating func force(_ forced: [String: TestVariation]) {
    let rules = entry.elements(of: "rules")
    let own = rules.indices.filter { rules[$0]["id"]?.string != ruleID }
    for (number, index) in own.enumerated().reversed() {
      guard let variation = forced[flag.key(ofRule: number)]?.rawValue else { continue }
      var rule = rules[index]
      // SDKs prefer `variation` to a rollout, which can therefore remain.
      rule["variation"] = JSONTree(json: variation)
      if let clause {
        rule["id"] = .string(ruleID)
        rule.append(clause, to: "clauses")
        entry["rules"]?.insert(rule, at: index)
      } else {
        entry["rules"]?[.index(index)] = rule
      }
    }
    guard let text = forced[LaunchDarklyFlag.fallThroughKey]?.rawValue else { return }
    if let clause, let variation = Int(text) {
      entry.append(rule(variation, [clause]), to: "rules")
    } else {
      entry["fallthrough"] = ["variation": JSONTree(json: text)]
    }
  }

  /// The clause that only the contexts of the override meet; `nil` for everyone.
  private var clause: JSONTree? {
    switch scope {
    case .everyone: nil
    case .key(let key, let kind):
      Self.clause(kind ?? LaunchDarklyContext.userKind, "key", [.string(key)])
    case .attribute(let name, let value):
      Self.clause(LaunchDarklyContext.userKind, Self.reference(to: name), [JSONTree(value.json)])
    }
  }

  private static func clause(_ kind: String, _ attribute: String, _ values: JSONTree) -> JSONTree {
    [
      "contextKind": .string(kind), "attribute": .string(attribute), "op": "in", "values": values,
    ]
  }

  /// Returns the reference to an attribute; a name that begins with a slash would be a path.
  private static func reference(to name: String) -> String {
    guard name.hasPrefix("/") else { return name }
    return "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
  }

  // MARK: Individual targets

  /// Adds an individual target.
  private mutating func target(_ variation: Int, _ key: String, kind: String) {
    var users = entry.elements(of: "targets")
    var contexts = entry.elements(of: "contextTargets")
    let number = Self.number(variation)
    if kind == LaunchDarklyContext.userKind {
      // Adds the key to a first list with all users of the variation, because some SDKs read only the
      // first list of a variation, even if `contextTargets` exists.
      let list = contexts.isEmpty ? nil : users.first { $0["variation"]?.text == number.text }
      let keys = [JSONTree.string(key)] + (list?.elements(of: "values") ?? [])
      users.insert(Self.target(nil, keys, number), at: 0)
      if !contexts.isEmpty { contexts.insert(Self.target(kind, [.string(key)], number), at: 0) }
    } else {
      // If `contextTargets` exists, SDKs read a list in `targets` only if an entry in `contextTargets`
      // refers to it, so such entries are added.
      if contexts.isEmpty {
        contexts = users.map {
          Self.target(LaunchDarklyContext.userKind, [], $0["variation"] ?? .null)
        }
      }
      contexts.insert(Self.target(kind, [.string(key)], number), at: 0)
    }
    for (name, list) in [("targets", users), ("contextTargets", contexts)]
    where entry[.key(name)] != nil || !list.isEmpty {
      entry[.key(name)] = JSONTree(elements: list)
    }
  }

  private static func target(_ kind: String?, _ keys: [JSONTree], _ variation: JSONTree) -> JSONTree
  {
    let kind = kind.map { [(key: "contextKind", value: JSONTree.string($0))] } ?? []
    return JSONTree(
      members: kind + [("values", JSONTree(elements: keys)), ("variation", variation)]
    )
  }

  private static func number(_ variation: Int) -> JSONTree { JSONTree(.integer(variation)) }
}
