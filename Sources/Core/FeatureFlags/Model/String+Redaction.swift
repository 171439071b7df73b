import Networking

extension String {
  /// The text without the user information and the other secrets of URLs in it, see
  /// `URLRedaction`.
  package var withoutURLSecrets: String { URLRedaction.redacted(self) }
}
