import Documents
import FeatureFlags
import Testing

@testable import Flagd

struct FlagdDocumentTests {
  @Test(
    arguments: zip(
      [
        "[]", "{}", #"{"flags": 1}"#, #"{"flags": {}, "$evaluators": []}"#,
        #"{"flags": {}, "$evaluators": {"short": {}}}"#,
        "{\"flags\": {\n\"cart\": {\"variants\": {\"on\": true},\n\"defaultVariant\": \"of\"}}}",
        #"{"flags": {"cart": {"defaultVariant": 7}}}"#,
      ],
      [
        "file:1: found a list, expected an object",
        "file:1: \"flags\": found nothing, expected flags",
        "file:1: \"flags\": found 1, expected an object or a list of flags",
        "file:1: \"$evaluators\": found a list, expected an object",
        "file:1: \"$evaluators.short\": found an object, expected a rule",
        "file:3: \"flags.cart.defaultVariant\": found \"of\", expected a variant of the flag: \"on\"",
        "file:1: \"flags.cart.defaultVariant\": found 7, "
          + "expected no default variant without variants",
      ]
    )
  )
  func `a document that flagd rejects is rejected with the line and the path of the error`(
    text: String,
    message: String
  ) {
    do throws(DocumentError) {
      _ = try FlagdDocument(bytes: Array(text.utf8))
      Issue.record("no error")
    } catch {
      #expect(error.description(in: "file") == message)
    }
  }

  @Test
  func `each violation of the schema causes a warning with its line`() throws {
    let document = try FlagdDocument(
      """
      { "metadata": { "owner": [] },
        "flags": {
        "a": { "variants": { "on": true }, "targeting": "on" },
        "b": { "state": "enabled", "variants": {} },
        "c": { "state": "ENABLED", "variants": { "": 1, "x": "y", "list": [] } },
        "d": 7,
        "a": { "state": "ENABLED", "variants": { "on": true } } } }
      """
    )
    #expect(
      document.problems.map { "\($0.line ?? 0) \($0.feature ?? "-"): \($0.fact)" } == [
        "7 a: is defined twice; this definition replaces the one on line 3",
        "1 -: \"metadata.owner\" is a list, expected a text, a number or a Boolean",
        "3 a: \"targeting\" is \"on\", expected an object",
        "3 a: \"state\" is missing, expected \"ENABLED\" or \"DISABLED\"; the flag is evaluated",
        "4 b: \"state\" is \"enabled\", expected \"ENABLED\" or \"DISABLED\"; the flag is evaluated",
        "4 b: \"variants\" is an object, expected an object with at least one variant",
        "5 c: has a variation with an empty name, expected a name",
        "5 c: \"variants.list\" is a list, expected a Boolean, a text, a number or an object",
        "5 c: has variants of different types; an app gets an error for those of another type",
        "6 d: \"d\" is a number, expected an object, so the flag is left out",
      ]
    )
    #expect(document.features.map(\.name) == ["a", "b", "c"])
  }

  @Test
  func `unknown operators, invalid operands and unknown variants in rules are reported`() throws {
    let document = try FlagdDocument(
      """
      { "$evaluators": { "inner": { "!": [{ "$ref": "other" }] }, "other": { "abs": 1 } },
        "flags": { "a": { "state": "ENABLED", "variants": { "one": "uno", "1": "eins" }, "targeting":
        { "if": [{ "$ref": "nobody" }, "uno",
          { "in": [1, "123"] }, 1,
          { "===": [{ "var": "x" }, []] }, "one",
          { "sem_ver": ["1", "==", "1"] }, "tres",
          { "cat": [true, "x "] }, null,
          { "starts_with": ["x"] }, { "fractional": [["one", 1.5]] },
          { "fractionalEvaluation": [] }] } } } }
      """
    )
    #expect(
      document.problems.map { "\($0.line ?? 0) \($0.feature ?? "-"): \($0.fact)" } == [
        "1 -: shared rule \"inner\": unknown operator \"$ref\"; references in shared rules are not "
          + "replaced: the evaluation fails",
        "1 -: shared rule \"other\": \"abs\" exists only in the flagd daemon; other providers fail",
        "3 a: unknown operator \"$ref\"; no shared rule is named \"nobody\": the evaluation fails",
        "4 a: \"in\" finds a number in a text, expected a text: the evaluation fails",
        "5 a: \"===\" compares a list, which is never equal",
        "6 a: \"sem_ver\" returns null: found \"==\", expected one of = != < <= > >= ^ ~",
        "7 a: \"cat\" joins a Boolean: the evaluation fails",
        "7 a: \"cat\" begins or ends with white space, which only the daemon removes",
        "8 a: \"starts_with\" returns null: the number of operands is 1, expected 2",
        "8 a: \"fractional\" returns null: a weight is 1.5, expected a whole number",
        "9 a: unknown operator \"fractionalEvaluation\"; its name is \"fractional\" since 2025: "
          + "the evaluation fails",
        "3 a: returns \"uno\", which is no variant, but the value of the variant \"one\"",
        "4 a: returns the number 1; engines differ in its text, use a text",
        "6 a: returns \"tres\", which is no variant",
      ]
    )
  }

  @Test(
    arguments: [
      (#"{"fractional": [{"var": "k"}, ["a", 0], ["b", 0]]}"#, "the sum of the weights is 0"),
      (#"{"fractional": ["k", "a", "b"]}"#, "an entry is a text, expected a variant with a weight"),
      (#"{"if": [{"sem_ver": [{"var": "v"}, ">", "1.x"]}, "a"]}"#, "\"1.x\" is not a version"),
      (#"{"if": [{"ends_with": [{"var": "v"}, 7]}, "a"]}"#, "found a number, expected texts"),
    ]
  )
  func `an operand for which fractional, sem_ver or ends_with returns null is reported`(
    rule: String,
    expected: String
  ) throws {
    let variants = #"{"a": "A", "b": "B"}"#
    let document = try FlagdDocument(
      #"{"flags": {"f": {"state": "ENABLED", "variants": \#(variants), "targeting": \#(rule)}}}"#
    )
    #expect(document.problems.map { "\($0.fact)" }.first?.contains(expected) == true)
  }

  @Test(
    arguments: [
      #"{"fractional": [{"var": "k"}, ["a", {"var": "weight"}], ["b"]]}"#,
      #"{"fractional": [["a", 1], ["b", 1]]}"#,
      #"{"if": [{"sem_ver": [{"var": "v"}, {"var": "comparison"}, "v1.2"]}, "a"]}"#,
    ]
  )
  func `valid operands of fractional and sem_ver are not reported`(
    rule: String
  ) throws {
    let variants = #"{"a": "A", "b": "B"}"#
    let document = try FlagdDocument(
      #"{"flags": {"f": {"state": "ENABLED", "variants": \#(variants), "targeting": \#(rule)}}}"#
    )
    #expect(document.problems.isEmpty)
  }

  @Test
  func `a JSON5 document with a list of flags and metadata of the flag set is parsed`() throws {
    let document = try FlagdDocument(
      """
      { metadata: { flagSetId: 'shop', version: 2, none: null },
        flags: [{ key: 'a', state: 'ENABLED', variants: { x: 1, y: 2.5 }, metadata: { version: 3 } },
          { state: 'ENABLED' }] }
      """
    )
    let feature = try #require(document.features.first)
    #expect(document.features.count == 1)
    #expect(feature.section == "shop")
    #expect(feature.definition.metadata.map(\.key) == ["flagSetId", "version"])
    #expect(feature.definition.metadata.map(\.value) == ["shop", 3])
    #expect(feature.declaredVariables.map(\.value) == [.double(1)])
    #expect(document.problems.map(\.feature) == [nil, nil, "#2"])
  }

  @Test(
    arguments: zip(
      [
        #"{"$schema": "https://flagd.dev/schema/v0/flags.json", "flags": {}}"#,
        #"{"$schema": "../schemas/flagd-definitions.json", "flags": {"a": {}}}"#,
        #"{"flags": {"a": {"state": "ENABLED", "variants": {"on": true}}}}"#,
        #"{"flags": [{"key": "a", "state": "ENABLED", "variants": {"on": true}}]}"#,
        #"{"flags": {"a": {"on": true, "variations": [true, false]}}, "segments": {}}"#,
        #"{"flags": {}}"#, "flags: {}", #"{"flags": {"a": {"state": "ENABLED"}}}"#,
        #"{"flags": {"a": null, "b": {"state": "ENABLED", "variants": {"on": true}}}}"#,
        #"{"flags": {}, "segments": {}}"#, #"{"flags": {"a": {}}}"#,
        #"{"features": [{"name": "flagd variants"}], "flags": {}}"#,
        #"{"flags": {"a": {"variants""#,
      ],
      [true, true, true, true, false, true, true, true, true, false, false, false, false]
    )
  )
  func `a document is recognised by its schema or by its flags`(text: String, isFlagd: Bool) {
    #expect(ConfigurationFormat.flagd().recognises(Array(text.utf8)) == isFlagd)
  }

  @Test(arguments: [2, 20])
  func `the last of several variants or metadata entries with one name is used`(count: Int) throws {
    let variants = (0..<count).map { "\"v\($0 / 2)\": \($0)" }.joined(separator: ", ")
    let document = try FlagdDocument(
      """
      { "flags": { "a": { "state": "ENABLED", "variants": { \(variants) },
        "metadata": { "owner": "ana", "owner": "ben" } } } }
      """
    )
    let feature = try #require(document.features.first)
    #expect(feature.testVariations.map(\.rawValue) == (0..<count / 2).map { "v\($0)" })
    let values = document.flags[0].outcomes.compactMap { $0.variables.first?.value }
    #expect(values == (0..<count / 2).map { .integer(2 * $0 + 1) })
    #expect(feature.definition.metadata.map(\.value) == ["ben"])
  }
}
