import Glibc

/// The version of the program and of the system.
struct VersionFacts: Sendable {
  private let version: String
  /// The name, the release and the machine of the kernel, such as `Linux 6.1.0 x86_64`.
  private let system: String

  /// Reads the version of the kernel with uname(2).
  init(_ program: Program) {
    version = program.version
    var name = utsname()
    guard uname(&name) == 0 else {
      system = "an unknown system"
      return
    }
    system = [
      Self.text(name.sysname), Self.text(name.release), Self.text(name.machine),
    ].joined(separator: " ")
  }

  var text: String {
    let build = BuildFacts.current
    let commit = build.commit.map { "commit \($0.prefix(12))" }
    let facts = ["halyard \(version)"] + [commit].compactMap(\.self) + build.features
    return facts.joined(separator: ", ") + ", on \(system)"
  }

  /// The text of an array in C, which Swift imports as a tuple.
  private static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
