import FeatureFlags
import Files
import HTTPServer
import Networking
import Serving

extension Arguments {
  /// The maximum size of a file with a token, a certificate or a key, in bytes.
  private static let fileLimit = 1 << 20

  /// Parses the options of the server inside the dashboard, which `--serve` or the user starts.
  ///
  /// - Throws: The errors of ``servingSettings(address:)``; `usage` for two addresses, and for other
  ///   options of a server without `--serve` and `--listen`.
  func dashboardServingSettings() throws(Failure) -> ServingSettings {
    // `--serve` without an address has an empty value.
    let address = value(.serve).flatMap { $0.isEmpty ? nil : $0 }
    if let address, let other = value(.listen) {
      throw usage("found two addresses: --serve=\(address) and --listen \(other)")
    }
    let options: [Option] = [
      .tokenFile, .noToken, .tlsCertificate, .tlsKey, .allowOrigin, .allowHost, .forward,
    ]
    if !has(.serve), !has(.listen), let option = options.first(where: has) {
      throw usage("\(option.flag) expects --serve too, or --listen")
    }
    return try servingSettings(address: address ?? value(.listen))
  }

  /// Parses the options of the server, and reads the files that they name.
  ///
  /// - Parameter address: The text of the address; `nil` for the default address.
  /// - Returns: The settings; the server does not listen yet.
  /// - Throws: `usage` for an address, a token or a combination of options that cannot be used;
  ///   `source` for a file that cannot be read.
  func servingSettings(address: String?) throws(Failure) -> ServingSettings {
    var settings = ServingSettings(
      address: try address.map(listenAddress) ?? Defaults.listenAddress,
      systems: FlagSystems.all
    )
    settings.token = try token()
    settings.tls = try certificate()
    settings.allowedOrigins = values(.allowOrigin)
    settings.hostNames = try hostNames()
    settings.forwardURL = try forwardURL()
    var configuration = HTTPClient.Configuration()
    try connectionOptions().apply(to: &configuration)
    settings.client = HTTPClient(configuration: configuration)
    guard settings.address.isLoopback || settings.token != nil || has(.noToken) else {
      throw usage(
        "other machines can reach \(settings.address), so clients need a token: "
          + "expected --token-file FILE, or --no-token to serve without one"
      )
    }
    return settings
  }

  /// Parses the address of a server.
  ///
  /// - Throws: `usage` for a text that is not an address.
  func listenAddress(_ text: String) throws(Failure) -> ListenAddress {
    do throws(HTTPServerError) {
      return try ListenAddress(text)
    } catch .badAddress(let found) {
      throw usage("\(HTTPServerError.badAddress(URLRedaction.redacted(found)))")
    } catch {
      throw usage("\(error)")
    }
  }

  private func forwardURL() throws(Failure) -> String? {
    guard let url = value(.forward) else { return nil }
    do throws(HTTPError) { _ = try HTTPRequest(url: url).validated() } catch {
      throw usage("\(URLRedaction.redacted(url)) after --forward: \(error)")
    }
    return url
  }

  private func hostNames() throws(Failure) -> [String] {
    let names = values(.allowHost)
    for name in names where !ServingSettings.isHostName(name) {
      throw usage("found \(name) after --allow-host, expected a host name such as flags.test")
    }
    return names
  }

  private func token() throws(Failure) -> AccessToken? {
    guard let path = value(.tokenFile) else { return nil }
    guard !has(.noToken) else { throw usage("found both --token-file and --no-token") }
    if let token = AccessToken(try text(of: path, limit: Self.fileLimit)) { return token }
    throw usage(
      "--token-file \(path): expected one line of at least \(AccessToken.minimumLength) visible "
        + "ASCII characters without spaces"
    )
  }

  private func certificate() throws(Failure) -> HTTPServer.TLS? {
    switch (value(.tlsCertificate), value(.tlsKey)) {
    case (nil, nil): return nil
    case (let certificate?, let key?):
      return HTTPServer.TLS(
        certificate: try text(of: certificate, limit: Self.fileLimit),
        key: try text(of: key, limit: Self.fileLimit)
      )
    case (_?, nil): throw usage("--tls-certificate expects --tls-key FILE too")
    case (nil, _?): throw usage("--tls-key expects --tls-certificate FILE too")
    }
  }
}
