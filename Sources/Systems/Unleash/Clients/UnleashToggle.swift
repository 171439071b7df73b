package import Documents
package import FeatureFlags
import Targeting

/// The result of a flag for front-end SDKs, which do not evaluate flags themselves.
package struct UnleashToggle: Sendable {
  /// The name of the flag.
  package let name: String
  /// Whether the flag is on.
  package let isEnabled: Bool
  /// The name of the variant; `disabled` for none.
  package let variant: String
  /// The payload of the variant; `nil` for none.
  package let payload: UnleashPayload?
  /// Whether SDKs emit an event for each evaluation.
  package let hasImpressionData: Bool

  /// Returns the results of evaluated features as JSON: `{"toggles": […]}`.
  ///
  /// - Parameters:
  ///   - toggles: The results.
  ///   - includesDisabled: Whether flags that are off are listed, as Unleash Edge lists them at
  ///     `/api/frontend/all`.
  /// - Returns: The document.
  package static func document(
    _ toggles: [UnleashToggle],
    includesDisabled: Bool = false
  ) -> [UInt8] {
    let listed = includesDisabled ? toggles : toggles.filter(\.isEnabled)
    let json = JSONValue.object([("toggles", .list(listed.map(\.json)))])
    return Array(json.text().utf8)
  }

  /// The result as JSON, as front-end SDKs read it.
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
  /// Returns the results of all flags for a user, as front-end SDKs get them.
  ///
  /// - Parameters:
  ///   - context: The user.
  ///   - number: Returns a random number from 0 to below 1, by which a random result is drawn.
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
