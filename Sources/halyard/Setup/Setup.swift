import FeatureFlags
import Glibc
import Networking

import struct FoundationEssentials.Date
import struct FoundationEssentials.URL

/// The source, the workspace and the store that the options ask for.
struct Setup {
  let source: any Source
  let origin: Origin
  let workspace: Workspace
  let store: FlagStore
  private let fallback: FileSource?
  /// The format of the source; `nil` where its content decides.
  private let format: ConfigurationFormat?

  /// Works out what the options ask for; nothing is read yet.
  ///
  /// - Throws: `usage` for a workspace name that cannot be one and for an unknown format, `source`
  ///   for an address.
  init(
    _ arguments: Arguments,
    environment: Environment,
    isReadOnly: Bool? = nil,
    author: String? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(Failure) {
    format = try ConfigurationFormat.wanted(arguments)
    let place = try Place(arguments, environment: environment)
    source = place.source
    origin = place.origin
    fallback = arguments.value(.fallback).map { FileSource(path: $0) }
    workspace = Workspace(
      name: try Self.workspaceName(arguments) ?? place.workspaceName,
      source: place.fullName,
      stateRoot: environment.stateRoot,
      cacheRoot: environment.cacheRoot
    )
    store = FlagStore(
      user: arguments.value(.user),
      workspace: workspace,
      isReadOnly: isReadOnly ?? arguments.has(.readOnly),
      author: author,
      now: now
    )
  }

  /// Loads the configuration into the store.
  ///
  /// - Parameter usesCache: Whether the last good configuration may stand in for the source.
  /// - Returns: What was loaded, with everything that was got around.
  /// - Throws: `source`, if there is nothing to load.
  func load(usesCache: Bool = false) async throws(Failure) -> ConfigurationLoader.Loaded {
    do throws(SourceError) {
      return try await loader(of: source, usesCache: usesCache).load()
    } catch {
      throw .source(error)
    }
  }

  /// Whether the source is on another machine.
  var isElsewhere: Bool {
    guard origin == .remote, let host = URL(string: source.name)?.host else { return false }
    return host != "localhost" && !host.hasPrefix("127.") && host != "::1" && host != "[::1]"
  }

  /// What stands in for a server until it answers; `nil` if nothing does.
  func standIn() async -> ConfigurationLoader.Loaded? {
    let waiting = WaitingSource(name: source.name, address: source.address)
    // What is wrong with the stand-ins is told once the server has answered, or has not.
    return try? await loader(of: waiting, usesCache: true).load()
  }

  /// What loads from a source, or from what stands in for it.
  ///
  /// The last good configuration of a server always stands in; that of a file only where asked,
  /// since a file that is broken can be mended on the spot.
  func loader(of source: any Source, usesCache: Bool) -> ConfigurationLoader {
    let hasCache = (usesCache || origin == .remote) && !store.isReadOnly && origin != .bundled
    var loader = ConfigurationLoader(
      source: source,
      fallback: fallback,
      cache: hasCache ? workspace : nil,
      origin: origin
    )
    loader.format = format
    loader.formats = ConfigurationFormat.known
    return loader
  }

  /// Loads the configuration and puts it into the store, for commands that go on or fail.
  ///
  /// - Throws: `source`, or `store` if the workspace cannot be read or written.
  func open() async throws(Failure) -> ConfigurationLoader.Loaded {
    let loaded = try await load()
    do throws(FlagStoreError) {
      try store.load(loaded.configuration)
    } catch {
      throw .store(error)
    }
    return loaded
  }

  private static func workspaceName(_ arguments: Arguments) throws(Failure) -> String? {
    guard let name = arguments.value(.workspace) else { return nil }
    guard !name.isEmpty, !name.contains("/"), !name.hasPrefix("."), name.utf8.count <= 100 else {
      throw .usage("--workspace \"\(name)\" cannot be the name of a folder", command: nil)
    }
    return name
  }
}

/// Where the configuration is, and what its workspace is called.
private struct Place {
  let source: any Source
  let origin: Origin
  let fullName: String
  let workspaceName: String

  init(_ arguments: Arguments, environment: Environment) throws(Failure) {
    let operand =
      [.dashboard, .check].contains(arguments.command) ? arguments.operands.first : nil
    let local = environment.absolute("Features.json")
    let named = operand ?? arguments.value(.source) ?? environment["HALYARD_SOURCE"]
    guard let name = named ?? (access(local, F_OK) == 0 ? "Features.json" : nil) else {
      source = InMemorySource(name: "built-in example", text: Example.text)
      origin = .bundled
      fullName = "built-in example"
      workspaceName = "example"
      return
    }
    if name == "-" {
      origin = .file
      source = StandardInputSource()
      fullName = "standard input"
      workspaceName = "standard-input"
      return
    }
    if let colon = name.firstRange(of: "://") {
      guard RemoteSource.isAddress(name) else {
        throw .source(.unsupported(name, scheme: String(name[..<colon.lowerBound])))
      }
      source = try Self.server(name, arguments)
      origin = .remote
      fullName = source.name
      workspaceName = Self.workspaceName(of: fullName)
      return
    }
    origin = .file
    source = FileSource(path: name)
    try Self.checkForCommand(name, isOperand: operand != nil)
    fullName = Self.resolved(environment.absolute(name))
    workspaceName = Self.workspaceName(of: fullName)
  }

  /// A server, with what the options say about asking it.
  private static func server(
    _ address: String,
    _ arguments: Arguments
  ) throws(Failure) -> RemoteSource {
    var headers: HTTPHeaders = [:]
    for text in arguments.values(.header) {
      guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
        throw .usage("--header \"\(text)\" wants a name, a colon and a value", command: nil)
      }
      headers[String(text[..<colon])] = String(text[text.index(after: colon)...].trimmed)
    }
    let deadline = try arguments.duration(.timeout) ?? .seconds(30)
    do throws(SourceError) {
      return try RemoteSource(url: address, headers: headers, deadline: deadline)
    } catch {
      throw .source(error)
    }
  }

  /// Catches a command that was misspelled, where there is no such file.
  private static func checkForCommand(_ name: String, isOperand: Bool) throws(Failure) {
    guard isOperand, access(name, F_OK) != 0 else { return }
    let commands = Command.allCases.map(\.rawValue)
    guard let near = Spelling.nearest(to: name, among: commands).first else { return }
    throw .usage("there is no file \"\(name)\"; did you mean the command '\(near)'?", command: nil)
  }

  /// The path without links and dots, if the file is there.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// A readable part of the name, and a hash of all of it.
  private static func workspaceName(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.split(separator: ".").first.map(String.init) ?? file
    let slug = stem.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let hash = String(MurmurHash3.hash(Array(path.utf8), seed: 1), radix: 16)
    return String(slug.prefix(32)) + "-" + String(repeating: "0", count: 8 - hash.count) + hash
  }
}

/// A server that has not answered yet.
private struct WaitingSource: Source {
  let name: String
  let address: String?

  func read() async throws(SourceError) -> [UInt8] {
    throw .pending(name)
  }
}

extension Substring {
  /// The text without spaces around it.
  fileprivate var trimmed: Substring {
    var text = self.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
