import Documents
import FeatureFlags
import Networking
import Team

/// The team whose overrides the program shares, from `--team`, the environment or the settings.
struct TeamOptions: Hashable, Sendable {
  var address: TeamAddress
  /// The path of a file with the user and the password of etcd, on two lines; `nil` for none.
  var loginPath: String?
  /// The path of the trusted certificate authorities; `nil` for those of the system.
  var authoritiesPath: String?
  /// The path of the certificate with which the program identifies itself; `nil` for none.
  var certificatePath: String?
  /// The path of the private key of the certificate.
  var keyPath: String?

  /// The value of `--team` that selects no team, even if the environment or the settings name one.
  static let none = "none"
  /// The environment variable with the address of the team.
  static let variable = "HALYARD_TEAM"
  /// The environment variables with the user and the password of etcd.
  static let (userVariable, passwordVariable) = ("HALYARD_TEAM_USER", "HALYARD_TEAM_PASSWORD")

  /// Selects the team of a command.
  ///
  /// - Parameters:
  ///   - text: The value of `--team`; `nil` without the option.
  ///   - program: The dependencies of the command.
  /// - Returns: The team; `nil` for none.
  /// - Throws: `usage` for a malformed address.
  static func selected(_ text: String?, _ program: Program) throws(Failure) -> TeamOptions? {
    let all = program.settings().settings
    let settings = all.team
    guard let text = text ?? program.environment[variable] else {
      // Warns of a mistake in the setting `team`: without the team, overrides are set in the workspace,
      // and not shared.
      for problem in all.problems where problem.setting == Setting.team.name {
        program.console.warn(problem.description(in: program.settingsFile.path))
      }
      return settings
    }
    guard text != none else { return nil }
    let address = try mapError(TeamAddress(text)) { (error: TeamAddress.Defect) in
      Failure.usage("\(Option.team.flag): \(error.message(for: text))", command: nil)
    }
    // Uses the certificates and the login of the settings only for the team that the settings name.
    if let settings, settings.address == address { return settings }
    return TeamOptions(address: address)
  }

  /// Creates the storage of the team's overrides; no request is sent until it is used.
  ///
  /// - Parameters:
  ///   - program: The dependencies of the command.
  ///   - isForcing: Whether conflicting changes and locks of colleagues are overwritten.
  ///   - isReadOnly: Whether nothing is written, so that this machine stores no copy of the overrides.
  /// - Returns: The storage.
  /// - Throws: `source` for a login file that cannot be read, `usage` for a malformed one.
  func storage(
    _ program: Program,
    isForcing: Bool,
    isReadOnly: Bool
  ) throws(Failure) -> EtcdOverrideStorage {
    var configuration = program.clientConfiguration
    configuration.certificateAuthorities = authoritiesPath
    configuration.clientCertificate = certificatePath
    configuration.clientKey = keyPath
    if let keyPath { program.warn(ofSharedFile: keyPath) }
    let credentials = try credentials(program)
    var writes = WriteObserver()
    if program.log != nil { writes.report = program.recordWrite }
    let copy = TeamCopy(of: address, stateRoot: program.environment.stateRoot, writes: writes)
    return EtcdOverrideStorage(
      EtcdClient(address, credentials: credentials, configuration: configuration),
      isForcing: isForcing,
      copy: isReadOnly ? nil : copy,
      author: program.environment.author,
      program: program.name
    )
  }

  private func credentials(_ program: Program) throws(Failure) -> TeamCredentials? {
    let environment = program.environment
    if let user = environment[Self.userVariable] {
      return TeamCredentials(user: user, password: environment[Self.passwordVariable] ?? "")
    }
    guard let loginPath else { return nil }
    let path = environment.absolute(loginPath)
    let bytes = try mapError(FileSource(path: path).readNow(), to: Failure.source)
    program.warn(ofSharedFile: path)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .usage("\(path): found bytes that are not UTF-8, expected UTF-8", command: nil)
    }
    let lines =
      text
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasSuffix("\r") ? $0.dropLast() : $0 }
    guard lines.count >= 2, !lines[0].isEmpty else {
      throw .usage(
        "\(path): found \(lines.count == 1 ? "one line" : "an empty first line"), "
          + "expected the user on the first line and the password on the second",
        command: nil
      )
    }
    return TeamCredentials(user: String(lines[0]), password: String(lines[1]))
  }
}

// MARK: Settings

extension TeamOptions {
  /// The keys of the setting `team` if its value is an object.
  enum Key: String, CaseIterable {
    case address, login, authorities, certificate, key
  }

  /// Decodes the setting `team`: an address, or an object.
  ///
  /// - Throws: The first problem of the value.
  init(_ node: Node) throws(DocumentError) {
    if node.string != nil {
      self.init(address: try Self.address(node))
      return
    }
    guard node.members != nil else { throw node.mismatch(expected: Setting.team.expected) }
    let fields = try FieldReader(node)
    self.init(
      address: try fields.value(
        Key.address.rawValue,
        expected: "an address such as etcd://HOST:PORT/NAMESPACE",
        read: Self.address
      ),
      loginPath: try fields.optionalText(Key.login.rawValue),
      authoritiesPath: try fields.optionalText(Key.authorities.rawValue),
      certificatePath: try fields.optionalText(Key.certificate.rawValue),
      keyPath: try fields.optionalText(Key.key.rawValue)
    )
  }

  private static func address(_ node: Node) throws(DocumentError) -> TeamAddress {
    guard let text = node.string else {
      throw node.mismatch(expected: "an address such as etcd://HOST:PORT/NAMESPACE")
    }
    do throws(TeamAddress.Defect) { return try TeamAddress(text) } catch {
      let found =
        if case .credentials = error {
          "an address with a password"
        } else {
          "\"\(URLRedaction.redacted(text, isAddress: true))\""
        }
      throw .unexpected(
        line: node.line,
        found: found,
        expected: "an address such as etcd://HOST:PORT/NAMESPACE"
      )
    }
  }
}
