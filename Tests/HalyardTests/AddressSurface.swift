import Foundation
import TestSupport

/// A way in which an address enters the program: an option, an operand, a variable or a setting.
///
/// The surfaces include options and operands that expect a file or a word, for which a user may enter an
/// address by mistake.
struct AddressSurface: Sendable, CustomStringConvertible {
  let description: String
  private let words: @Sendable (String) -> [String]
  private let variable: String?
  private let setting: String?

  private init(
    _ description: String,
    variable: String? = nil,
    setting: String? = nil,
    _ words: @escaping @Sendable (String) -> [String]
  ) {
    self.description = description
    self.words = words
    self.variable = variable
    self.setting = setting
  }

  /// Runs the program with the address and a log in a new folder.
  ///
  /// - Returns: All output, and the names and the content of all files that the program wrote.
  func run(_ address: String) throws -> String {
    let tester = try Tester()
    var environment = tester.environment
    if let variable { environment[variable] = address }
    if let setting {
      let text = address.replacing("\\", with: "\\\\")
      try tester.folder.write(
        setting.replacing("ADDRESS", with: text),
        to: "home/config.json"
      )
    }
    let log = description == "--log" ? [] : ["--log", "log"]
    let run = try ProgramRun(
      words(address) + log,
      environment: environment,
      folder: tester.folder.path,
      input: "q\n"
    )
    return run.output + run.errors + (try Self.files(in: tester.folder))
  }

  /// All names and the content of all files in a folder, except the settings, which the user wrote.
  static func files(in folder: TemporaryFolder) throws -> String {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return names.filter { !$0.hasSuffix("config.json") }.map { name in
      // Drops the error of reading a folder, which has no content of its own.
      name + "\n" + ((try? folder.read(name)) ?? "")
    }.joined(separator: "\n")
  }
}

extension AddressSurface {
  /// The options and the commands that take an address, and those that take a file or a word.
  static let all = sources + options + files + operands

  private static let sources =
    [
      AddressSurface("the dashboard") { [$0, "--plain"] },
      AddressSurface("a source as operand") { ["check", $0] },
      AddressSurface("two sources") { ["check", $0, "-s", $0] },
      AddressSurface("HALYARD_SOURCE", variable: "HALYARD_SOURCE") { _ in ["list"] },
    ]
    + [
      ["list"], ["list", "--json"], ["show", "New Cart"], ["enable", "New Cart"], ["history"],
      ["refresh"], ["env"], ["undo"], ["reset", "--all"], ["report", "--output", "r.md"],
      ["simulate"], ["doctor"], ["doctor", "--json"],
      ["snapshot", "--output", "screen.txt"], ["preset", "save", "smoke"], ["diff"],
      ["decide", "--all"], ["run", "true"],
    ].map { words in
      AddressSurface("--source of \(words[0])") { words + ["--source", $0] }
    }

  private static let options = [
    AddressSurface("--fallback") { ["list", "-s", "missing.json", "--fallback", $0] },
    AddressSurface("--experiments") {
      ["list", "-s", "ascend+http://127.0.0.1:1/", "--experiments", $0]
    },
    AddressSurface("--url") { ["connectivity", "--url", $0, "--timeout", "1s"] },
    AddressSurface("--url of report") {
      ["report", "--connectivity", "--url", $0, "--output", "r.md", "--timeout", "1s"]
    },
    AddressSurface("--team") { ["enable", "New Cart", "--team", $0] },
    AddressSurface("HALYARD_TEAM", variable: "HALYARD_TEAM") { _ in ["list"] },
    AddressSurface("the setting team", setting: #"{ "team": "ADDRESS" }"#) { _ in ["list"] },
    AddressSurface("the setting team.address", setting: #"{ "team": { "address": "ADDRESS" } }"#) {
      _ in ["check", "--config"]
    },
    AddressSurface("the setting theme", setting: #"{ "theme": "ADDRESS" }"#) {
      _ in ["snapshot", "--output", "screen.txt"]
    },
    AddressSurface("--datafile-url") { ["list", "-s", "optimizely:k", "--datafile-url", $0] },
    AddressSurface("--datafile-url with a key") {
      ["list", "-s", "optimizely:k", "--datafile-url", $0 + "/%@"]
    },
    AddressSurface("--events") { ["decide", "--all", "--events", $0] },
    AddressSurface("--listen") { ["serve", "--listen", $0] },
    AddressSurface("--listen of doctor") { ["doctor", "--listen", $0] },
    AddressSurface("--serve") { ["--plain", "--serve=" + $0] },
  ]

  private static let files = [
    AddressSurface("--log") { ["list", "--log", $0] },
    AddressSurface("--header-file") { ["list", "-s", "http://127.0.0.1:1/", "--header-file", $0] },
    AddressSurface("--token-file") { ["serve", "--token-file", $0] },
    AddressSurface("--tls-certificate") { ["serve", "--tls-certificate", $0, "--tls-key", $0] },
    AddressSurface("--attributes-file") { ["simulate", "--attributes-file", $0] },
    AddressSurface("--theme") { ["snapshot", "--theme", $0, "--output", "-"] },
    AddressSurface("--output of snapshot") { ["snapshot", "--output", $0] },
    AddressSurface("--output of report") { ["report", "--output", $0] },
    AddressSurface("--file of preset show") { ["preset", "show", "--file", $0] },
    AddressSurface("--file of preset save") { ["preset", "save", "smoke", "--file", $0] },
  ]

  private static let operands = [
    AddressSurface("diff") { ["diff", $0, "Features.json"] },
    AddressSurface("preset apply") { ["preset", "apply", $0] },
    AddressSurface("preset delete") { ["preset", "delete", $0] },
    AddressSurface("preset") { ["preset", $0] }, AddressSurface("team") { ["team", $0] },
    AddressSurface("help") { ["help", $0] }, AddressSurface("run") { ["run", $0] },
    AddressSurface("--workspace") { ["list", "--workspace", $0] },
    AddressSurface("an extra operand") { ["list", $0] },
    AddressSurface("two operands") { [$0, $0] },
  ]
}
