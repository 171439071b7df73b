package import FlagSystem
package import HTTPServer

/// The settings of a server.
package struct ServingSettings: Sendable {
  /// The flag systems whose SDKs the server serves.
  package var systems: [FlagSystem]
  /// The address on which the server listens.
  package var address: ListenAddress
  /// The certificate for TLS; `nil` for a server without TLS.
  package var tls: HTTPServer.TLS?
  /// The token that clients have to send; `nil` if requests need no token.
  package var token: AccessToken?
  /// The origins whose pages may use the server from a browser, in addition to the pages of this machine;
  /// `*` allows all origins.
  package var allowedOrigins: [String] = []
  /// The host names that clients may use for a server on a loopback address without a token, in addition to
  /// `localhost`, IP addresses and the host of ``address``.
  package var hostNames: [String] = []
  /// The user for whom datafiles apply the overrides; `nil` applies them for every user.
  package var user: String?
  /// The limits of requests and connections.
  package var limits = ServerLimits()

  /// Whether a text can be one of ``hostNames``: a host without a port.
  package static func isHostName(_ text: String) -> Bool {
    !text.isEmpty && RequestHosts.host(of: text) == text
  }

  /// Creates settings for an address, without TLS and token.
  package init(address: ListenAddress, systems: [FlagSystem]) {
    (self.address, self.systems) = (address, systems)
  }
}
