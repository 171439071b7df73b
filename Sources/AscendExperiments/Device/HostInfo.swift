import Glibc

/// The description of the machine that requests send, unless the app configures attributes.
///
/// The version of the app is missing, because an executable has none; an app that needs it for
/// targeting configures the attributes.
struct HostInfo: Hashable, Sendable {
  /// The name of the kernel, such as `Linux`.
  let system: String
  /// The release of the kernel.
  let release: String
  /// The architecture, such as `x86_64`.
  let machine: String
  /// The name of the host, which is never sent.
  let host: String

  /// The description of this machine; `nil` if the system call fails.
  static var current: HostInfo? {
    var name = utsname()
    guard uname(&name) == 0 else { return nil }
    return HostInfo(
      system: text(&name.sysname),
      release: text(&name.release),
      machine: text(&name.machine),
      host: text(&name.nodename)
    )
  }

  /// The default attributes of a request.
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
