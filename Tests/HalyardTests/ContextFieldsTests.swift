import Dashboard
import FeatureFlags
import Testing

@testable import halyard

/// Tests the text fields in which a user edits an evaluation context with several kinds.
struct ContextFieldsTests {
  private static let multi: [String: AttributeValue] = [
    "kind": "multi",
    "user": .object(["key": "ana", "plan": "gold"]),
    "org": .object(["key": "o1"]),
    "device": .object(["key": "d1", "os": "Linux"]),
  ]

  @Test
  func `the user fields include each kind of the context and each kind that the source reads`() {
    let context = EvaluationContext(targetingKey: "other", attributes: Self.multi)
    let fields = UserFields(context, kinds: ["org", "team"])
    #expect(fields.key == "ana")
    #expect(fields.attributes == #"{"plan":"gold"}"#)
    #expect(
      fields.kinds == [
        UserFields.Kind("device", text: #"{"key":"d1","os":"Linux"}"#),
        UserFields.Kind("org", text: "o1"),
        UserFields.Kind("team"),
      ]
    )
  }

  @Test(arguments: [
    EvaluationContext(targetingKey: "ana", attributes: multi),
    EvaluationContext(targetingKey: "ana", attributes: ["plan": "gold"]),
    EvaluationContext(targetingKey: "o1", attributes: ["kind": "org", "key": "o1", "size": 3]),
    EvaluationContext(targetingKey: "{", attributes: ["kind": "org", "key": "{"]),
    EvaluationContext(attributes: [
      "kind": "multi", "org": .object(["key": "o1"]), "team": .object(["key": "t"]),
    ]),
    EvaluationContext(attributes: ["kind": "multi", "org": "malformed"]),
    EvaluationContext(attributes: ["kind": 3]),
  ])
  func `converting an evaluation context to text fields and back gives the same context`(
    context: EvaluationContext
  ) throws {
    #expect(try EvaluationContext(UserFields(context, kinds: ["org"])) == context)
  }

  private static let joined: [(fields: UserFields, attributes: [String: AttributeValue])] = [
    (UserFields(key: "ana"), [:]),
    (
      UserFields(key: "ana", kinds: [UserFields.Kind("org", text: " o1 ")]),
      ["kind": "multi", "user": .object(["key": "ana"]), "org": .object(["key": "o1"])]
    ),
    (
      UserFields(key: "", kinds: [UserFields.Kind("org", text: "o1")]),
      ["kind": "org", "key": "o1"]
    ),
    (
      UserFields(key: "", attributes: #"{"plan": 1}"#, kinds: [UserFields.Kind("org", text: "o1")]),
      ["kind": "multi", "user": .object(["plan": 1]), "org": .object(["key": "o1"])]
    ),
  ]

  @Test(arguments: joined)
  func `text fields become an evaluation context with one object for each kind`(
    fields: UserFields,
    attributes: [String: AttributeValue]
  ) throws {
    #expect(try EvaluationContext(fields).attributes == attributes)
  }

  @Test(arguments: [
    (#"{"plan": "gold"}"#, "", #"org "{"plan": "gold"}": expected a text in "key""#),
    ("{", "", #"org "{": "#),
    ("o1", #"{"kind": "user"}"#, #"found the kind "user", expected the attributes of the user"#),
  ])
  func `malformed text in the field of a context kind is an error with the name of the field`(
    part: String,
    attributes: String,
    message: String
  ) throws {
    let kinds = [UserFields.Kind("org", text: part)]
    let error = #expect(throws: UserTextError.self) {
      try EvaluationContext(UserFields(key: "ana", attributes: attributes, kinds: kinds))
    }
    #expect(try #require(error).description.contains(message))
  }
}
