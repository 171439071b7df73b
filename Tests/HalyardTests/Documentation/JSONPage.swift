import Documents
import TestSupport

/// The page about the JSON of the commands: the members of each kind of object, and the examples.
struct JSONPage {
  /// A section of the page, from a heading to the next one.
  struct Section {
    let title: String
    let text: String

    /// The type that the command prints; `nil` for a section without a command, or with lines of events.
    var output: String? {
      let form = /`[^`]+` prints (?:an? )?(list of )?\[[^\]]+\]\(#([^)]+)\)\./
      return text.split(separator: "\n").lazy.compactMap { $0.wholeMatch(of: form)?.output }.first
        .map { "\($0.1 ?? "")[\($0.2.replacing("-", with: " "))](#\($0.2))" }
    }

    /// The command lines of the first block, in their order.
    var commands: [String] {
      let block = text.firstMatch(of: /```console\n((?:.|\n)*?)```/)?.output.1 ?? ""
      return block.split(separator: "\n").map(String.init)
    }

    /// The example of the output.
    var example: String? {
      text.firstMatch(of: /```json\n((?:.|\n)*?)```/).map { String($0.output.1) }
    }

    /// The members of the object that the section describes, with their types.
    var members: [(name: String, type: String)] {
      DocumentationPage.tables(in: text.split(separator: "\n")).joined().compactMap { row in
        guard row.count == 3, row[0].hasPrefix("`"), row[0].hasSuffix("`") else { return nil }
        return (String(row[0].dropFirst().dropLast()), row[1])
      }
    }
  }

  static let path = "docs/reference/json.md"
  let page: DocumentationPage
  let sections: [Section]

  init() throws {
    page = try DocumentationPage(Self.path)
    sections = page.text.split(separator: #/(?m)^###+[ ]/#).dropFirst().map { part in
      let end = part.firstIndex(of: "\n") ?? part.endIndex
      return Section(title: String(part[..<end]).lowercased(), text: String(part[end...]))
    }
  }

  /// The section of a command, such as `halyard list`.
  func section(of command: String) -> Section? {
    sections.first { $0.title == "halyard " + command }
  }
}

// MARK: Types

extension JSONPage {
  /// Returns a line for each difference between a value and its documented type.
  func problems(of value: JSONValue, as type: String, at path: String = "output") -> [String] {
    let alternatives = type.components(separator: " or ").filter { $0 != "absent" }
    let found = alternatives.map { problems(of: value, asOne: $0, at: path) }
    return found.contains([]) ? [] : found.first { !$0.isEmpty } ?? ["\(path): no type"]
  }

  private func problems(of value: JSONValue, asOne type: String, at path: String) -> [String] {
    let mismatch = ["\(path): found \(value.text().prefix(60)), expected \(type)"]
    if let link = type.firstMatch(of: /^\[([^\]]+)\]\(#/) {
      guard case .object(let members) = value else { return mismatch }
      return problems(of: members, as: String(link.output.1), at: path)
    }
    if type.hasPrefix("list of "), case .list(let values) = value {
      return values.flatMap { problems(of: $0, as: String(type.dropFirst(8)), at: path + "[]") }
    }
    if type.hasPrefix("map of "), case .object(let members) = value {
      return members.flatMap { key, value in
        problems(of: value, as: String(type.dropFirst(7)), at: path + "." + key)
      }
    }
    let matches =
      switch value {
      case .null: type == "null"
      case .bool: type == "Boolean"
      case .integer, .number: type == "number"
      case .string(let text): type == "text" || type == "time" && text.contains(/^\d{4}-\d\d-\d\dT/)
      case .list, .object: false
      }
    return matches || type == "any" ? [] : mismatch
  }

  private func problems(
    of members: [(key: String, value: JSONValue)],
    as name: String,
    at path: String
  ) -> [String] {
    guard let section = sections.first(where: { $0.title == name.lowercased() }) else {
      return ["\(path): the page has no section \(name)"]
    }
    let known = section.members
    let missing = known.filter { member in
      !member.type.hasSuffix("absent") && !members.contains { $0.key == member.name }
    }
    return missing.map { "\(path).\($0.name): documented, and not in the output" }
      + members.flatMap { key, value in
        known.first { $0.name == key }.map {
          problems(of: value, as: $0.type, at: path + "." + key)
        }
          ?? ["\(path).\(key): not documented in \(name)"]
      }
  }
}

extension String {
  /// The parts between the separators.
  fileprivate func components(separator: String) -> [String] {
    split(separator: separator).map(String.init)
  }

  /// The text with fixed values for what differs from run to run: times, authors, identifiers and the build.
  var withoutRunValues: String {
    replacing(/\d{4}-\d\d-\d\dT[0-9:.]+Z/, with: "TIME").replacing(
      /"[a-z]+@[^"]+"/,
      with: "\"AUTHOR\""
    )
    .replacing(/"[0-9a-f]{16}"/, with: "\"ID\"").replacing(/etcd:\/\/[^"]+/, with: "TEAM")
    .replacing(/"(version|commit|swift|architecture)": [^,\n]+/) { "\"\($0.output.1)\": …" }
    .replacing(/"(modified|optimised|static|members)": [^,\n]+/) { "\"\($0.output.1)\": …" }
  }
}
