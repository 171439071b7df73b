import OptimizelyEngine

/// Generates a datafile that resembles that of a large project.
///
/// Each flag has an experiment of two or four variations, a rollout of two rules, an audience and
/// three variables. Rules target one to three audiences; every fourth audience has a version
/// condition.
struct OptimizelyWorkload {
  let flags: Int

  /// Creates a user with the attributes that the audiences target.
  static func user(_ number: Int) -> UserContext {
    UserContext(
      id: "user \(number)",
      attributes: [
        "country": .string(number.isMultiple(of: 3) ? "de" : "fr"),
        "age": .number(Double(number % 90)),
        "version": .string("3.\(number % 12).1"),
      ]
    )
  }

  /// The JSON of the datafile, about 3 kB per flag.
  var document: [UInt8] {
    var lists: [String: String] = [:]
    for number in 0..<flags {
      for (name, part) in Self.parts(number) {
        lists[name, default: ""] += (number == 0 ? "" : ",") + part
      }
    }
    var text = #"{"version":"4","projectId":"1","accountId":"2","revision":"3","anonymizeIP":true"#
    text += #","sdkKey":"benchmark","groups":[],"audiences":[]"#
    for (name, list) in lists.sorted(by: { $0.key < $1.key }) { text += ",\"\(name)\":[\(list)]" }
    return Array((text + "}").utf8)
  }

  private static func parts(_ number: Int) -> [(String, String)] {
    [
      ("featureFlags", flag(number)),
      (
        "experiments", rule("1\(number)", key: "experiment_\(number)", audience: number, end: 5_000)
      ),
      ("rollouts", rollout(number)), ("typedAudiences", audience(number)),
      ("attributes", #"{"id":"5\#(number)","key":"attribute_\#(number)"}"#),
      ("events", #"{"id":"6\#(number)","key":"event_\#(number)","experimentIds":["1\#(number)"]}"#),
    ]
  }

  private static func flag(_ number: Int) -> String {
    let variables = ["string", "integer", "boolean"].enumerated().map { place, type in
      let value = ["string": "a text of some length", "integer": "42"][type] ?? "true"
      return #"{"id":"7\#(number)\#(place)","key":"variable_\#(place)","type":"\#(type)","#
        + #""defaultValue":"\#(value)"}"#
    }
    return #"{"id":"8\#(number)","key":"flag_\#(number)","experimentIds":["1\#(number)"],"#
      + #""rolloutId":"9\#(number)","variables":[\#(variables.joined(separator: ","))]}"#
  }

  private static func rollout(_ number: Int) -> String {
    let targeted = rule("2\(number)", key: "delivery_\(number)", audience: number, end: 10_000)
    let everyone = rule("3\(number)", key: "everyone_\(number)", audience: nil, end: 10_000)
    return #"{"id":"9\#(number)","experiments":[\#(targeted),\#(everyone)]}"#
  }

  private static func rule(_ id: String, key: String, audience: Int?, end: Int) -> String {
    let count = id.utf8.last.map { $0.isMultiple(of: 2) } == true ? 2 : 4
    let variations = (0..<count).map { place in
      #"{"id":"\#(id)\#(place)","key":"variation_\#(place)","featureEnabled":\#(place != 1),"#
        + #""variables":[{"id":"7\#(id.dropFirst())0","value":"another text"},"#
        + #"{"id":"7\#(id.dropFirst())1","value":"\#(place)"}]}"#
    }
    let ranges = (0..<count).map { place in
      #"{"entityId":"\#(id)\#(place)","endOfRange":\#(end * (place + 1) / count)}"#
    }
    let audiences = audience.map { last in
      (max(0, last - last % 3)...last).map { #""4\#($0)""# }.joined(separator: ",")
    }
    return #"{"id":"\#(id)","key":"\#(key)","status":"Running","layerId":"l\#(id)","#
      + #""variations":[\#(variations.joined(separator: ","))],"#
      + #""trafficAllocation":[\#(ranges.joined(separator: ","))],"#
      + #""audienceIds":[\#(audiences ?? "")],"forcedVariations":{"tester":"variation_1"}}"#
  }

  private static func audience(_ number: Int) -> String {
    var conditions = [
      #"["or",["or",{"name":"country","type":"custom_attribute","match":"exact","value":"de"}],"#
        + #"["or",{"name":"country","type":"custom_attribute","match":"exact","value":"fr"}]]"#,
      #"["or",["or",{"name":"age","type":"custom_attribute","match":"gt","#
        + #""value":\#(number % 60)}]]"#,
    ]
    if number.isMultiple(of: 4) {
      conditions.append(
        #"["not",["or",{"name":"version","type":"custom_attribute","match":"semver_lt","#
          + #""value":"3.2.0"}]]"#
      )
    }
    return #"{"id":"4\#(number)","name":"audience \#(number)","#
      + #""conditions":["and",\#(conditions.joined(separator: ","))]}"#
  }
}
