import Documents
import FlagSystem
import HTTPServer
import Networking

extension LibraryUse {
  /// All libraries that are loaded on first use.
  static let all: [LibraryUse] = {
    var names: Set<String> = []
    return (own + FlagSystems.all.flatMap(\.libraries)).filter { names.insert($0.name).inserted }
  }()

  /// The libraries that are used independently of the flag systems.
  private static let own: [LibraryUse] = [
    LibraryUse(
      name: "libcurl",
      file: "libcurl.so.4",
      package: "libcurl4",
      use: "sources on servers, teams and connectivity checks"
    ) { HTTPClient.libraryVersion },
    LibraryUse(
      name: "libmicrohttpd",
      file: "libmicrohttpd.so.12",
      package: "libmicrohttpd12",
      use: "serve, run and --serve"
    ) { HTTPServer.hasLibrary ? "" : nil },
    LibraryUse(
      name: "libyaml",
      file: "libyaml-0.so.2",
      package: "libyaml-0-2",
      use: "documents in YAML"
    ) { YAMLReader.hasLibrary ? "" : nil },
    LibraryUse(
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
