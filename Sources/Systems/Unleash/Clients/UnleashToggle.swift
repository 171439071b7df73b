package import Documents
package import FeatureFlags
import Targeting

/// The result of a flag in the format of front-end SDKs, which do not evaluate flags themselves.
package struct UnleashToggle: Sendable {
  /// The name of the flag.
  package let name: String
  /// Whether the flag is on.
  package let isEnabled: Bool
  /// The name of the variant; `disabled` if the user has no variant.
  package let variant: String
  /// The payload of the variant; `nil` if there is none.
  package let payload: UnleashPayload?
  /// Whether SDKs emit an impression event for each evaluation.
  package let hasImpressionData: Bool

  /// Returns the response to a front-end SDK: `{"toggles": […]}`.
  ///
  /// - Parameters:
  ///   - toggles: The results of the flags.
  ///   - includesDisabled: Whether flags that are off are included, as in the response of Unleash Edge
  ///     at `/api/frontend/all`.
  /// - Returns: The response as JSON.
  package static func document(
    _ toggles: [UnleashToggle],
    includesDisabled: Bool = false
  ) -> [UInt8] {
    let listed = includesDisabled ? toggles : toggles.filter(\.isEnabled)
    let json = JSONValue.object([("toggles", .list(listed.map(\.json)))])
    return Array(json.text().utf8)
  }

  /// The result as a JSON object of the response.
  package var json: JSONValue {
    let isOn = JSONValue.bool(isEnabled)
    let payload = payload.map { payload -> [(key: String, value: JSONValue)] in
      let members: [(key: String, value: JSONValue)] = [
        ("type", .string(payload.type)), ("value", .string(payload.value)),
      ]
      return [("payload", .object(members))]
    }
    let hasVariant = variant != UnleashFlag.disabled.rawValue
    let variant: [(key: String, value: JSONValue)] =
      [("name", .string(variant)), ("enabled", .bool(hasVariant))] + (payload ?? [])
      + [("feature_enabled", isOn), ("featureEnabled", isOn)]
    return .object([
      ("name", .string(name)), ("enabled", isOn), ("variant", .object(variant)),
      ("impressionData", .bool(hasImpressionData)),
    ])
  }
}

extension UnleashEvaluator {
  /// Returns the results of all flags for a user, for a front-end SDK.
  ///
  /// - Parameters:
  ///   - context: The user for whom the flags are evaluated.
  ///   - number: Returns a random number from 0 to below 1, which selects one of the results of a random
  ///     flag.
  /// - Returns: The results, in the order of the document.
  package func toggles(
    for context: EvaluationContext,
    drawing number: () -> Double
  ) -> [UnleashToggle] {
    let evaluation = evaluation(for: context)
    return document.flags.map { flag in
      evaluation.run.restart()
      let result = evaluation.result(of: flag)
      let isKnown = evaluation.run.failure == nil
      let decision = isKnown ? result.drawn(by: number()) : .off(.failed)
      return UnleashToggle(
        name: flag.name.rawValue,
        isEnabled: decision.isEnabled,
        variant: decision.variant?.name ?? UnleashFlag.disabled.rawValue,
        payload: decision.variant?.payload,
        hasImpressionData: flag.hasImpressionData
      )
    }
  }
}
