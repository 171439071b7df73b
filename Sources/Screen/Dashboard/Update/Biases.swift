import FeatureFlags
import Text

extension DashboardState {
  /// Opens the preview of other biases for the feature under the cursor.
  mutating func openBiases() {
    guard let selected else {
      return inform("No feature is selected, so there are no biases to preview.")
    }
    guard let biases = BiasDialog(selected, isPlain: isPlain) else {
      let name = selected.name.text.shortened(to: 40)
      let reason = selected.isEvaluatedByService ? ": a flag service allocates the users" : ""
      return inform("\(name) has no biases\(reason).")
    }
    dialog = biases
  }
}
