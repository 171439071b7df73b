import Files
import Networking

extension Arguments {
  /// Parses how requests to servers are sent, from the options and from the environment variables for the
  /// certificate authorities.
  ///
  /// - Throws: `usage` for a file that cannot be read, for a key without a certificate, and for a malformed
  ///   proxy.
  func connectionOptions() throws(Failure) -> ConnectionOptions {
    for option in [Option.caFile, .clientCertificate, .clientKey] {
      guard let path = value(option), let error = Self.error(reading: path) else { continue }
      throw usage("\(option.flag): \(path): cannot be read: \(error.reason)")
    }
    var options = ConnectionOptions()
    if let path = value(.caFile) {
      options.authorities = (path, Option.caFile.flag)
    } else {
      let variable = ConnectionOptions.authorityVariables.first {
        environment[$0].map { !$0.isEmpty } ?? false
      }
      options.authorities = variable.map { (environment[$0] ?? "", $0) }
    }
    options.clientCertificate = value(.clientCertificate)
    options.clientKey = value(.clientKey)
    if options.clientKey != nil, options.clientCertificate == nil {
      throw usage("--client-key expects --client-certificate too")
    }
    options.proxy = value(.proxy)
    if let proxy = options.proxy, proxy.contains(where: \.isWhitespace) {
      throw usage(
        "--proxy: found \"\(URLRedaction.redacted(proxy))\", expected a URL such as "
          + "http://proxy.example.test:3128"
      )
    }
    return options
  }

  private static func error(reading path: String) -> SystemError? {
    do throws(SystemError) { _ = try FileSystem.read(path, limit: 1 << 20) } catch { return error }
    return nil
  }
}
