import Foundation
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests the models with the names and labels of the original SDK.
struct SlotTests {
  private typealias Variable = ExperimentVariable

  @Test(
    arguments: [
      (.bool(true), ["bool"]), (.int(1), ["int"]), (.int64(1), ["int64"]),
      (.double(1), ["double"]), (.string("s"), ["string"]), (.list([]), ["list"]),
      (.dictionary([:]), ["dictionary"]), (.empty, []),
    ] as [(ExperimentVariable, [String])]
  )
  func `of the typed properties of a variable, only the one for its data type has a value`(
    variable: ExperimentVariable,
    filled: [String]
  ) {
    let slots: [(String, Any?)] = [
      ("bool", variable.boolValue), ("int", variable.intValue), ("int64", variable.int64Value),
      ("double", variable.doubleValue), ("string", variable.stringValue),
      ("list", variable.listValue), ("dictionary", variable.dictionaryValue),
    ]
    #expect(slots.filter { $0.1 != nil }.map(\.0) == filled)
    #expect(variable.hasValue == !filled.isEmpty)
    #expect((variable.value != nil) == !filled.isEmpty)
  }

  @Test func `the memberwise initialiser creates the same variables as the factory methods`() {
    #expect(Variable(boolValue: true, dataType: .boolean) == .bool(true))
    #expect(Variable(intValue: 1, dataType: .int) == .int(1))
    #expect(Variable(int64Value: 1, dataType: .long) == .int64(1))
    #expect(Variable(doubleValue: 1, dataType: .double) == .double(1))
    #expect(Variable(stringValue: "s", dataType: .string) == .string("s"))
    #expect(Variable(listValue: [.int(1)]) == .list([.int(1)]))
    #expect(Variable(dictionaryValue: ["a": .int(1)]) == .dictionary(["a": .int(1)]))
    #expect(Variable() == .empty)
    #expect(Variable(intValue: 1) != .int(1), "the type is part of the value")
    #expect(Variable(intValue: 1, stringValue: "s").stringValue == nil, "the first argument wins")
  }

  @Test func `the untyped value of a variable is not a nested optional`() {
    #expect(Variable.int(3).value as? Int == 3)
    #expect(Variable.list([.int(3)]).value as? [ExperimentVariable] == [.int(3)])
    #expect("\(Variable.string("s").value as Any)" == #"Optional("s")"#)
  }

  @Test(
    arguments: [
      ("long", .long), ("BOOLEAN", .boolean), ("Int", .int), ("NUMBER", nil), ("", nil), (nil, nil),
    ] as [(String?, DataType?)]
  )
  func `a data type is parsed ignoring letter case`(name: String?, type: DataType?) {
    #expect(DataType.fromApiValue(name) == type)
  }

  @Test func `the default value of a data type is the fallback of its getter`() {
    #expect(
      DataType.allCases.map { "\($0.apiValue) \($0.defaultValue)" } == [
        "BOOLEAN false", "STRING ", "INT -1", "DOUBLE -1.0", "LONG -1",
      ]
    )
    #expect(DataType.long.defaultValue is Int64)
  }

  @Test func `an experiment with an empty variable has no variables`() {
    func experiment(_ variables: ExperimentVariable?) -> Experiment {
      Experiment(
        experimentId: "1",
        userIdentifierType: "user_id",
        status: "active",
        variables: variables,
        experimentKey: "k",
        variantName: "v"
      )
    }
    #expect(experiment(.dictionary([:])).hasVariables)
    #expect(!experiment(.empty).hasVariables && !experiment(nil).hasVariables)
    #expect(
      "\(experiment(nil))" == "Experiment k (1, active): variant v, without variables"
    )
    #expect("\(ExperimentVariant(from: experiment(nil)))" == "ExperimentVariant 1: v")
  }

  @Test func `a response and its error are unchanged by encoding and decoding`() throws {
    let error = ExperimentResponseError(message: "no", code: "17")
    let response = ExperimentResponse(data: [], error: error)
    let data = try JSONEncoder().encode(response)
    #expect(try JSONDecoder().decode(ExperimentResponse.self, from: data) == response)
    #expect("\(response)" == #"ExperimentResponse: the error "no" (code 17)"#)
    #expect("\(ExperimentResponse(data: []))" == "ExperimentResponse: 0 experiments")
    #expect("\(ExperimentResponse())" == "ExperimentResponse: nothing to fetch")
  }

  @Test func `a snapshot without a timestamp has the current time`() {
    let before = Date().timeIntervalSince1970
    let snapshot = ExperimentSnapshot(data: [:])
    #expect((before...Date().timeIntervalSince1970).contains(snapshot.timestamp))
    #expect(
      "\(ExperimentSnapshot(timestamp: 1_790_000_001, data: [:]))"
        == "ExperimentSnapshot: 0 experiments at 2026-09-21T14:13:21Z"
    )
  }
}
