/// Finds misspelt members and duplicate keys in a document of nodes.
struct MemberInspection {
  /// Whether to search for duplicate keys.
  private let findsDuplicates: Bool
  private(set) var findings: [DocumentFinding] = []
  private var spelling = NearestMembers()
  /// The key of the flag whose members are inspected; `nil` outside of the flags.
  private var flag: String?

  /// Creates an inspection; if it does not search for duplicate keys, it skips values without known
  /// members.
  init(findsDuplicates: Bool) { self.findsDuplicates = findsDuplicates }

  /// Inspects a value and all values inside of it.
  mutating func inspect(_ node: Node, as part: MemberTable.Part) {
    switch node.value {
    case .object(let members):
      if findsDuplicates, members.hasDuplicate {
        inspectDuplicates(members, areFlags: part.isFlags)
      }
      switch part {
      case .value: if findsDuplicates { inspectValues(members) }
      case .map(let value): for member in members { inspect(member.node, as: value) }
      case .flags(let table, _):
        for member in members {
          flag = member.key
          inspect(member.node, as: .objects(table))
        }
        flag = nil
      case .objects(let table): inspect(members, in: table)
      }
    case .list(let elements):
      for element in elements where element.isContainer { inspect(element: element, as: part) }
    case .null, .bool, .number, .integer, .string, .opaque: break
    }
  }

  private mutating func inspectValues(_ members: [Node.Member]) {
    for member in members where member.node.isContainer { inspect(member.node, as: .value) }
  }

  private mutating func inspect(element: Node, as part: MemberTable.Part) {
    switch part {
    case .value, .objects: inspect(element, as: part)
    case .map: inspect(element, as: .value)
    case .flags(let table, let name):
      flag = element[name]?.string
      inspect(element, as: .objects(table))
      flag = nil
    }
  }

  private mutating func inspect(_ members: [Node.Member], in table: MemberTable) {
    lazy var present = KnownMembers(members, in: table)
    for member in members {
      if let index = table.index(of: member.key) {
        if member.node.isContainer { inspect(member.node, as: table.parts[index]) }
      } else {
        let nearest = spelling.nearest(to: member.key, in: table, without: present)
        if let nearest {
          report(.unknownMember(member.key, nearest: nearest), line: member.node.line)
        }
        inspect(member.node, as: .value)
      }
    }
  }

  private mutating func inspectDuplicates(_ members: [Node.Member], areFlags: Bool) {
    var lines: [[UInt8]: Int?] = [:]
    for member in members {
      let key = Array(member.key.utf8)
      guard let first = lines.updateValue(member.node.line, forKey: key) else { continue }
      guard areFlags else {
        report(.duplicateKey(member.key, firstLine: first), line: member.node.line)
        continue
      }
      flag = member.key
      report(.duplicateFlag(firstLine: first), line: member.node.line)
      flag = nil
    }
  }

  private mutating func report(_ fact: DocumentFinding.Fact, line: Int?) {
    findings.append(DocumentFinding(fact: fact, line: line, flag: flag))
  }
}

extension MemberTable.Part {
  fileprivate var isFlags: Bool { if case .flags = self { true } else { false } }
}

extension Node {
  /// Whether the value is a list or an object.
  fileprivate var isContainer: Bool {
    switch value {
    case .list, .object: true
    case .null, .bool, .number, .integer, .string, .opaque: false
    }
  }
}
