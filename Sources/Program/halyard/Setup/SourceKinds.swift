import FeatureFlags
import FlagSystem
import Glibc
import Networking

/// Lists the supported kinds of sources, from which the name of a source selects one.
enum SourceKinds {
  /// All kinds, in the order in which the name of a source is matched with them.
  static var all: [SourceKind] {
    [.standardInput] + FlagSystems.all.flatMap(\.sources) + [.web, .unsupported, .file]
  }

  static func kind(of name: String) -> SourceKind { all.first { $0.matches(name) } ?? .file }
}

extension SourceKind {
  /// Standard input, which is read once.
  static let standardInput = SourceKind(
    form: "-",
    meaning: "standard input",
    matches: { $0 == "-" }
  ) {
    _,
    _ in
    LocatedSource(StandardInputSource(), .file, "standard input", workspace: "standard-input")
  }

  /// A URL with an unsupported scheme, or a mistyped URL; both are rejected.
  static let unsupported = SourceKind(
    form: "SCHEME://…",
    meaning: "an error for any other scheme",
    matches: { $0.contains("://") && !FileURL.matches($0) || isMistyped($0) }
  ) { name, _ throws(SourceNameError) in
    let shown = URLRedaction.redacted(name)
    guard let end = name.firstRange(of: "://")?.lowerBound, !isMistyped(name) else {
      throw .source(.unusable(shown, .badURL(shown)))
    }
    throw .source(.unsupported(shown, scheme: URLRedaction.redacted(String(name[..<end]))))
  }

  /// Whether a name begins with the scheme of a server, without `//`, and is not the path of a file.
  private static func isMistyped(_ name: String) -> Bool {
    let prefixes = FlagSystems.all.flatMap(\.sources).compactMap(\.prefix)
    let prefix = prefixes.first { name.lowercased().hasPrefix($0) } ?? ""
    return HTTPAddress.claimsWeb(String(name.dropFirst(prefix.count))) && access(name, F_OK) != 0
  }

  /// A file, which is read again when it changes.
  static let file = SourceKind(
    form: "PATH",
    meaning: "a file, which is read again when it changes; also `file:///PATH`",
    matches: { _ in true }
  ) { name, request throws(SourceNameError) in
    let name = try FileURL.path(of: name)
    let path = request.resolved(name)
    let shown = URLRedaction.redacted(path: path)
    let workspace = LocatedSource.workspaceName(of: path, readable: shown)
    return LocatedSource(FileSource(path: name), .file, shown, workspace: workspace)
  }
}

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
