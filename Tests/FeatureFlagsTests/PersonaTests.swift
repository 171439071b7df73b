import Documents
import FeatureFlags
import Testing

/// Tests decoding personas: named users for whom a tester evaluates features.
struct PersonaTests {
  private func persona(_ json: String) throws -> Persona {
    try Persona(JSONReader.read(Array(json.utf8)))
  }

  @Test func `a persona has the key, the attributes and the segments of its JSON object`() throws {
    let json =
      #"{ name: "Gold", key: "ana", attributes: { plan: "gold", age: 42 }, segments: ["a"] }"#
    let user = EvaluationContext(
      targetingKey: "ana",
      attributes: ["plan": "gold", "age": 42],
      segments: ["a"]
    )
    #expect(try persona(json) == Persona(name: "Gold", user: user))
  }

  @Test func `the segments of a persona without segments are unknown, not empty`() throws {
    #expect(try persona(#"{ "name": "Anyone" }"#).user == EvaluationContext())
    #expect(try persona(#"{ "name": "No one", "segments": [] }"#).user.segments == [])
  }

  @Test(arguments: [
    ("5", "found 5, expected an object"), ("{}", "\"name\": found nothing, expected a text"),
    ("{ name: ' ' }", "\"name\": found \" \", expected a name"),
    ("{ name: 'A', key: 5 }", "\"key\": found 5, expected a text"),
    ("{ name: 'A', attributes: [] }", "\"attributes\": found a list, expected an object"),
    ("{ name: 'A', segments: ['a', 1] }", "\"segments[1]\": found 1, expected a text"),
  ])
  func `a malformed persona is an error that names the field`(json: String, message: String) {
    let error = #expect(throws: DocumentError.self) { try persona(json) }
    #expect(error.map { "\($0)" } == message)
  }
}
