/// Spellings of addresses that contain a secret: a product of prefixes, credentials and parameters.
package enum SecretAddress {
  /// The secret of each spelling; a message, a log or a file that contains it has a leak.
  package static let secret = "hush"

  /// A host and a path without a server: nothing listens at port 1.
  private static let target = "127.0.0.1:1/x.json"

  /// The texts before the credentials: schemes of URLs, texts that only some parsers accept as a scheme, and
  /// an empty text.
  private static let prefixes = [
    "http://", "http:///", "http:/", "HTTPS:/", "http:", "//", "/", "", "http:\\\\",
    "http%3A%2F%2F", "http%253A%252F%252F", "ofrep+http://", "ofrep+http:/", "ascend+http://",
    "ascend+http:/", "ftp://", "ftp:/", "etcd://", "etcd:/", "optimizely:",
  ]

  /// Users and passwords; some contain characters that end the authority of a URL, so that a parser would
  /// find a host on this machine before them.
  private static let credentials = [
    "u:hush@", "hush@", "u:hu/hush@", "u:hush@x@", "localhost:1/hush@", "localhost:1?hush@",
    "localhost:#hush@", "localhost/hush@", "u%3Ahush%40", "u:hush%2540",
  ]

  /// Parameters with a secret, some with an encoded name.
  private static let parameters = [
    "?token=hush", "?%74oken=hush", "?token%3D=hush", "?token%3Dhush", "?page=2%26token%3Dhush",
    "?page=2&id=hush", "?sessionid=hush", "?bearer=hush", "?otp=hush", "?pin=hush", "?cred=hush",
    "?auth_code=hush", "?id=a@hush", "?id=a%40hush", "?sas_t=hush", "?password=hush",
    ";token=hush?page=2", ";jsessionid=hush",
    "%3Btoken=hush", "%3Ftoken=hush", "?hush", "#hush", "#id_token=hush",
  ]

  /// All spellings of addresses with the secret.
  package static let all = prefixes.flatMap { prefix in
    credentials.map { prefix + $0 + target } + parameters.map { prefix + target + $0 }
  }

  /// Returns valid URLs of a server, so that a request sends the secret to the server.
  ///
  /// - Parameter server: The host and the port.
  /// - Returns: The URLs of a document on the server.
  package static func accepted(at server: String) -> [String] {
    parameters.filter { !$0.contains("#") }.map { "http://\(server)/x.json\($0)" } + [
      "http://u:hush@\(server)/x.json", "http://hush@\(server)/x.json",
      "http://\(server)/hush@x.json", "http://u:hush@\(server)/hush@x.json?hush@x=hush",
    ]
  }
}
