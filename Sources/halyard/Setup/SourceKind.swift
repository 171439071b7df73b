import FeatureFlags
import Networking

/// A kind of source, recognised by the form of its name: a row of ``SourceKinds/all``.
protocol SourceKind: Sendable {
  /// The form of the name, as the README lists it.
  static var form: String { get }
  /// The description of the source in the README.
  static var meaning: String { get }
  /// The format that the name determines; `nil` if the content of the source determines it.
  static var format: (any FileFormat.Type)? { get }

  /// Whether a name has this form.
  static func matches(_ name: String) -> Bool

  /// The source for a name of this form; nothing is read yet.
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

/// The supported kinds of sources; help and the parser of names use this table.
enum SourceKinds {
  /// Every kind, in the order in which they are tried.
  static let all: [any SourceKind.Type] = [
    StandardInputKind.self, AscendKind.self, WebKind.self, DatafileKeyKind.self,
    UnsupportedKind.self, FileKind.self,
  ]

  /// The kind of a name: the first one whose form matches, or a file.
  static func kind(of name: String) -> any SourceKind.Type {
    all.first { $0.matches(name) } ?? FileKind.self
  }
}

/// Standard input, which is read once.
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

/// A configuration at a URL, which is polled.
enum WebKind: SourceKind {
  static let form = "https://HOST/PATH"
  static let meaning = "a configuration at a URL, also with `http`"

  static func matches(_ name: String) -> Bool { RemoteSource.isAddress(name) }

  static func location(
    of name: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> SourceLocation {
    do throws(SourceError) {
      let source = try RemoteSource(
        url: name,
        headers: options.headers,
        deadline: options.timeout,
        client: program.makeClient()
      )
      return SourceLocation(remote: source, location: source.location)
    } catch {
      throw .source(error)
    }
  }
}

/// A URL of another scheme, which is rejected.
enum UnsupportedKind: SourceKind {
  static let form = "SCHEME://…"
  static let meaning = "an error for any other scheme"

  static func matches(_ name: String) -> Bool { name.contains("://") }

  static func location(
    of name: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> SourceLocation {
    let scheme = name.firstRange(of: "://").map { String(name[..<$0.lowerBound]) } ?? ""
    throw .source(.unsupported(URLRedaction.redacted(name), scheme: scheme))
  }
}

/// A file, which is read again when it changes.
enum FileKind: SourceKind {
  static let form = "PATH"
  static let meaning = "a file, which is read again when it changes"

  static func matches(_ name: String) -> Bool { true }

  static func location(
    of name: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> SourceLocation {
    let path = SourceLocation.resolved(program.environment.absolute(name))
    let workspace = SourceLocation.workspaceName(of: path)
    return SourceLocation(FileSource(path: name), .file, path, workspace: workspace)
  }
}

extension SourceLocation {
  /// Creates the location of a server.
  ///
  /// - Parameters:
  ///   - source: The server.
  ///   - location: The whole URL with its secret parameters; the workspace's name has its hash.
  init(remote source: any Source, location: String) {
    let workspace = Self.workspaceName(of: location)
    self.init(source, .remote, source.name, workspace: workspace)
  }
}
