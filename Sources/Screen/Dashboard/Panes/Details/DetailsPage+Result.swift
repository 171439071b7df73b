import FeatureFlags
import Text

extension DetailsPage {
  /// Adds a result that the flag service leaves open: the app's own default with its cause, or a random
  /// result with the probabilities.
  mutating func addOpenState(of feature: Feature) {
    if let chances = feature.chances {
      return add("State", "random at each call: " + chances, role: .variation)
    }
    if feature.isForcedForUser {
      return add("State", "the app's own default ◆", role: .overridden)
    }
    if feature.lacksUser {
      let way = hasKeys ? "u chooses one" : "--user KEY chooses one"
      return add("State", "no user: " + way, role: .muted)
    }
    guard let failure = feature.failure else {
      return add("State", "the app's own default", role: .muted)
    }
    add("State", "error: the app uses its own default", role: .failure)
    add("", "\(failure.code.rawValue): \(failure.message)")
  }

  /// Adds the value that an app gets.
  mutating func addValue(of feature: Feature) {
    let isForced = feature.override?.variables[FlagDefinition.valueVariable] != nil
    let role: Role = isForced ? .overridden : .variation
    add("Value", feature.valueText + (isForced ? " ◆" : ""), role: role)
  }
}
