import Documents
import FeatureFlags
import Targeting

/// A condition on one field of the context, compiled when the document is parsed.
final class UnleashConstraint: Sendable {
  let field: ContextField
  /// The name of the operator in the document, such as `STR_CONTAINS`.
  let operatorName: String
  /// The values of an operator with a list; one value for other operators.
  let values: [String]
  let isInverted: Bool
  let ignoresCase: Bool
  /// The check of the user's text; `nil` for a constraint that is false even if it is inverted.
  private let test: ValueTest?
  /// The reason why engines switch the whole flag off; `nil` if the constraint can be compiled.
  let defect: String?
  /// The facts that a tester must know about the constraint.
  let remarks: [String]

  init(_ fields: some DocumentFields) throws(DocumentError) {
    field = ContextField(try fields.text("contextName"))
    operatorName = try fields.text("operator")
    isInverted = try fields.optionalFlag("inverted") ?? false
    ignoresCase = try fields.optionalFlag("caseInsensitive") ?? false
    let operands = ValueTest.Operands(
      name: operatorName,
      values: try fields.scalars("values"),
      value: try fields.optionalScalar("value"),
      ignoresCase: ignoresCase
    )
    let isOfList = ["IN", "STR", "NOT"].contains(operatorName.prefix { $0 != "_" })
    values = isOfList ? operands.values : operands.value.map { [$0] } ?? []
    var remarks: [String] = []
    do throws(ValueTest.Defect) {
      test = try ValueTest(operands, &remarks)
      defect = nil
    } catch {
      (test, defect) = (nil, "\(field.name) \(operatorName): \(error.text)")
    }
    if operatorName.hasPrefix("DATE"), field != .currentTime {
      remarks.append(
        "\(operatorName) reads \"\(field.name)\"; SDKs on Node compare the current time"
      )
    }
    self.remarks = remarks
  }

  /// Whether the user meets the constraint; meaningless after too many steps.
  func isMet(by user: UnleashUser, _ steps: StepCounter) -> Bool {
    test.map { $0.isMet(field, by: user, steps) != isInverted } ?? false
  }

  /// The constraint as people write it, with at most five values.
  var title: String {
    let quoted = values.prefix(5).map { JSONValue.string($0).text() }
    let rest = values.count > 5 ? " and \(values.count - 5) more" : ""
    let list = quoted.isEmpty ? "nothing" : quoted.joined(separator: ", ") + rest
    let letterCase = ignoresCase ? " in any case" : ""
    return "\(field.name) \(isInverted ? "not " : "")\(operatorName) \(list)\(letterCase)"
  }

  /// The trace of the constraint for a user.
  func node(for user: UnleashUser, _ steps: StepCounter) -> ConditionNode {
    let found = user.text(of: field)
    return ConditionNode(
      title,
      found: found.map(AttributeValue.string),
      Explanation.Verdict(isMet(by: user, steps)),
      cause: defect ?? (found == nil ? "the user has no \(field.name)" : nil)
    )
  }
}

/// A named group of constraints, which strategies share.
struct UnleashSegment: Sendable {
  let id: Int
  let name: String
  let constraints: [UnleashConstraint]
  /// The reason why engines switch flags with the segment off; `nil` for none.
  let defect: String?
  let line: Int?

  init(_ fields: some DocumentFields, line: Int?) throws(DocumentError) {
    id = try fields.wholeNumber("id")
    name = try fields.optionalText("name") ?? "\(id)"
    constraints = try fields.objects("constraints", of: UnleashConstraint.init)
    defect = constraints.lazy.compactMap(\.defect).first
    self.line = line
  }

  /// The trace of the segment for a user.
  func node(for user: UnleashUser, _ steps: StepCounter) -> ConditionNode {
    let nodes = constraints.map { $0.node(for: user, steps) }
    let isMet = nodes.allSatisfy { $0.verdict == .yes }
    return ConditionNode("segment \"\(name)\"", Explanation.Verdict(isMet), parts: nodes)
  }
}
