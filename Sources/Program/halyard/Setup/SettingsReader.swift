import Dashboard
import Documents
import FeatureFlags
import Frame
import Usages

/// Decodes the settings file: a wrong setting is reported and ignored, and all others apply.
struct SettingsReader {
  private(set) var settings = Settings()

  /// Decodes the settings of a parsed file.
  ///
  /// - Throws: `unexpected` if the document is not an object.
  init(_ document: Node) throws(DocumentError) {
    guard let members = document.members else {
      throw document.mismatch(expected: "an object of settings")
    }
    let last = Dictionary(members.enumerated().map { ($1.key, $0) }) { $1 }
    for (index, member) in members.enumerated() {
      if last[member.key] != index {
        warn("\"\(member.key)\" is listed twice; the last one is used", member)
      } else if let setting = Setting(rawValue: member.key) {
        read(setting, member.node)
      } else {
        let hint = Self.hint(member.key, among: Setting.all.map(\.name))
        warn("\"\(member.key)\" is not a setting\(hint)", member)
      }
    }
    settings.problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
  }

  /// Decodes one setting; null means that the setting has its default.
  private mutating func read(_ setting: Setting, _ node: Node) {
    guard !node.isNull else { return }
    do throws(DocumentError) {
      switch setting {
      case .theme: settings.theme = try text(node, setting)
      case .keymap: try readKeymap(node)
      case .columns: settings.columns = try columns(node)
      case .sort: settings.order = try order(node)
      case .poll: settings.poll = try poll(node)
      case .team:
        settings.team = try TeamOptions(node)
        warnOfUnknownKeys(node.members ?? [], of: .team)
      case .personas: try readPersonas(node)
      case .confirmations: try readConfirmations(node)
      case .editor: settings.editor = try editor(node)
      case .code: settings.code = try values(node, folder)
      case .codePatterns: settings.codePatterns = try values(node, pattern)
      }
      settings.lines[setting] = node.line
    } catch {
      report(error.inside(setting.name), setting)
    }
  }

  /// Returns a suffix with the nearest known name; empty if no name is similar.
  static func hint(_ word: String, among names: some Sequence<String>) -> String {
    NameSuggestions.nearest(to: word, among: names).first.map { "; did you mean \"\($0)\"?" } ?? ""
  }

  private mutating func report(_ error: DocumentError, _ setting: Setting) {
    fail("\(error)", error.line, setting)
  }

  private mutating func fail(_ text: String, _ line: Int?, _ setting: Setting) {
    settings.problems.append(
      SettingsProblem(severity: .error, line: line, setting: setting.name, text: text)
    )
  }

  private mutating func warn(_ text: String, _ member: Node.Member, in setting: Setting? = nil) {
    settings.problems.append(
      SettingsProblem(
        severity: .warning,
        line: member.node.line,
        setting: setting?.name ?? member.key,
        text: text
      )
    )
  }

  /// Warns of the unknown keys of an object in the value of a setting.
  private mutating func warnOfUnknownKeys(_ members: [Node.Member], of setting: Setting) {
    let known = setting.fields.map(\.name)
    for member in members where !known.contains(member.key) {
      let hint = Self.hint(member.key, among: known)
      warn("\"\(setting.name)\" has no key \"\(member.key)\"\(hint)", member, in: setting)
    }
  }
}

// MARK: Values

extension SettingsReader {
  private func text(_ node: Node, _ setting: Setting) throws(DocumentError) -> String {
    guard let text = node.string, !text.isEmpty else {
      throw node.mismatch(expected: setting.expected)
    }
    return text
  }

  private func columns(_ node: Node) throws(DocumentError) -> Set<ListColumn> {
    guard let list = node.list else { throw node.mismatch(expected: Setting.columns.expected) }
    var columns: Set<ListColumn> = []
    for (index, node) in list.enumerated() {
      guard let column = node.string.flatMap(ListColumn.init) else {
        let names = ListColumn.allCases.map(\.rawValue)
        let hint = node.string.map { Self.hint($0, among: names) } ?? ""
        let choices = names.map { "\"\($0)\"" }.joined(separator: ", ")
        throw node.mismatch(expected: "one of \(choices)\(hint)").inside("[\(index)]")
      }
      columns.insert(column)
    }
    return columns
  }

  private func order(_ node: Node) throws(DocumentError) -> FeatureOrder {
    guard let order = node.string.flatMap(FeatureOrder.init) else {
      let hint = node.string.map { Self.hint($0, among: FeatureOrder.allCases.map(\.rawValue)) }
      throw node.mismatch(expected: Setting.sort.expected + (hint ?? ""))
    }
    return order
  }

  private func poll(_ node: Node) throws(DocumentError) -> Duration {
    guard let interval = node.string.flatMap({ Duration(text: $0) }) else {
      throw node.mismatch(expected: Setting.poll.expected)
    }
    return interval
  }

  private func editor(_ node: Node) throws(DocumentError) -> [String] {
    let text = try text(node, .editor)
    guard let words = CommandWords.split(text), words.first?.isEmpty == false else {
      throw node.mismatch(expected: "\(Setting.editor.expected), with balanced quotes")
    }
    return words
  }

  /// Decodes a value or a list of values.
  private func values<Value>(
    _ node: Node,
    _ decode: (Node) throws(DocumentError) -> Value
  ) throws(DocumentError) -> [Value] {
    guard let list = node.list else { return [try decode(node)] }
    var values: [Value] = []
    for (index, node) in list.enumerated() {
      do throws(DocumentError) {
        values.append(try decode(node))
      } catch {
        throw error.inside("[\(index)]")
      }
    }
    return values
  }

  private func folder(_ node: Node) throws(DocumentError) -> String { try text(node, .code) }

  private func pattern(_ node: Node) throws(DocumentError) -> CodePattern {
    guard let pattern = CodePattern(try text(node, .codePatterns)) else {
      throw node.mismatch(expected: Setting.codePatterns.expected)
    }
    return pattern
  }

  private mutating func readConfirmations(_ node: Node) throws(DocumentError) {
    guard let members = node.members else {
      throw node.mismatch(expected: Setting.confirmations.expected)
    }
    warnOfUnknownKeys(members, of: .confirmations)
    for member in members where !member.node.isNull {
      guard let operation = ConfirmedOperation(rawValue: member.key) else { continue }
      if let flag = member.node.bool {
        if flag {
          settings.confirmations.insert(operation)
        } else {
          settings.confirmations.remove(operation)
        }
      } else {
        let error = member.node.mismatch(expected: "true or false").inside(member.key)
        report(error.inside(Setting.confirmations.name), .confirmations)
      }
    }
  }

  private mutating func readPersonas(_ node: Node) throws(DocumentError) {
    guard let list = node.list else { throw node.mismatch(expected: Setting.personas.expected) }
    var names: Set<String> = []
    for (index, node) in list.enumerated() {
      do throws(DocumentError) {
        let persona = try Persona(node)
        guard names.insert(persona.name).inserted else {
          throw node.mismatch(expected: "a persona with a new name, not \"\(persona.name)\" again")
        }
        settings.personas.append(persona)
        warnOfUnknownKeys(node.members ?? [], of: .personas)
      } catch {
        report(error.inside("\(Setting.personas.name)[\(index)]"), .personas)
      }
    }
  }
}

// MARK: Keymap

extension SettingsReader {
  private mutating func readKeymap(_ node: Node) throws(DocumentError) {
    guard let members = node.members else {
      throw node.mismatch(expected: Setting.keymap.expected)
    }
    var entries: [(entry: Keymap.Entry, line: Int?)] = []
    for member in members where !member.node.isNull {
      do throws(DocumentError) {
        let target = try Self.target(member)
        let keys = try Self.keys(member.node)
        entries.removeAll { $0.entry.target == target }
        entries.append((Keymap.Entry(target, keys), member.node.line))
      } catch {
        report(error.inside("\(Setting.keymap.name).\(member.key)"), .keymap)
      }
    }
    let (keymap, clashes) = Keymap.resolved(
      entries.map(\.entry),
      dialogs: DialogKeys.all.map(\.commands)
    )
    settings.keymap = keymap
    for clash in clashes {
      let text =
        "\"\(Setting.keymap.name).\(clash.target.identifier)\": the key \"\(clash.key.name)\" is "
        + "already the key of \"\(clash.other.identifier)\"; "
        + "the keys of \"\(clash.target.identifier)\" are not changed"
      fail(text, entries.first { $0.entry.target == clash.target }?.line, .keymap)
    }
  }

  private static let targets: [String: Keymap.Target] = Dictionary(
    (Action.allCases.map(Keymap.Target.action)
      + DialogKeys.all.flatMap(\.commands).map { .command($0.identifier) })
      .map { ($0.identifier, $0) },
    uniquingKeysWith: { first, _ in first }
  )

  private static func target(_ member: Node.Member) throws(DocumentError) -> Keymap.Target {
    if let target = targets[member.key] { return target }
    throw .unexpected(
      line: member.node.line,
      found: JSONValue.string(member.key).text(),
      expected: "the name of an action" + hint(member.key, among: targets.keys.sorted())
    )
  }

  /// Decodes a key or a list of keys, without duplicates.
  private static func keys(_ node: Node) throws(DocumentError) -> [Key] {
    guard let list = node.list else { return [try key(node)] }
    var keys: [Key] = []
    var known: Set<Key> = []
    for (index, node) in list.enumerated() {
      do throws(DocumentError) {
        let key = try key(node)
        if known.insert(key).inserted { keys.append(key) }
      } catch {
        throw error.inside("[\(index)]")
      }
    }
    return keys
  }

  private static func key(_ node: Node) throws(DocumentError) -> Key {
    guard let name = node.string else { throw node.mismatch(expected: "a key or a list of keys") }
    guard let key = Key(name: name) else {
      throw node.mismatch(expected: "a key" + hint(name, among: Key.names))
    }
    guard key.isDelivered else {
      throw node.mismatch(expected: "a key that terminals can send, such as ctrl-t or f5")
    }
    return key
  }
}
