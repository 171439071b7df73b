import Files
import Networking

extension Arguments {
  /// Parses how requests to servers are sent, from the options and from the environment variables for the
  /// certificate authorities.
  ///
  /// - Throws: `usage` for a file that cannot be read, for authorities without a certificate, for a key
  ///   without a certificate, and for a malformed proxy.
  func connectionOptions() throws(Failure) -> ConnectionOptions {
    for option in [Option.caFile, .clientCertificate, .clientKey] {
      guard let path = value(option), let defect = Self.defect(of: path, option) else { continue }
      throw usage("\(option.flag): \(path): \(defect)")
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
    if let proxy = options.proxy, let scheme = HTTPProxy.scheme(of: proxy),
      !HTTPProxy.schemes.contains(scheme)
    {
      throw usage(
        "--proxy: found the scheme \"\(scheme)\", expected one of "
          + HTTPProxy.schemes.joined(separator: ", ")
      )
    }
    return options
  }

  /// The reason why the file of an option cannot be used; `nil` for none.
  private static func defect(of path: String, _ option: Option) -> String? {
    do throws(SystemError) {
      let bytes = try FileSystem.read(path, limit: 1 << 20)
      return option == .caFile ? AuthorityDefect(in: bytes)?.description : nil
    } catch {
      return "cannot be read: \(error.reason)"
    }
  }
}
