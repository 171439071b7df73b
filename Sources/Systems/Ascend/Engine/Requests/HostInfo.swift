import Glibc

/// Describes the machine; requests send the description as attributes, unless the app configures
/// its own.
///
/// It does not include the version of the app, because an executable has none; an app that needs
/// its version for targeting configures attributes.
package struct HostInfo: Hashable, Sendable {
  /// The name of the kernel: `Linux`.
  package let system: String
  /// The release of the kernel, such as `6.1.0`.
  package let release: String
  /// The architecture of the machine, such as `x86_64`.
  package let machine: String
  /// The host name of the machine, which is never sent.
  package let host: String

  /// The description of the current machine; `nil` if the system call fails.
  package static var current: HostInfo? {
    var name = utsname()
    guard uname(&name) == 0 else { return nil }
    return HostInfo(
      system: text(&name.sysname),
      release: text(&name.release),
      machine: text(&name.machine),
      host: text(&name.nodename)
    )
  }

  /// The attributes that a request sends if the app configures no attributes.
  package static var attributes: [String: String] {
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
