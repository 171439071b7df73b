import Documents
package import FeatureFlags

/// The SDKs that get results of flags, and not the flags themselves.
package enum LaunchDarklyClientSDK: String, Hashable, Sendable {
  case browser, mobile
}

extension LaunchDarklyEvaluator {
  /// Returns the results of the flags that a client SDK may see, by their keys.
  ///
  /// - Parameters:
  ///   - context: The context of the SDK.
  ///   - sdk: The SDK; it sees a flag whose document says nothing about client SDKs.
  ///   - version: The version of each result; it has to rise with each change.
  ///   - hasReasons: Whether each result has its reason.
  /// - Returns: The results, and their document as JSON.
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
