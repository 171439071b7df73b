import FeatureFlags
import FoundationEssentials

@testable import Optimizely
@testable import OptimizelyEngine

/// Loads the test data in `Fixtures`.
enum Fixture {
  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: folder.appending(path: "Fixtures/\(name)")))
  }

  static func value(_ name: String) throws -> DataValue {
    try DataValue(json: String(decoding: try bytes(name), as: UTF8.self))
  }

  static func datafile(_ name: String) throws -> Datafile { try Datafile(bytes: try bytes(name)) }

  static func evaluator(_ name: String, order: ConjunctionOrder = .leftToRight) throws -> Evaluator
  {
    Evaluator(try datafile(name), order: order)
  }

  static let rules = "synthetic_rules.json"
  static let holdouts = "synthetic_holdouts.json"
}

extension DataValue {
  subscript(key: String) -> DataValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  var number: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }

  var items: [DataValue] { if case .list(let items) = self { items } else { [] } }

  var members: [String: DataValue] {
    if case .object(let members) = self { members } else { [:] }
  }

  var texts: [String: String] { members.compactMapValues(\.text) }
}

extension DataValue {
  init(_ value: VariableValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .number(Double(number))
    case .double(let number): self = .number(number)
    case .boolean(let flag): self = .bool(flag)
    case .json(let text): self = (try? DataValue(json: text)) ?? .null
    }
  }
}

extension UserContext {
  /// Creates the user of a recorded decision, with the forced decisions and variations.
  init(recorded: DataValue) {
    self.init(
      id: recorded["user"]?.text ?? "",
      attributes: recorded["attributes"]?.members ?? [:],
      segments: (recorded["qualifiedSegments"]?.items).map { Set($0.compactMap(\.text)) },
      profile: recorded["userProfile"]?.texts ?? [:]
    )
    for forced in recorded["forcedDecisions"]?.items ?? [] {
      let subject = ForcedDecision(
        flag: forced["flag"]?.text ?? "",
        rule: forced["rule"]?.text
      )
      forcedDecisions[subject] = forced["variation"]?.text
    }
  }
}
