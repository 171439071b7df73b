import CBuild

/// The facts about the build of the program, for bug reports.
struct BuildFacts: Equatable {
  /// The commit of the checkout; `nil` if it is not known, as in a build of a source archive or by
  /// `swift build` without make.
  let commit: String?
  /// Whether files of the checkout differed from the commit; `nil` without a commit.
  let isModified: Bool?
  /// The version of the compiler, such as `6.3.1`; `nil` if the manifest has not found it.
  let swiftVersion: String?
  /// Whether the Swift runtime is a part of the program, which then needs no installed Swift.
  let isStatic: Bool

  /// The facts about the running program.
  static let current = BuildFacts(
    commit: cb_commit().map { String(cString: $0) },
    swiftVersion: cb_swift_version().map { String(cString: $0) },
    isStatic: cb_is_static() != 0
  )

  /// Creates the facts from the commit as `git describe --dirty` prints it.
  init(commit: String?, swiftVersion: String?, isStatic: Bool) {
    let suffix = "-dirty"
    isModified = commit?.hasSuffix(suffix)
    self.commit = commit.map { $0.hasSuffix(suffix) ? String($0.dropLast(suffix.count)) : $0 }
    self.swiftVersion = swiftVersion
    self.isStatic = isStatic
  }

  /// The properties that distinguish this build from other builds of the same commit.
  var features: [String] {
    [
      Self.isOptimised ? "optimised" : "debug", isStatic ? "static" : "dynamic",
      "Swift \(swiftVersion ?? "of unknown version")", Self.architecture,
    ]
  }

  /// Whether the compiler optimised the program.
  static var isOptimised: Bool {
    #if DEBUG
    false
    #else
    true
    #endif
  }

  /// The architecture of the program, as Swift names it.
  static var architecture: String {
    #if arch(x86_64)
    "x86_64"
    #elseif arch(arm64)
    "aarch64"
    #elseif arch(riscv64)
    "riscv64"
    #else
    "unknown"
    #endif
  }
}
