import Foundation
import TestSupport
import Testing

/// Tests that PCRE2, libyaml, libcrypto and zlib are loaded on first use only.
struct LoadedLibraryTests {
  private static let libraries = ["libpcre2", "libyaml", "libcrypto", "libz.so"]

  private static let flags = #"{ "f": { "state": "ENABLED", "variants": { "on": true } } }"#
  private static let constraint =
    #"{"contextName": "x", "operator": "REGEX", "value": "a", "values": []}"#

  /// Documents with the library that each needs, and the name of its file.
  private static let documents: [(document: String, library: String, file: String)] = [
    ("flags: \(flags)", "libyaml-0-2", "libyaml-0.so.2"),
    (
      #"{"version": 2, "features": [{"name": "f", "enabled": true, "strategies": "#
        + #"[{"name": "default", "constraints": [\#(constraint)]}]}]}"#,
      "libpcre2-8-0", "libpcre2-8.so.0"
    ),
    (
      #"{"features": {}, "encryptedFeatures": "AAECAwQFBgcICQoLDA0ODw==."#
        + #"bGeJIjuqFF32E0sdQwd/k8MYZj6Re/xg7a4+l3KTkUw="}"#,
      "libssl3", "libcrypto.so.3"
    ),
  ]

  @Test(arguments: ["shop", "halyard"], libraries)
  func `halyard and apps are not linked to a library that is loaded on first use`(
    program: String,
    library: String
  ) throws {
    let folder = try TemporaryFolder()
    // The loader lists the linked libraries instead of starting the program.
    let run = try ProgramRun(
      of: program,
      [],
      environment: ["LD_TRACE_LOADED_OBJECTS": "1"],
      folder: folder.path
    )
    #expect(run.output.contains("libc.so"))
    #expect(!run.output.contains(library))
  }

  /// Checks a document with the given variables of the loader.
  private func check(
    _ document: String,
    _ tester: Tester,
    _ environment: [String: String]
  ) throws -> ProgramRun {
    try tester.folder.write(document, to: "flags")
    return try ProgramRun(
      ["check", "flags"],
      environment: tester.environment.merging(environment) { $1 }
        .merging(["HALYARD_GROWTHBOOK_KEY": "Ns04T5n9+59rl2x3SlNHtQ=="]) { $1 },
      folder: tester.folder.path
    )
  }

  @Test
  func `a document without YAML, regular expressions and encryption loads no optional library`()
    throws
  {
    let run = try check(#"{"flags": \#(Self.flags)}"#, Tester(), ["LD_DEBUG": "libs"])
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("libc.so"))
    for library in Self.libraries { #expect(!run.errors.contains(library)) }
  }

  @Test(arguments: documents)
  func `a document loads the library that it needs, and a missing library is named by its package`(
    document: String,
    package: String,
    file: String
  ) throws {
    let loaded = try check(document, Tester(), ["LD_DEBUG": "libs"])
    #expect(loaded.exitCode == 0)
    #expect(loaded.errors.contains("find library=\(file)"))
    let tester = try Tester()
    // The loader cannot load an empty file, as if the library were missing.
    try tester.folder.write("", to: file)
    let missing = try check(document, tester, ["LD_LIBRARY_PATH": tester.folder.path])
    #expect((missing.output + missing.errors).contains("needs the package \(package)"))
  }
}
