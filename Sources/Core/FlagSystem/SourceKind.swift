package import FeatureFlags
package import Networking

/// A kind of configuration source, such as a file or a server, recognised by the syntax of its name.
package struct SourceKind: Sendable {
  /// The syntax of the name in the documentation, such as `https://HOST/PATH`.
  package let form: String
  /// The description of the source in the documentation.
  package let meaning: String
  /// The name of the format that the name of the source determines; `nil` if the content determines it.
  package let format: String?
  /// The prefix that selects a server kind in a URL, such as `ofrep+`; `nil` for the other kinds.
  package let prefix: String?
  /// Returns whether a name has the syntax of this kind.
  package let matches: @Sendable (String) -> Bool
  /// Creates the source for a name, without reading a file or sending a request.
  package let location: @Sendable (String, SourceRequest) throws(SourceNameError) -> LocatedSource

  package init(
    form: String,
    meaning: String,
    format: String? = nil,
    prefix: String? = nil,
    matches: @escaping @Sendable (String) -> Bool,
    location: @escaping @Sendable (String, SourceRequest) throws(SourceNameError) -> LocatedSource
  ) {
    (self.form, self.meaning, self.format, self.prefix) = (form, meaning, format, prefix)
    (self.matches, self.location) = (matches, location)
  }

  /// Creates the kind for a document on a server, which the prefix of the URL selects.
  ///
  /// - Parameters:
  ///   - form: The syntax of the URL.
  ///   - meaning: The description of the source.
  ///   - format: The name of the format; `nil` if the content determines it.
  ///   - source: Creates the source for a URL.
  /// - Returns: The kind.
  package static func server<Server: ServerSource>(
    _ form: String,
    _ meaning: String,
    format: String?,
    source: @escaping @Sendable (String, SourceRequest) throws(SourceNameError) -> Server
  ) -> SourceKind {
    SourceKind(
      form: form,
      meaning: meaning,
      format: format,
      prefix: Server.prefix,
      matches: Server.hasAddress
    ) { name, request throws(SourceNameError) in
      let source = try source(name, request)
      // Makes the readable part of the workspace's name from the name of the source, which has no secrets,
      // and the hash from the location, which can have secrets.
      let address = String(source.name.prefix { !"?#".contains($0) })
      let workspace = LocatedSource.workspaceName(of: source.location, readable: address)
      return LocatedSource(source, .remote, source.name, workspace: workspace)
    }
  }

  /// Creates the kind for a server from which the SDKs of a flag system load their document.
  ///
  /// - Parameters:
  ///   - server: The type of the source.
  ///   - form: The syntax of the URL.
  ///   - meaning: The description of the source.
  ///   - format: The name of the format.
  /// - Returns: The kind.
  package static func server<Server: SDKSource>(
    of server: Server.Type,
    _ form: String,
    _ meaning: String,
    format: String
  ) -> SourceKind {
    .server(form, meaning, format: format) { url, request throws(SourceNameError) in
      try mapError(
        Server(
          url: url,
          headers: request.headers,
          deadline: request.timeout,
          dependencies: ServerDependencies(client: request.makeClient())
        ),
        to: SourceNameError.source
      )
    }
  }
}

/// The settings with which a source is created, besides its name.
package struct SourceRequest: Sendable {
  /// The headers of each request; they can contain secrets.
  package var headers: HTTPHeaders
  package var timeout: Duration
  /// The user for whom a server evaluates the flags.
  package var user: EvaluationContext
  /// Whether the user is defined by explicit attributes; if so, no attributes of the machine are added.
  package var hasAttributes: Bool
  package var settings: SystemSettings
  /// The person who runs Halyard, such as `ana@build-7`; `nil` if the name is unknown.
  package var author: String?
  /// The absolute path of the working folder.
  package var folder: String
  package var makeClient: @Sendable () -> HTTPClient

  package init(
    headers: HTTPHeaders,
    timeout: Duration,
    user: EvaluationContext,
    hasAttributes: Bool,
    settings: SystemSettings,
    author: String?,
    folder: String,
    makeClient: @escaping @Sendable () -> HTTPClient
  ) {
    (self.headers, self.timeout, self.user) = (headers, timeout, user)
    (self.hasAttributes, self.settings, self.author) = (hasAttributes, settings, author)
    (self.folder, self.makeClient) = (folder, makeClient)
  }

  /// Returns the absolute path, without symbolic links, of a path relative to the working folder.
  package func resolved(_ path: String) -> String {
    LocatedSource.resolved(path.hasPrefix("/") ? path : folder + "/" + path)
  }
}

/// The reason why no source can be created from a name.
package enum SourceNameError: Error {
  /// The name or an option is malformed; the text is the error message.
  case usage(String)
  case source(SourceError)
}

extension SourceKind {
  /// A configuration at a URL, which is polled.
  package static var web: SourceKind {
    .server("https://HOST/PATH", "a configuration at a URL, also with `http`", format: nil) {
      url,
      request throws(SourceNameError) in
      try mapError(
        RemoteSource(
          url: url,
          headers: request.headers,
          deadline: request.timeout,
          client: request.makeClient()
        ),
        to: SourceNameError.source
      )
    }
  }
}
