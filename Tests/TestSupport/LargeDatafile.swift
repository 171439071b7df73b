/// Creates datafiles that are small as text but large as a parsed model, because every flag refers
/// to the same experiments, rules or audiences.
package enum LargeDatafile {
  /// Returns `count` flags, each of which lists the same `count` experiments.
  ///
  /// - Parameters:
  ///   - count: The number of flags, and of experiments.
  ///   - rollouts: The number of rollouts, which are assigned to the flags in rotation.
  /// - Returns: The JSON of the datafile.
  package static func featureRollouts(_ count: Int, rollouts: Int = 1) -> String {
    let ids = (0..<count).map { "\"\($0)\"" }.joined(separator: ",")
    return document(
      experiments: (0..<count).map { rule("\($0)", extra: #","type":"fr""#) },
      flags: (0..<count).map { flag($0, experiments: ids, rollout: "r\($0 % rollouts)") },
      rollouts: (0..<rollouts).map {
        #"{"id":"r\#($0)","experiments":[\#(rule("d\($0)", end: 10_000))]}"#
      }
    )
  }

  /// Returns flags that all use one rollout with the given number of rules without variations.
  package static func sharedRollout(flags: Int, rules: Int) -> String {
    let list = (0..<rules).map { rule("d\($0)", variations: []) }
    return document(
      flags: (0..<flags).map { flag($0, rollout: "r") },
      rollouts: [#"{"id":"r","experiments":[\#(list.joined(separator: ","))]}"#]
    )
  }

  /// Returns `count` rules that each require all `count` audiences, whose conditions evaluate to
  /// unknown.
  package static func unknownConditions(_ count: Int) -> String {
    let audiences = (0..<count).map { audience in
      let leaves = (0..<count).map {
        #"{"type":"custom_attribute","name":"a\#(audience)","match":"m\#($0)","value":1}"#
      }
      return Self.audience("u\(audience)", #"["or",\#(leaves.joined(separator: ","))]"#)
    }
    let ids = (0..<count).map { "\"u\($0)\"" }.joined(separator: ",")
    return document(
      experiments: (0..<count).map { rule("\($0)", audiences: ids) },
      flags: (0..<count).map { flag($0, experiments: "\"\($0)\"") },
      audiences: audiences
    )
  }

  /// Returns a chain of audiences in which each references the next one, and rules that all
  /// reference the first one; `count` of both.
  package static func audienceChain(_ count: Int) -> String {
    let unknown = #"{"type":"custom_attribute","name":"a","match":"m","value":1}"#
    return document(
      experiments: (0..<count).map { rule("\($0)", audiences: #""u0""#) },
      flags: (0..<count).map { flag($0, experiments: "\"\($0)\"") },
      audiences: (0..<count).map { audience("u\($0)", #"["or","u\#($0 + 1)",\#(unknown)]"#) }
    )
  }

  /// Returns flags for one audience with `count` conditions, and `count` holdouts for all rules.
  package static func largeAudience(_ count: Int) -> String {
    let leaves = (0..<count).map {
      #"{"type":"custom_attribute","name":"a","match":"exact","value":\#($0)}"#
    }
    let holdouts = (0..<count).map {
      #"{"id":"h\#($0)","key":"h\#($0)","status":"Running","variations":[],"#
        + #""trafficAllocation":[],"audienceIds":["u"]}"#
    }
    return document(
      experiments: (0..<count).map { rule("\($0)", audiences: #""u""#) },
      flags: (0..<count).map { flag($0, experiments: "\"\($0)\"") },
      audiences: [audience("u", #"["or",\#(leaves.joined(separator: ","))]"#)],
      more: #""groups":[],"holdouts":[\#(holdouts.joined(separator: ","))],"#
    )
  }

  /// Returns one flag with the `count` experiments of a group that allocates nearly no users.
  package static func group(_ count: Int) -> String {
    let experiments = (0..<count).map { rule("\($0)", end: 0) }
    let ranges = (0..<count).map { #"{"entityId":"\#($0)","endOfRange":\#($0 % 2)}"# }
    let ids = (0..<count).map { "\"\($0)\"" }.joined(separator: ",")
    return document(
      flags: [flag(0, experiments: ids)],
      more: """
        "groups":[{"id":"g","policy":"random","experiments":[\(experiments.joined(separator: ","))],
          "trafficAllocation":[\(ranges.joined(separator: ","))]}],
        """
    )
  }

  /// Returns one rule with `count` variations, in the reverse order of their traffic allocation.
  package static func variations(_ count: Int) -> String {
    let variations = (0..<count).map { #"{"id":"v\#($0)","key":"on\#($0)"}"# }
    let ranges = (0..<count).reversed().map { #"{"entityId":"v\#($0)","endOfRange":0}"# }
    return document(
      experiments: [rule("0", variations: variations, ranges: ranges)],
      flags: [flag(0, experiments: #""0""#)]
    )
  }

  /// Returns experiments without a feature flag, in addition to the given number of flags.
  package static func classicExperiments(_ count: Int, flags: Int = 0) -> String {
    document(
      experiments: (0..<count).map { rule("\($0)") },
      flags: (0..<flags).map { flag($0) }
    )
  }

  // MARK: Parts

  package static func document(
    experiments: [String] = [],
    flags: [String] = [],
    rollouts: [String] = [],
    audiences: [String] = [],
    more: String = #""groups":[],"#
  ) -> String {
    """
    {"version":"4","projectId":"1","accountId":"2","revision":"3","anonymizeIP":true,
    "attributes":[],"events":[],\(more)
    "audiences":[\(audiences.joined(separator: ","))],
    "experiments":[\(experiments.joined(separator: ","))],
    "featureFlags":[
    \(flags.joined(separator: ",\n"))],
    "rollouts":[\(rollouts.joined(separator: ","))]}
    """
  }

  package static func flag(
    _ number: Int,
    experiments: String = "",
    rollout: String = "",
    variables: [String] = []
  ) -> String {
    #"{"id":"i\#(number)","key":"f\#(number)","experimentIds":[\#(experiments)],"#
      + #""rolloutId":"\#(rollout)","variables":[\#(variables.joined(separator: ","))]}"#
  }

  package static func rule(
    _ id: String,
    end: Int = 100,
    audiences: String = "",
    variations: [String]? = nil,
    ranges: [String]? = nil,
    extra: String = ""
  ) -> String {
    let own = [#"{"id":"\#(id)v","key":"on\#(id)","featureEnabled":true}"#]
    let traffic = [#"{"entityId":"\#(id)v","endOfRange":\#(end)}"#]
    let list = (variations ?? own).joined(separator: ",")
    let allocation = (ranges ?? (variations == nil ? traffic : [])).joined(separator: ",")
    return #"{"id":"\#(id)","key":"e\#(id)","status":"Running","layerId":"9","#
      + #""variations":[\#(list)],"trafficAllocation":[\#(allocation)],"#
      + #""audienceIds":[\#(audiences)],"forcedVariations":{}\#(extra)}"#
  }

  package static func audience(_ id: String, _ conditions: String) -> String {
    #"{"id":"\#(id)","name":"audience \#(id)","conditions":\#(conditions)}"#
  }
}
