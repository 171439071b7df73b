package import Documents
package import FeatureFlags
package import Targeting

/// The events that an SDK posts: counts of evaluations, and single evaluations with their contexts.
package struct LaunchDarklyEvents: Sendable {
  /// The evaluation counts of each flag, in the order of the request.
  ///
  /// Results of true and false are counted as on and off. Other results are also counted by the name of
  /// the variation, which is its index.
  package private(set) var counts: [EvaluationCounts] = []
  /// The single evaluations of flags with event tracking, in the order of the request.
  package private(set) var evaluations: [Evaluation] = []

  /// A single evaluation of a flag.
  package struct Evaluation: Sendable {
    package let flag: String
    package let result: Result
    package let context: AttributeValue
  }

  /// The result of an evaluation.
  package struct Result: Hashable, Sendable {
    /// The index of the variation; `nil` if the app used its own default.
    package let variation: Int?
    package let value: AttributeValue

    fileprivate init(_ fields: FieldReader) throws(DocumentError) {
      variation = try fields.optionalWholeNumber("variation")
      value = fields.value("value").map(AttributeValue.init) ?? .null
    }
  }

  /// Parses the body of a request, and skips events of other kinds, such as those of experiments.
  ///
  /// - Throws: An error with the path and the line of a missing or malformed field.
  package init(bytes: [UInt8]) throws(DocumentError) {
    let document = try JSONReader.read(bytes, as: .json)
    guard let events = document.list else { throw document.mismatch(expected: "a list of events") }
    for (index, event) in events.enumerated() {
      do throws(DocumentError) { try read(try FieldReader(event)) } catch {
        throw error.inside("[\(index)]")
      }
    }
  }

  private mutating func read(_ fields: FieldReader) throws(DocumentError) {
    switch try fields.text("kind") {
    case "summary":
      for member in try fields.optionalMembers("features") ?? [] {
        do throws(DocumentError) { try readCounters(of: member) } catch {
          throw error.inside("features.\(member.key)")
        }
      }
    case "feature":
      evaluations.append(
        Evaluation(
          flag: try fields.text("key"),
          result: try Result(fields),
          context: Self.context(fields)
        )
      )
    default: break
    }
  }

  private mutating func readCounters(of flag: Node.Member) throws(DocumentError) {
    var counts = EvaluationCounts(flag: flag.key)
    for counter in try FieldReader(flag.node).value("counters")?.list ?? [] {
      let fields = try FieldReader(counter)
      let result = try Result(fields)
      let count = try fields.value("count", expected: "a count", read: EvaluationCounts.count)
      if result.value == false {
        counts.off += count
        continue
      }
      counts.on += count
      guard result.value != true else { continue }
      counts.variants[result.variation.map(String.init) ?? "default of the app", default: 0] +=
        count
    }
    self.counts.append(counts)
  }

  /// The context of an event.
  ///
  /// Older SDKs send only the keys of a context, by context kind.
  private static func context(_ fields: FieldReader) -> AttributeValue {
    if let context = fields.value("context") ?? fields.value("user") {
      return AttributeValue(context)
    }
    let keys = fields.value("contextKeys")?.members ?? []
    let parts = keys.map { member in
      (member.key, AttributeValue.object(["key": AttributeValue(member.node)]))
    }
    return .object(Dictionary(parts + [("kind", .string("multi"))]) { $1 })
  }
}
