import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests commands with files of an unexpected kind, paths that are not UTF-8, and shared secrets.
struct HostileFileTests {
  private let tester: Tester

  init() throws {
    tester = try Tester()
  }

  /// Runs a command line of the shell in the folder, with `$halyard` as the program.
  private func shell(_ command: String) throws -> (status: Int32, errors: String) {
    let variables = tester.environment.map { "\($0)='\($1)'" }.joined(separator: " ")
    let status = Shell.run(
      "cd '\(tester.folder.path)' && export \(variables) && "
        + "halyard='\(ProgramRun.path(of: "halyard"))' && { \(command); } 2> errors"
    )
    return (status >> 8, try tester.folder.read("errors"))
  }

  @Test(arguments: [
    ("mkdir .lock", "a folder"), ("ln -s /dev/null .lock", "a symbolic link"),
    ("ln -s nowhere .lock", "a symbolic link"), ("mkfifo .lock", "a pipe"),
  ])
  func `a lock file that is not a regular file is an error that names the lock file`(
    command: String,
    kind: String
  ) throws {
    #expect(try shell("mkdir -p home/w/presets && cd home/w && \(command)").status == 0)
    let run = try tester.halyard("enable", "New Cart", "--workspace", "w")
    #expect(
      run.errors.contains(
        "home/w/.lock: cannot be written: found \(kind), expected a regular file; check its permissions"
      ),
      "\(run.errors)"
    )
    #expect(run.exitCode == ExitCode.unwritableFile)
    #expect(try shell("cd home/w/presets && \(command)").status == 0)
    let preset = try tester.halyard("preset", "save", "p", "--workspace", "w")
    #expect(preset.errors.contains("home/w/presets/.lock: cannot be written: found \(kind)"))
  }

  @Test func `in a presets folder that is a symbolic link, presets are read but never written`()
    throws
  {
    try tester.folder.write(#"{"overrides":{"New Cart":{"enabled":true}}}"#, to: "other/a.json")
    #expect(try shell("mkdir -p home/w && ln -s ../../other home/w/presets").status == 0)
    let words = [["save", "b"], ["save", "a", "--replace"], ["delete", "a"]]
    for word in words {
      let run = try tester.halyard(["preset"] + word + ["--workspace", "w"])
      #expect(
        run.errors.contains(
          "home/w/presets: cannot be written: found a symbolic link, expected a folder"
        ),
        "\(run.errors)"
      )
      #expect(run.exitCode == ExitCode.unwritableFile)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: tester.folder.path + "/other") == [
        "a.json"
      ]
    )
    #expect(try tester.halyard("preset", "apply", "a", "--workspace", "w").exitCode == 0)
  }

  @Test(arguments: [
    (#""$halyard" list --source "$(printf 'caf\351.json')""#, "argument 3"),
    (#"HALYARD_SOURCE=$(printf 'caf\351.json') "$halyard" list"#, "HALYARD_SOURCE"),
    (#"HALYARD_HOME=$(printf '\377home') "$halyard" enable "New Cart""#, "HALYARD_HOME"),
    (
      #"mkdir "$(printf 'd\351')" && cd "$(printf 'd\351')" && "$halyard" list"#,
      "the working folder"
    ),
  ])
  func `a path that is not UTF-8 is a usage error`(command: String, owner: String) throws {
    let run = try shell(command)
    #expect(
      run.errors.hasPrefix(
        "halyard: error: \(owner): found bytes that are not UTF-8, expected UTF-8\n"
      ),
      "\(run.errors)"
    )
    #expect(run.status == ExitCode.usage)
  }

  @Test func `an environment variable that names no file may have bytes that are not UTF-8`() throws
  {
    #expect(try shell(#"LESS="$(printf '\351')" "$halyard" list > list"#).status == 0)
  }

  @Test func `in the output of list, a very long name lengthens only its own line`() throws {
    let name = String(repeating: "n", count: 100_000)
    let tester = try Tester(configuration: #"[{"name":"\#(name)"},{"name":"a"},{"name":"b"}]"#)
    #expect(try tester.halyard("enable", "a", "b").exitCode == 0)
    let file = try #require(try tester.folder.overridesPath())
    let long =
      #"{"overrides":{"\#(name)":{"enabled":true},"a":{"enabled":true},"b":{"enabled":true}}}"#
    try tester.folder.write(long, to: file)
    let lines = try tester.halyard("list", "--overridden").output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.filter { $0.count < 200 }.count == 2)
    #expect(lines.contains { $0.hasPrefix(name) })
  }

  private static let shared =
    "found a secret in a file with mode 0644, which other users can access"

  /// Options that expect a file with a secret, each in a command that ends at once.
  private static let secretOptions = [
    ["list", "--header-file"], ["serve", "--listen", "192.0.2.1:0", "--token-file"],
    ["serve", "--listen", "192.0.2.1:0", "--no-token", "--tls-certificate", "secret", "--tls-key"],
  ]

  @Test(arguments: secretOptions)
  func `a file with a secret that other users can read is used with a warning`(words: [String])
    throws
  {
    let path = try tester.folder.write("x-token:0123456789abcdef\n", to: "secret")
    chmod(path, 0o644)
    let warning = "halyard: warning: \(path): \(Self.shared); expected mode 0600\n"
    #expect(try tester.halyard(words + [path]).errors.hasPrefix(warning))
    #expect(try !tester.halyard(words + [path, "--quiet"]).errors.contains("secret in a file"))
    chmod(path, 0o600)
    #expect(try !tester.halyard(words + [path]).errors.contains("secret in a file"))
  }

  @Test func `a login file that other users can read is used with a warning`() throws {
    let path = try tester.folder.write("ana\nhush-4711\n", to: "home/login")
    try tester.folder.write(
      #"{ "team": { "address": "etcd://127.0.0.1:1/qa", "login": "\#(path)" } }"#,
      to: "home/config.json"
    )
    for (mode, isWarned) in [(0o644, true), (0o600, false)] as [(mode_t, Bool)] {
      chmod(path, mode)
      let errors = try tester.halyard("team", "status").errors
      #expect(errors.contains("\(path): \(Self.shared)") == isWarned, "\(errors)")
      #expect(!errors.contains("hush-4711"))
    }
  }

  @Test func `unknown fields of the overrides file are preserved, and reported with their line`()
    throws
  {
    try tester.folder.write(
      """
      { "owner": { "team": "qa" }, "overrides": {
        "Layout": { "variation": "Red", "remark": "for the demo" },
        "Gold theme": { "unlockd": true, "ticket": 7 } } }
      """,
      to: "home/w/overrides.json"
    )
    let run = try tester.halyard("enable", "New Cart", "--workspace", "w")
    let file = tester.folder.path(of: "home/w/overrides.json")
    #expect(
      run.errors.hasPrefix(
        """
        halyard: warning: \(file):1: has the unknown field "owner", which is ignored
        halyard: warning: \(file):2: the override of "Layout" has the unknown field "remark", which is \
        ignored
        halyard: warning: \(file):3: the override of "Gold theme" has the unknown field "unlockd", \
        which is ignored, did you mean "unlocked"?

        """
      ),
      "\(run.errors)"
    )
    _ = try tester.halyard("reset", "Gold theme", "--workspace", "w")
    let text = try tester.folder.read("home/w/overrides.json")
    #expect(text.contains(#""remark": "for the demo""#))
    #expect(text.contains(#""owner": { "team": "qa" }"#))
    #expect(!text.contains("ticket"))
    #expect(text.contains("New Cart"))
  }

  @Test(arguments: [
    ("a/b", "contain \"/\" or start with \".\""), (".w", "contain \"/\" or start with \".\""),
    ("", "be empty"), (String(repeating: "ü", count: 51), "have more than 100 bytes"),
    ("a\u{1B}[2J", "contain control characters"), ("a\nb", "contain control characters"),
    ("a\u{9B}b", "contain control characters"), ("a\u{202E}b", "contain control characters"),
    ("a\u{2028}b", "contain control characters"),
  ])
  func `an invalid name of a workspace is a usage error that names the broken rule`(
    name: String,
    rule: String
  ) throws {
    let run = try tester.halyard("list", "--workspace", name)
    #expect(run.errors.contains(": a name may not \(rule)\n"), "\(run.errors)")
    #expect(run.exitCode == ExitCode.usage)
  }
}

extension TemporaryFolder {
  /// The path of the only overrides file in the home folder, relative to the folder.
  fileprivate func overridesPath() throws -> String? {
    let home = path(of: "home")
    return try FileManager.default.subpathsOfDirectory(atPath: home)
      .first { $0.hasSuffix("overrides.json") }
      .map { "home/" + $0 }
  }
}
