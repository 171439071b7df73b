package import FeatureFlags
import Text

extension Feature.Name {
  /// The name for display, in which line ends and the spaces at its ends are visible.
  package var text: String { rawValue.visible }
}
