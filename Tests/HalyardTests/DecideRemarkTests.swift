import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests the warnings of `decide` about overrides, forced variations and the profile.
struct DecideRemarkTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "..").standardizedFileURL

  private static var datafile: String {
    tests.appending(path: "OptimizelyTests/Fixtures/datafile.json").path
  }

  private static var holdouts: String {
    tests.appending(path: "OptimizelyTests/Fixtures/synthetic_holdouts.json").path
  }

  private func run(_ tester: Tester, _ words: String...) throws -> ProgramRun {
    try tester.halyard(words + ["-s", Self.datafile, "--user", "u42"])
  }

  @Test func `decide applies the overrides that hold for the user`() throws {
    let tester = try Tester()
    let plain = try run(tester, "decide", "--all")
    let buyNow = try run(tester, "decide", "buy_now")
    #expect(plain.errors == "")
    _ = try run(tester, "disable", "gift_wrap", "--only", "u42")
    _ = try run(tester, "set", "buy_now", "one_touch", "--only", "u43")
    let decided = try run(tester, "decide", "gift_wrap", "--trace")
    #expect(decided.errors == "")
    #expect(
      decided.output.hasPrefix("gift_wrap  off  off  override\n  the flag is overridden: off\n")
    )
    #expect(
      try run(tester, "decide", "gift_wrap", "--json").output.contains("\"overridden\": true")
    )
    let other = try tester.halyard(["decide", "buy_now", "-s", Self.datafile, "--user", "u43"])
    #expect(other.output == "buy_now  on  one_touch  override\n")
    #expect(try run(tester, "decide", "buy_now").output == buyNow.output)
    #expect(try run(tester, "decide", "--all", "--isolated").output == plain.output)
    _ = try run(tester, "reset", "--all")
    #expect(try run(tester, "decide", "--all").output == plain.output)
  }

  @Test func `decide warns of unreadable overrides, and evaluates the flag`() throws {
    let tester = try Tester()
    _ = try run(tester, "enable", "gift_wrap")
    let workspaces = tester.folder.path(of: "home")
    let files = try #require(FileManager.default.enumerator(atPath: workspaces))
    for case let file as String in files where file.hasSuffix("overrides.json") {
      try Data("{".utf8).write(to: URL(filePath: workspaces + "/" + file))
    }
    let decided = try run(tester, "decide", "gift_wrap")
    #expect(decided.exitCode == 0)
    #expect(decided.errors.contains("overrides.json"), "\(decided.errors)")
  }

  @Test(
    arguments: [
      (
        "buy_now=one_tuch", "names variation \"one_tuch\", which flag \"buy_now\" does not have",
        "one_touch"
      ),
      (
        "buy_now:buy_now_tets=one_touch",
        "names rule \"buy_now_tets\", which flag \"buy_now\" does not have", "buy_now_test"
      ),
      (
        "buy_now:buy_now_test=x", "names variation \"x\", which flag \"buy_now\" does not have", nil
      ),
      ("buy_nw=one_touch", "names flag \"buy_nw\", which does not exist", "buy_now"),
      ("zzz=one_touch", "names flag \"zzz\", which does not exist", nil),
    ] as [(String, String, String?)]
  )
  func `decide warns of an unknown forced flag, rule or variation with the nearest name`(
    force: String,
    words: String,
    near: String?
  ) throws {
    let tester = try Tester()
    let run = try run(tester, "decide", "buy_now", "--force", force)
    let hint = near.map { ", did you mean \"\($0)\"?" } ?? ""
    #expect(run.errors == "halyard: warning: --force \(words)\(hint)\n")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("rule buy_now_everyone"))
  }

  @Test(
    arguments: [
      (
        #"{"buy_now_test": "52"}"#,
        "names experiment \"buy_now_test\", which is not the id of an experiment", "31"
      ),
      (#"{"39": "52"}"#, "names experiment \"39\", which is not the id of an experiment", "31"),
      (
        #"{"31": "one_touch"}"#,
        "names variation \"one_touch\", which is not the id of a variation of experiment \"31\"",
        "52"
      ),
      (
        #"{"nothing": "52"}"#, "names experiment \"nothing\", which is not the id of an experiment",
        nil
      ),
    ] as [(String, String, String?)]
  )
  func `decide warns of an unknown id in a profile with the nearest name`(
    profile: String,
    words: String,
    near: String?
  ) throws {
    let tester = try Tester()
    let run = try run(tester, "decide", "buy_now", "--profile", profile)
    let hint = near.map { ", did you mean \"\($0)\"?" } ?? ""
    #expect(run.errors == "halyard: warning: the profile \(words)\(hint)\n")
    #expect(run.exitCode == 0)
  }

  @Test func `decide prints no warning about a valid forced decision or profile`() throws {
    let tester = try Tester()
    for force in ["buy_now=one_touch", "buy_now:buy_now_test=off", "gift_wrap=on"] {
      #expect(try run(tester, "decide", "--all", "--force", force).errors == "")
    }
    let profile = #"{"31": "52"}"#
    let kept = try run(tester, "decide", "buy_now", "--profile", profile)
    #expect(kept.errors == "")
    #expect(kept.output.contains("one_touch"))
  }

  private struct Output: Decodable {
    let reasons: [String]
  }

  @Test func `decide --trace --json includes the trace in the reasons`() throws {
    let tester = try Tester()
    func reasons(_ words: [String]) throws -> [String] {
      let words = ["decide", "buy_now", "--json", "-s", Self.datafile, "--user", "u42"] + words
      let output = try tester.halyard(words).output
      return try JSONDecoder().decode(Output.self, from: Data(output.utf8)).reasons
    }
    let traced = try reasons(["--trace"])
    #expect(traced.contains("everyone else \"buy_now_everyone\": assigns \"off\"."), "\(traced)")
    let inWordsOfTheSDK = try reasons(["--option", "includeReasons"])
    #expect(
      inWordsOfTheSDK.last
        == "User (u42) is in the traffic group of targeting rule (Everyone Else)."
    )
    #expect(try reasons([]).isEmpty)
  }

  @Test func `a line of a trace has no trailing spaces`() throws {
    let tester = try Tester()
    let text = try String(contentsOfFile: Self.datafile, encoding: .utf8)
      .replacing(#""key": "off""#, with: #""key": """#)
    let file = try tester.folder.write(text, to: "datafile.json")
    let run = try tester.halyard("decide", "--all", "--trace", "-s", file, "--user", "u42")
    #expect(run.output.contains("\n      > 0..<10000\n"), "\(run.output)")
    #expect(!run.output.contains(" \n"))
  }

  @Test func `a flag without a variation is on after enable, and off after disable`()
    throws
  {
    let tester = try Tester()
    let enabled = try run(tester, "enable", "gift_wrap")
    #expect(enabled.output == "gift_wrap: on, enabled, overridden\n")
    #expect(try run(tester, "list").output.contains("gift_wrap  on  "))
    let disabled = try run(tester, "disable", "gift_wrap")
    #expect(disabled.output == "gift_wrap: off, disabled, overridden\n")
    let contrary = try run(tester, "enable", "buy_now")
    #expect(contrary.output == "buy_now: off, enabled, overridden\n")
    let reset = try run(tester, "reset", "gift_wrap")
    #expect(reset.output == "gift_wrap: no variation\n")
  }

  private struct Listed: Decodable {
    let name: String
    let enabled: Bool
    let variation: String?
  }

  @Test func `a flag is off in list and in decide for a user in a holdout`() throws {
    let tester = try Tester()
    let user = ["-s", Self.holdouts, "--user", "u1", "--attributes", #"{"country":"us"}"#]
    let output = try tester.halyard(["list", "--json"] + user).output
    let listed = try JSONDecoder().decode([Listed].self, from: Data(output.utf8))
    #expect(!listed.isEmpty)
    for flag in listed {
      #expect(flag.variation == "held_us")
      #expect(!flag.enabled)
    }
    let show = try tester.halyard(["show", "checkout"] + user).output
    #expect(show.contains("● held_us  assigned by holdout \"global_us\""), "\(show)")
    let refused = try tester.halyard(["set", "checkout", "held_us"] + user)
    #expect(refused.exitCode == 1)
    #expect(refused.errors.contains("has no variation \"held_us\""))
  }
}
