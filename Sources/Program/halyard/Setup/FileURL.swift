import FlagSystem
import Networking

/// Converts the URLs of local files, such as `file:///tmp/my%20flags.json`, to paths.
enum FileURL {
  private static let scheme = "file:"

  static func matches(_ text: String) -> Bool { text.lowercased().hasPrefix(scheme + "/") }

  /// The path of a file that is named by its URL or its path.
  ///
  /// - Throws: `usage` for the URL of a file on another host, or one that names no path.
  static func path(of text: String) throws(SourceNameError) -> String {
    guard matches(text) else { return text }
    var rest = text.dropFirst(scheme.count).prefix { !"?#".contains($0) }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else { throw unusable(text) }
      rest = rest[host.endIndex...]
    }
    guard let bytes = PercentEncoding.decoded(rest.utf8), !bytes.contains(0), bytes.count > 1,
      let path = String(validating: bytes, as: UTF8.self)
    else { throw unusable(text) }
    return path
  }

  private static func unusable(_ text: String) -> SourceNameError {
    let shown = URLRedaction.redacted(text, isAddress: true)
    return .usage("found \"\(shown)\", expected the URL of a local file: file:///PATH")
  }
}
