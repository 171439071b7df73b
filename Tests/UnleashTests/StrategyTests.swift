import FeatureFlags
import Testing

@testable import Unleash

struct StrategyTests {
  @Test(
    arguments: [
      ("gr1", "123", 100, 0, 73), ("groupX", "999", 100, 0, 25),
      ("gr1", "123", 100, 86_028_157, 96),
      ("gr1", "123", 1000, 86_028_157, 796), ("groupX", "999", 100, 86_028_157, 60),
      ("groupX", "999", 1000, 86_028_157, 260), ("Feature.Variants.B", "2", 2, 86_028_157, 2),
      ("Feature.Variants.B", "26", 2, 86_028_157, 1),
      ("Feature.Variants.C", "2", 99, 86_028_157, 9),
      ("Feature.Variants.C", "26", 99, 86_028_157, 51),
      ("Feature.Variants.C", "41", 99, 86_028_157, 78),
    ]
  )
  func `the hash of a text in a group is that of the official engines`(
    group: String,
    text: String,
    count: Int,
    seed: UInt32,
    expected: Int
  ) {
    #expect(UnleashHash.number(group, text, in: count, seed: seed) == expected)
  }

  @Test(
    arguments: [
      (#""default""#, "{}", "{}", true),
      (#""userWithId""#, #"{"userIds": "a, b,c"}"#, #"{"userId": "b"}"#, true),
      (#""userWithId""#, #"{"userIds": "a, b"}"#, #"{"userId": "B"}"#, false),
      (#""userWithId""#, #"{"userIds": "a"}"#, "{}", false), (#""userWithId""#, "{}", "{}", false),
      (
        #""gradualRolloutUserId""#, #"{"percentage": "73", "groupId": "gr1"}"#,
        #"{"userId": "123"}"#, true
      ),
      (
        #""gradualRolloutUserId""#, #"{"percentage": 72, "groupId": "gr1"}"#, #"{"userId": "123"}"#,
        false
      ),
      (#""gradualRolloutUserId""#, #"{"percentage": "100", "groupId": "gr1"}"#, "{}", false),
      (#""gradualRolloutUserId""#, #"{"percentage": "100"}"#, #"{"userId": "123"}"#, false),
      (
        #""gradualRolloutSessionId""#, #"{"percentage": "73", "groupId": "gr1"}"#,
        #"{"sessionId": "123"}"#, true
      ),
      (#""gradualRolloutRandom""#, #"{"percentage": "100"}"#, "{}", true),
      (#""gradualRolloutRandom""#, #"{"percentage": "0"}"#, "{}", false),
      (
        #""remoteAddress""#, #"{"IPs": "10.0.0.0/8, ?, ::1"}"#, #"{"remoteAddress": "10.2.3.4"}"#,
        true
      ),
      (#""remoteAddress""#, #"{"IPs": "10.0.0.0/8, ?, ::1"}"#, #"{"remoteAddress": "::1"}"#, true),
      (#""remoteAddress""#, #"{"IPs": "10.0.0.0/8"}"#, "{}", false),
      (
        #""applicationHostname""#, #"{"hostNames": "WEB-1, web-2"}"#, #"{"hostName": "web-1"}"#,
        true
      ),
      (#""applicationHostname""#, #"{"hostNames": "web-2"}"#, #"{"hostName": "web-1"}"#, false),
      (#""applicationHostname""#, #"{"hostNames": "web-2"}"#, "{}", false),
      (#""flexibleRollout""#, #"{"rollout": "73", "groupId": "gr1"}"#, #"{"userId": "123"}"#, true),
      (#""flexibleRollout""#, #"{"rollout": 72, "groupId": "gr1"}"#, #"{"userId": "123"}"#, false),
      (
        #""flexibleRollout""#, #"{"rollout": "73", "groupId": "gr1"}"#, #"{"sessionId": "123"}"#,
        true
      ),
      (
        #""flexibleRollout""#, #"{"rollout": "73", "groupId": "gr1", "stickiness": "plan"}"#,
        #"{"plan": "123"}"#, true
      ),
      (#""flexibleRollout""#, #"{"rollout": "100", "stickiness": "plan"}"#, "{}", false),
      (#""flexibleRollout""#, #"{"rollout": "100"}"#, "{}", true),
      (#""flexibleRollout""#, #"{"rollout": "0"}"#, #"{"userId": "123"}"#, false),
      (#""flexibleRollout""#, #"{"rollout": "33.3"}"#, #"{"userId": "123"}"#, false),
      (#""flexibleRollout""#, #"{"rollout": "101"}"#, #"{"userId": "123"}"#, false),
      (#""flexibleRollout""#, "{}", #"{"userId": "123"}"#, false), (#""ours""#, "{}", "{}", false),
    ]
  )
  func `each strategy selects users by its parameters and their context`(
    name: String,
    parameters: String,
    context: String,
    expected: Bool
  ) throws {
    let sample = try UnleashSample(
      strategy: #"{"name": \#(name), "parameters": \#(parameters)}"#
    )
    #expect(try sample.isOn(context) == expected)
  }

  @Test
  func `without a group, a rollout hashes the name of the flag`() throws {
    let number = UnleashHash.number("f", "ana", in: 100)
    for (percent, expected) in [(number, true), (number - 1, false)] {
      let sample = try UnleashSample(
        strategy: #"{"name": "flexibleRollout", "parameters": {"rollout": "\#(percent)"}}"#
      )
      #expect(try sample.isOn(#"{"userId": "ana"}"#) == expected)
    }
  }

  @Test
  func `a flag without strategies is on, unless it is disabled`() throws {
    #expect(try UnleashSample(flag: #""strategies": []"#).isOn())
    #expect(try UnleashSample(flag: #""type": "release""#).isOn())
    #expect(try !UnleashSample(flag: #""strategies": [], "enabled": false"#).isOn())
  }

  @Test
  func `a disabled strategy is evaluated as in SDKs, with a warning`() throws {
    let sample = try UnleashSample(strategy: #"{"name": "default", "disabled": true}"#)
    #expect(try sample.isOn())
    let broken = try UnleashSample(
      flag:
        #""strategies": [{"name": "default", "disabled": true, "segments": [3]}, {"name": "default"}]"#
    )
    #expect(try !broken.isOn())
    let warning =
      "warning:1 f strategy \"default\": SDKs ignore \"disabled\", and evaluate the strategy; "
      + "servers leave it out"
    #expect(sample.problems == [warning] && broken.problems.contains(warning))
    let enabled = try UnleashSample(strategy: #"{"name": "default", "disabled": false}"#)
    #expect(enabled.problems.isEmpty)
  }

  @Test
  func `a strategy is met only if the constraints of all its segments are met`() throws {
    let segments = #"""
      [{"id": 1, "name": "gold", "constraints": [
        {"contextName": "plan", "operator": "IN", "values": ["gold"]}]},
       {"id": 2, "name": "everyone", "constraints": []}]
      """#
    let sample = try UnleashSample(
      strategy: #"{"name": "default", "segments": [1, 2]}"#,
      segments: segments
    )
    #expect(try sample.isOn(#"{"plan": "gold"}"#))
    #expect(try !sample.isOn())
    let broken = try UnleashSample(strategy: #"{"name": "default", "segments": [3]}"#)
    #expect(try !broken.isOn())
    #expect(
      broken.problems == [
        "error:1 f strategy \"default\": segment 3 is missing; the whole flag is off, "
          + "and for SDKs on Node only the strategy"
      ]
    )
  }

  @Test(
    arguments: [
      (#""strategies": []"#, EvaluationReason.fixed), (#""enabled": false"#, .disabled),
      (#""strategies": [{"name": "default"}]"#, .byDefault),
      (
        #""strategies": [{"name": "userWithId", "parameters": {"userIds": "ana"}}]"#,
        .targetingMatch
      ),
      (#""strategies": [{"name": "userWithId", "parameters": {"userIds": "ben"}}]"#, .byDefault),
      (#""strategies": [{"name": "flexibleRollout", "parameters": {"rollout": "99"}}]"#, .split),
      (
        #""strategies": [{"name": "flexibleRollout", "parameters": {"rollout": "100"}}]"#,
        .byDefault
      ),
      (
        #""strategies": [], "variants": [{"name": "a", "weight": 1}, {"name": "b", "weight": 1}]"#,
        .split
      ),
      (#""strategies": [], "variants": [{"name": "a", "weight": 1}]"#, .fixed),
    ]
  )
  func `each kind of result is mapped to a reason of OpenFeature`(
    flag: String,
    expected: EvaluationReason
  ) throws {
    #expect(try UnleashSample(flag: flag).reason(#"{"userId": "ana"}"#) == expected)
  }
}
