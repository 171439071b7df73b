import Glibc

/// The facts about the machine that the server gets, unless the app configures attributes.
///
/// An executable has no version that could be read; an app that wants to send its version sets the
/// attributes itself.
struct HostInfo: Hashable, Sendable {
  /// The name of the kernel, such as `Linux`.
  let system: String
  /// The release of the kernel.
  let release: String
  /// The architecture, such as `x86_64`.
  let machine: String
  /// The name of the host, which is not sent.
  let host: String

  /// The facts about this machine; `nil` if the system does not report them.
  static var current: HostInfo? {
    var facts = utsname()
    guard uname(&facts) == 0 else { return nil }
    return HostInfo(
      system: text(&facts.sysname),
      release: text(&facts.release),
      machine: text(&facts.machine),
      host: text(&facts.nodename)
    )
  }

  /// The attributes of a request.
  static var attributes: [String: String] {
    guard let current else { return ["platform": "linux"] }
    return [
      "platform": current.system.lowercased(),
      "system_version": current.release,
      "device_model": current.machine,
    ]
  }

  private static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
