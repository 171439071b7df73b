import FeatureFlags
import Testing

@testable import Unleash

struct TraceTests {
  @Test
  func `a trace has the dependencies, the constraints with the user's values, and the hashes`()
    throws
  {
    let sample = try UnleashSample(
      #"""
      {"version": 2, "segments": [{"id": 1, "name": "north", "constraints": [
        {"contextName": "country", "operator": "IN", "values": ["no", "se"]}]}],
       "features": [
        {"name": "parent", "enabled": true, "strategies": []},
        {"name": "f", "enabled": true, "dependencies": [{"feature": "parent"}],
         "variants": [{"name": "a", "weight": 500}, {"name": "b", "weight": 500}],
         "strategies": [
          {"name": "default", "title": "Testers", "constraints": [
            {"contextName": "email", "operator": "STR_ENDS_WITH", "values": ["@test"],
             "caseInsensitive": true}]},
          {"name": "flexibleRollout", "segments": [1],
           "parameters": {"rollout": "90", "groupId": "g"}}]}]}
      """#
    )
    let context = #"{"userId": "ana", "email": "ana@shop", "country": "no"}"#
    let number = UnleashHash.number("g", "ana", in: 100)
    let bucket = UnleashHash.number("f", "ana", in: 1000, seed: UnleashHash.variantSeed)
    let name = bucket <= 500 ? "a" : "b"
    #expect(
      try sample.trace(context) == """
        on in the environment -> none
        dependency "parent" -> none
          yes on; it is on
        strategy "Testers" -> none
          no email STR_ENDS_WITH "@test" in any case, the user has "ana@shop"
        strategy "flexibleRollout" -> \(name)
          yes segment "north"
            yes country IN "no", "se", the user has "no"
          yes rollout 90 %: "g:ana" is \(number) of 100
          - variants of the flag: "f:ana" is \(bucket) of 1000
        """
    )
  }

  @Test
  func `a trace with an unmet dependency has all dependencies, and ends without a variant`()
    throws
  {
    let sample = try UnleashSample(
      #"""
      {"version": 2, "features": [
        {"name": "on", "enabled": true, "strategies": []},
        {"name": "off", "enabled": false, "strategies": []},
        {"name": "f", "enabled": true, "strategies": [],
         "dependencies": [{"feature": "off"}, {"feature": "on"}]},
        {"name": "g", "enabled": true, "strategies": [], "dependencies": [{"feature": "on"}]}]}
      """#
    )
    #expect(
      try sample.trace() == """
        on in the environment -> none
        dependency "off" -> none
          no on; it is off
        dependency "on" -> none
          yes on; it is on
        """
    )
    #expect(try sample.trace(flag: "g").hasSuffix("no strategies -> on"))
  }

  @Test
  func `a trace says what the app decides, what is random, and which SDKs hash differently`() throws
  {
    let sample = try UnleashSample(
      flag: #"""
        "strategies": [{"name": "ours"}, {"name": "applicationHostname"},
          {"name": "flexibleRollout", "parameters": {"rollout": "0", "stickiness": "userId"}},
          {"name": "gradualRolloutRandom", "parameters": {"percentage": "25"}}]
        """#
    )
    let trace = try sample.trace(#"{"userId": "日本"}"#)
    #expect(
      trace.hasSuffix(
        """
        the app decides the strategy "ours"; it does not hold here
        the host name of the app decides the strategy "applicationHostname"; set the attribute hostName
        SDKs on Node hash a text outside of Latin-1 to other numbers
        random at each call: on 25 %, off 75 %
        """
      )
    )
    #expect(trace.contains("  unknown random at each call: 25 %"))
    #expect(trace.contains("  unknown decided by the app"))
  }

  @Test(
    arguments: [
      (#""strategies": null"#, #"has no "strategies": it is on, and off for SDKs on Node"#),
      (
        #""strategies": [], "dependencies": [{"feature": "x"}]"#,
        #"depends on "x", which does not exist, so it is off"#
      ),
      (
        #""strategies": [], "variants": [{"name": "disabled", "weight": 1}]"#,
        #"the variant "disabled" has the name that apps get without a variant"#
      ),
      (
        #""strategies": [], "variants": [{"name": "a", "weight": 1, "payload": {"type": "json", "value": "{"}}]"#,
        #"the payload of the variant "a" is not a valid json"#
      ),
      (
        #""strategies": [{"name": "remoteAddress", "parameters": {"IPs": "::1"}}]"#,
        #"strategy "remoteAddress": SDKs on Node skip the IPv6 addresses of the strategy"#
      ),
      (
        #""strategies": [{"name": "gradualRolloutUserId", "parameters": {"percentage": "5"}}]"#,
        #"strategy "gradualRolloutUserId": the parameter "groupId" is missing, "#
          + "so no user meets the strategy; SDKs on Node differ"
      ),
      (
        #""strategies": [{"name": "default", "variants": [{"name": "a", "weight": 1, "stickiness": "x"}]}]"#,
        #"strategy "default": the variants of the strategy are sticky on "x", which only SDKs on Node obey"#
      ),
      (
        #""strategies": [{"name": "default", "constraints": [{"contextName": "x", "operator": "IN", "values": [" a"]}]}]"#,
        #"strategy "default": a value has spaces or is empty; SDKs on Node trim the values"#
      ),
    ]
  )
  func `a part of a flag that SDKs treat differently or unexpectedly causes a warning`(
    flag: String,
    expected: String
  ) throws {
    #expect(try UnleashSample(flag: flag).problems == ["warning:1 f " + expected])
  }

  @Test(
    arguments: [
      (
        #""strategies": [{"name": "default", "segments": [9]}]"#,
        "strategy \"default\": segment 9 is missing: only apps that Halyard serves get it on, "
          + "Unleash has it off for everyone"
      ),
      (
        #""dependencies": [{"feature": "x"}]"#,
        "depends on \"x\", which does not exist: only apps that Halyard serves get it on, "
          + "Unleash has it off for everyone"
      ),
      (
        #""dependencies": [{"feature": "off"}]"#,
        "depends on \"off\", which is off: only apps that Halyard serves get it on, "
          + "Unleash has it off for everyone"
      ),
      (
        #""dependencies": [{"feature": "team"}]"#,
        "depends on \"team\", which is off for this user: it is on in apps if it is served for everyone, "
          + "and stays off if it is served for one user"
      ),
      (
        #""dependencies": [{"feature": "on", "enabled": false}]"#,
        "depends on \"on\", which is on for this user: it is on in apps if it is served for everyone, "
          + "and stays off if it is served for one user"
      ),
      (#""dependencies": [{"feature": "on"}]"#, nil), (#""strategies": []"#, nil),
    ] as [(String, String?)]
  )
  func `a warning says why a flag that is forced on is off in Unleash or stays off in apps`(
    flag: String,
    expected: String?
  ) throws {
    let sample = try UnleashSample(
      #"""
      {"version": 2, "features": [
        {"name": "f", "enabled": true, \#(flag)},
        {"name": "off", "enabled": false, "strategies": []},
        {"name": "on", "enabled": true, "strategies": []},
        {"name": "team", "enabled": true, "strategies": [
          {"name": "userWithId", "parameters": {"userIds": "ben"}}]}]}
      """#
    )
    var feature = try sample.feature()
    let context = try UnleashSample.context(#"{"userId": "ana"}"#)
    #expect(sample.evaluator.caveats(of: feature, in: context).isEmpty)
    feature = feature.overridden(by: Override(enabled: true))
    #expect(sample.evaluator.caveats(of: feature, in: context) == [expected].compactMap(\.self))
    let explanation = sample.evaluator.explanation(of: feature, in: context)
    if let expected { #expect(explanation?.warnings.contains(expected) == true) }
  }

  @Test
  func `a malformed attribute of the user is reported as a problem`() throws {
    let sample = try UnleashSample(flag: #""strategies": []"#)
    let context = try UnleashSample.context(#"{"currentTime": "now", "remoteAddress": "::x"}"#)
    #expect(
      sample.evaluator.problems(in: context).map { "\($0.fact)" } == [
        #"currentTime is "now", expected a time such as 2026-11-23T10:15:30Z"#,
        #"remoteAddress is "::x", expected an IP address"#,
      ]
    )
  }
}
