import Documents
package import FeatureFlags

/// The client-side SDKs, which receive evaluated results instead of the rules of the flags.
package enum LaunchDarklyClientSDK: String, Hashable, Sendable {
  case browser, mobile
}

extension LaunchDarklyEvaluator {
  /// Returns the evaluated results of the flags that a client SDK may see, as JSON by flag key.
  ///
  /// - Parameters:
  ///   - context: The context for which the SDK requests the results.
  ///   - sdk: The kind of SDK. A flag without information about client SDKs is visible to both kinds.
  ///   - version: The version of each result, which must increase with each change.
  ///   - hasReasons: Whether each result includes its reason.
  /// - Returns: The number of the results, and the results as JSON.
  package func clientPayload(
    for context: EvaluationContext,
    _ sdk: LaunchDarklyClientSDK,
    version: Int,
    hasReasons: Bool
  ) -> (count: Int, json: [UInt8]) {
    let evaluation = evaluation(for: context)
    let flags = document.flags.filter { $0.isVisible(to: sdk) }
    let entries = flags.map { flag -> (key: String, value: JSONValue) in
      let result = evaluation.result(of: flag)
      let outcome = result.failure == nil ? result.variation.flatMap(flag.outcome) : nil
      var members: [(key: String, value: JSONValue)] = [
        ("value", outcome?.value.json ?? .null), ("version", .integer(version)),
      ]
      if outcome != nil, let index = result.variation {
        members.append(("variation", .integer(index)))
      }
      if hasReasons { members.append(("reason", result.json)) }
      return (flag.name.rawValue, .object(members))
    }
    return (flags.count, Array(JSONValue.object(entries).text().utf8))
  }
}

extension LaunchDarklyFlag {
  fileprivate func isVisible(to sdk: LaunchDarklyClientSDK) -> Bool {
    let sdks = metadata.first { $0.key == "clientSideSDKs" }?.value.unquoted
    return sdks?.contains(sdk.rawValue) ?? true
  }
}
