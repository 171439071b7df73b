import Testing

@testable import Unleash

struct DependencyTests {
  private func isOn(_ dependencies: String, _ context: String = "{}") throws -> Bool {
    try UnleashSample(
      #"""
      {"version": 1, "features": [
        {"name": "f", "enabled": true, "strategies": [], "dependencies": \#(dependencies)},
        {"name": "on", "enabled": true, "strategies": [], "variants": [{"name": "a", "weight": 1}]},
        {"name": "off", "enabled": false, "strategies": []},
        {"name": "gold", "enabled": true, "strategies": [{"name": "default", "constraints": [
          {"contextName": "plan", "operator": "IN", "values": ["gold"]}]}]},
        {"name": "child", "enabled": true, "strategies": [], "dependencies": [{"feature": "on"}]}]}
      """#
    ).isOn(context)
  }

  @Test(
    arguments: [
      (#"[{"feature": "on"}]"#, true), (#"[{"feature": "off"}]"#, false),
      (#"[{"feature": "on"}, {"feature": "off"}]"#, false),
      (#"[{"feature": "off", "enabled": false}]"#, true),
      (#"[{"feature": "on", "enabled": false}]"#, false),
      (#"[{"feature": "none"}]"#, false), (#"[{"feature": "child"}]"#, false),
      (#"[{"feature": "on", "variants": ["a", "b"]}]"#, true),
      (#"[{"feature": "on", "variants": ["b"]}]"#, false),
      (#"[{"feature": "off", "variants": ["a"]}]"#, false), (#"[{"feature": "f"}]"#, false),
    ]
  )
  func `a flag is on if all flags on which it depends have the expected state and variant`(
    dependencies: String,
    expected: Bool
  ) throws {
    #expect(try isOn(dependencies) == expected)
  }

  @Test
  func `a dependency is evaluated for the user of the dependent flag`() throws {
    #expect(try isOn(#"[{"feature": "gold"}]"#, #"{"plan": "gold"}"#))
    #expect(try !isOn(#"[{"feature": "gold"}]"#))
  }
}
