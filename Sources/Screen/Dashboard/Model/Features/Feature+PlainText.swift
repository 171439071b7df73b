import FeatureFlags
import Text

extension Feature {
  /// The name, the type and the state of the feature in words, such as
  /// `New Cart, Feature Flag, Disabled, overridden`.
  var plainText: String {
    var parts = [name.text.shortened(to: 200), typeText, stateText]
    if isOverridden {
      let lifetime =
        switch override?.lifetime {
        case .session: " for this session"
        case .until, .lasting: " for a time"
        case .kept, nil: ""
        }
      let users = override?.isOfRules == true ? " for the users of a rule" : ""
      parts.append((isPinned ? "pinned" : "overridden") + users + lifetime)
    }
    return parts.joined(separator: ", ")
  }
}
