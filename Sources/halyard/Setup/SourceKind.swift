import FeatureFlags
import Glibc
import Networking

/// A kind of source, recognised by the syntax of its name; ``SourceKinds/all`` lists the supported
/// kinds.
protocol SourceKind: Sendable {
  /// The syntax of the name, as the documentation lists it.
  static var form: String { get }
  /// The description of the source in the documentation.
  static var meaning: String { get }
  /// The format that the name determines; `nil` if the content of the source determines it.
  static var format: (any FileFormat.Type)? { get }

  /// Whether the given name has the syntax of this kind.
  static func matches(_ name: String) -> Bool

  /// Creates the location for the given name; reads nothing.
  ///
  /// - Throws: `usage` or `source`, for a malformed name of a source.
  static func location(
    of name: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> SourceLocation
}

extension SourceKind {
  static var format: (any FileFormat.Type)? { nil }
}

/// Lists the supported kinds of sources, from which the name of a source selects one.
enum SourceKinds {
  /// All kinds, in the order in which the name of a source is matched with them.
  static let all: [any SourceKind.Type] = [
    StandardInputKind.self, AscendKind.self, OFREPKind.self, UnleashKind.self,
    LaunchDarklyKind.self, LaunchDarklyFilesKind.self, GrowthBookKind.self, WebKind.self,
    DatafileKeyKind.self,
    UnsupportedKind.self, FileKind.self,
  ]

  /// Returns the first kind that matches the given name, or else ``FileKind``.
  static func kind(of name: String) -> any SourceKind.Type {
    all.first { $0.matches(name) } ?? FileKind.self
  }
}

/// The source kind for standard input, which is read once.
enum StandardInputKind: SourceKind {
  static let form = "-"
  static let meaning = "standard input"

  static func matches(_ name: String) -> Bool { name == "-" }

  static func location(
    of name: String,
    _ options: SourceOptions,
    _ program: Program
  ) -> SourceLocation {
    SourceLocation(StandardInputSource(), .file, "standard input", workspace: "standard-input")
  }
}

/// The source kind for a document on a server; the prefix of the URL selects the kind.
protocol ServerKind: SourceKind {
  associatedtype Server: ServerSource

  /// Creates the source of a URL; sends no request.
  ///
  /// - Throws: `usage` for a missing option, `source` for an invalid URL or header.
  static func source(
    _ url: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> Server
}

extension ServerKind {
  /// The prefix of the URLs, such as `ofrep+`.
  static var prefix: String { Server.prefix }

  static func matches(_ name: String) -> Bool { Server.hasAddress(name) }

  static func location(
    of name: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> SourceLocation {
    let source = try source(name, options, program)
    // Makes the readable part of the workspace's name from the name of the source, which has no secrets,
    // and the hash from the location, which can have secrets.
    let address = String(source.name.prefix { !"?#".contains($0) })
    let workspace = SourceLocation.workspaceName(of: source.location, readable: address)
    return SourceLocation(source, .remote, source.name, workspace: workspace)
  }
}

extension ServerKind where Server: SDKSource {
  /// Creates the source of a URL with the common options.
  ///
  /// - Throws: `source` for an invalid URL or header.
  static func source(
    _ url: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> Server {
    try mapError(
      Server(
        url: url,
        headers: options.headers,
        deadline: options.timeout,
        dependencies: ServerDependencies(client: program.makeClient())
      ),
      to: Failure.source
    )
  }
}

/// The source kind for a configuration at a URL, which is polled.
enum WebKind: ServerKind {
  static let form = "https://HOST/PATH"
  static let meaning = "a configuration at a URL, also with `http`"

  static func source(
    _ url: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> RemoteSource {
    try mapError(
      RemoteSource(
        url: url,
        headers: options.headers,
        deadline: options.timeout,
        client: program.makeClient()
      ),
      to: Failure.source
    )
  }
}

/// The source kind for a URL with an unsupported scheme and for a mistyped URL, which are rejected.
enum UnsupportedKind: SourceKind {
  static let form = "SCHEME://…"
  static let meaning = "an error for any other scheme"

  static func matches(_ name: String) -> Bool {
    name.contains("://") && !FileURL.matches(name) || isMistyped(name)
  }

  /// Whether a name begins with the scheme of a server, without `//`, and is no file.
  private static func isMistyped(_ name: String) -> Bool {
    let prefixes = SourceKinds.all.compactMap { ($0 as? any ServerKind.Type)?.prefix }
    let prefix = prefixes.first { !$0.isEmpty && name.lowercased().hasPrefix($0) } ?? ""
    return HTTPAddress.claimsWeb(String(name.dropFirst(prefix.count))) && access(name, F_OK) != 0
  }

  static func location(
    of name: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> SourceLocation {
    let shown = URLRedaction.redacted(name)
    guard let end = name.firstRange(of: "://")?.lowerBound, !isMistyped(name) else {
      throw .source(.unusable(shown, .badURL(shown)))
    }
    throw .source(.unsupported(shown, scheme: URLRedaction.redacted(String(name[..<end]))))
  }
}

/// The source kind for a file, which is read again when it changes.
enum FileKind: SourceKind {
  static let form = "PATH"
  static let meaning = "a file, which is read again when it changes; also `file:///PATH`"

  static func matches(_ name: String) -> Bool { true }

  static func location(
    of name: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> SourceLocation {
    let name = try FileURL.path(of: name)
    let path = SourceLocation.resolved(program.environment.absolute(name))
    let shown = URLRedaction.redacted(path: path)
    let workspace = SourceLocation.workspaceName(of: path, readable: shown)
    return SourceLocation(FileSource(path: name), .file, shown, workspace: workspace)
  }
}
