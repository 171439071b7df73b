import Documents
import GrowthBook
import HTTPServer
import Networking
import Targeting

/// A library that is loaded on first use, with its Debian package and what needs it.
struct LibraryFacts: Sendable {
  /// The name, which is that of its check.
  let name: String
  /// The name of the shared library.
  let file: String
  let package: String
  /// What does not work without the library.
  let use: String
  /// Loads the library; returns its version, or an empty text for an unknown one, or `nil` if it cannot be
  /// loaded.
  let version: @Sendable () -> String?

  /// All libraries that are loaded on first use.
  static let all: [LibraryFacts] = [
    LibraryFacts(
      name: "libcurl",
      file: "libcurl.so.4",
      package: "libcurl4",
      use: "sources on servers, teams and connectivity checks"
    ) { HTTPClient.libraryVersion },
    LibraryFacts(
      name: "libmicrohttpd",
      file: "libmicrohttpd.so.12",
      package: "libmicrohttpd12",
      use: "serve, run and --serve"
    ) { HTTPServer.hasLibrary ? "" : nil },
    LibraryFacts(
      name: "libpcre2",
      file: "libpcre2-8.so.0",
      package: "libpcre2-8-0",
      use: "regular expressions of Unleash, LaunchDarkly and GrowthBook"
    ) { RegularExpression.hasLibrary ? "" : nil },
    LibraryFacts(
      name: "libyaml",
      file: "libyaml-0.so.2",
      package: "libyaml-0-2",
      use: "documents in YAML"
    ) { YAMLReader.hasLibrary ? "" : nil },
    LibraryFacts(
      name: "libcrypto",
      file: "libcrypto.so.3",
      package: "libssl3",
      use: "encrypted documents of GrowthBook"
    ) { GrowthBookPayload.hasLibrary ? "" : nil },
    LibraryFacts(
      name: "zlib",
      file: "libz.so.1",
      package: "zlib1g",
      use: "requests with Content-Encoding: gzip to serve and run"
    ) { HTTPServer.hasInflation ? "" : nil },
  ]

  /// Whether the library can be loaded.
  var finding: DoctorFinding {
    guard let version = version() else {
      return .warning(
        "cannot be loaded, so these do not work: \(use)",
        remedy: "sudo apt install \(package)"
      )
    }
    return .ok("found\(version.isEmpty ? "" : " (\(version))"), for \(use)")
  }
}
