import Glibc

/// What the server is told about the machine, where the app does not tell it more.
///
/// A program on Linux carries no version that could be read; one that wants to send it sets the
/// attributes itself.
enum MachineFacts {
  static var attributes: [String: String] {
    var facts = utsname()
    guard uname(&facts) == 0 else { return ["platform": "linux"] }
    return [
      "platform": text(&facts.sysname).lowercased(),
      "system_version": text(&facts.release),
      "device_model": text(&facts.machine),
    ]
  }

  private static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
