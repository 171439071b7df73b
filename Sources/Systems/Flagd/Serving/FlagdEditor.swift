import Documents
package import FeatureFlags
package import FlagSystem
import Targeting

/// Edits a document of flagd so that flagd and its providers apply overrides.
///
/// An override for everyone enables the flag, makes the forced variant its default, and removes its
/// targeting. An override for single users adds a condition in front of the targeting that selects the
/// forced variant for these users; other users get the same variants as before. All other bytes of the
/// document are unchanged.
package struct FlagdEditor {
  /// The edited flags, in the order of the document.
  private var edited: [(key: String, value: JSONTree)] = []

  /// Returns the document with overrides applied.
  ///
  /// - Parameters:
  ///   - bytes: The document, which must be free of parse errors.
  ///   - forced: The overrides by flag key, in ascending precedence; unknown keys are ignored.
  /// - Returns: The document with all flags.
  package static func document(
    _ bytes: [UInt8],
    forcing forced: [Feature.Name: [ScopedResult]]
  ) -> [UInt8] {
    guard !forced.isEmpty else { return bytes }
    var document = JSONTree(bytes)
    var editor = FlagdEditor()
    editor.edit(&document, forced)
    return document.bytes
  }

  /// Returns a document with only the overridden flags, which flagd can merge as its last source.
  ///
  /// The parameters are those of ``document(_:forcing:)``.
  package static func overrides(
    _ bytes: [UInt8],
    forcing forced: [Feature.Name: [ScopedResult]]
  ) -> [UInt8] {
    var document = JSONTree(bytes)
    var editor = FlagdEditor()
    editor.edit(&document, forced)
    let keepsTargeting = editor.edited.contains { key, _ in
      let results = forced[Feature.Name(rawValue: key)] ?? []
      return results.contains { $0.scope != .everyone || $0.result == .enabled }
    }
    let parts = document.members.filter { key, _ in
      key == "metadata" || key == "$evaluators" && keepsTargeting
    }
    let flags = JSONTree(members: editor.edited.last(by: \.key))
    return JSONTree(members: parts + [("flags", flags)]).bytes + [UInt8(ascii: "\n")]
  }

  private mutating func edit(
    _ document: inout JSONTree,
    _ forced: [Feature.Name: [ScopedResult]]
  ) {
    guard !forced.isEmpty else { return }
    let isList = document["flags"]?.isList == true
    document["flags"]?.update { key, flag in
      guard let key = isList ? flag["key"]?.string : key,
        let results = forced[Feature.Name(rawValue: key)]
      else { return }
      let original = flag
      for scoped in results { EditedFlag.edit(&flag, of: original, scoped) }
      edited.append((key, flag))
    }
  }
}

/// Edits one flag for the users of one override.
private struct EditedFlag {
  /// The flag without overrides.
  private let original: JSONTree
  /// The condition that only the users of the override meet; `nil` for everyone.
  private let condition: JSONTree?

  static func edit(_ flag: inout JSONTree, of original: JSONTree, _ scoped: ScopedResult) {
    guard scoped.scope.isExpressible else { return }
    EditedFlag(original: original, condition: scoped.scope.condition).edit(&flag, scoped.result)
  }

  private func edit(_ flag: inout JSONTree, _ force: ForcedResult) {
    switch force {
    case .variant(let name): pin(name, &flag)
    case .value(let value):
      let known = flag["variants"]?.members ?? []
      if let variant = known.last(where: { Self.isEqual($0.value, value) }) {
        return pin(variant.key, &flag)
      }
      let name = Self.unusedName(among: Set(known.map(\.key)))
      if flag["variants"] == nil { flag["variants"] = [:] }
      flag["variants"]?[.key(name)] = JSONTree(value.json)
      pin(name, &flag)
    case .appDefault:
      let rules = UserRules(flag)
      if condition == nil {
        flag["state"] = "DISABLED"
      } else if !rules.isDisabled {
        target(.null, else: rules.withDefault, keepsDefault: false, &flag)
      }
    case .rules: break
    case .enabled:
      guard condition != nil else { return flag["state"] = "ENABLED" }
      let (rules, own) = (UserRules(flag), UserRules(original))
      guard rules.isDisabled || flag.text != original.text else { return }
      let other = rules.isDisabled ? .null : rules.withDefault
      target(own.withDefault, else: other, keepsDefault: false, &flag)
    }
  }

  /// Sets a targeting with one result for the users of the override, and another result for all other users.
  private func target(
    _ result: JSONTree,
    else other: JSONTree,
    keepsDefault: Bool,
    _ flag: inout JSONTree
  ) {
    guard let condition else { return }
    flag["state"] = "ENABLED"
    if !keepsDefault { flag["defaultVariant"]? = .null }
    flag["targeting"] = ["if": [condition, result, other]]
  }

  /// Forces a variant for everyone, or only for the users of the override.
  private func pin(_ variant: String, _ flag: inout JSONTree) {
    guard condition == nil else {
      let rules = UserRules(flag)
      // If the flag is disabled, all other users get the app's default, as they did before.
      let other = rules.isDisabled ? .null : rules.targeting
      return target(.string(variant), else: other, keepsDefault: !rules.isDisabled, &flag)
    }
    flag["state"] = "ENABLED"
    flag["defaultVariant"] = .string(variant)
    flag["targeting"] = nil
  }

  private static func isEqual(_ variant: JSONTree, _ value: VariableValue) -> Bool {
    // Drops the error: the document was parsed before, so the value is valid.
    guard let node = try? JSONReader.read(variant.bytes) else { return false }
    return VariableValue(node)?.json.sorted == value.json.sorted
  }

  private static func unusedName(among names: Set<String>) -> String {
    var name = "halyard"
    var number = 2
    while names.contains(name) {
      name = "halyard-\(number)"
      number += 1
    }
    return name
  }
}

/// The results that a flag has without overrides, as rules that a new targeting can contain.
private struct UserRules {
  let isDisabled: Bool
  /// The targeting; null if the flag has none.
  let targeting: JSONTree
  /// The default variant; `nil` for the app's own default.
  private let variant: JSONTree?

  init(_ flag: JSONTree) {
    isDisabled = flag["state"]?.string == "DISABLED"
    let rule = flag["targeting"] ?? .null
    // An empty object means that there is no targeting. Inside another rule it would be a value, so it
    // is replaced by null.
    targeting = rule.isObject && rule.members.isEmpty ? .null : rule
    variant = flag["defaultVariant"].flatMap { $0.string?.isEmpty == false ? $0 : nil }
  }

  /// The targeting, with the default variant as an explicit result, so that the flag needs no default
  /// variant.
  var withDefault: JSONTree {
    guard let variant else { return targeting }
    return targeting.isNull
      ? variant : ["if": [["==": [targeting, .null]], variant, targeting]]
  }
}

extension OverrideScope {
  /// Whether a condition can select the users of the scope: a variable with a dot in its name is a path.
  var isExpressible: Bool {
    if case .attribute(let name, _) = self { !name.contains(".") && !name.isEmpty } else { true }
  }

  /// The condition that only the users of the scope meet; `nil` for everyone.
  fileprivate var condition: JSONTree? {
    switch self {
    case .everyone: nil
    case .key(let key, _): ["==": [["var": "targetingKey"], .string(key)]]
    case .attribute(let name, let value): ["===": [["var": .string(name)], JSONTree(value.json)]]
    }
  }
}
