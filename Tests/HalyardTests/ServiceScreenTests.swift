import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the list and the details of features from an Ascend server and a Remote Config template.
struct ServiceScreenTests {
  /// Renders the screen for a document in the folder, after simulating key presses.
  private func screen(
    of document: String,
    _ keys: String = "",
    size: String = "110x26",
    options: [String] = [],
    in tester: Tester
  ) throws -> String {
    try tester.folder.write(document, to: "shop.json")
    let run = try ProgramRun(
      ["snapshot", "-s", "shop.json", "--size", size, "--keys", keys, "--output", "screen.txt"]
        + options,
      environment: tester.environment.merging(["SOURCE_DATE_EPOCH": "1795255331"]) { $1 },
      folder: tester.folder.path
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    return String(try tester.folder.read("screen.txt").dropLast())
  }

  private func templateScreen(_ keys: String, size: String = "110x26") throws -> String {
    let user = ["--attributes", #"{"device.country": "FR"}"#]
    return try screen(of: ServiceTests.template, keys, size: size, options: user, in: try Tester())
  }

  private func ascendScreen(_ keys: String, size: String = "110x26") throws -> String {
    let tester = try Tester()
    try tester.folder.write(ServiceTests.experiments, to: "experiments.json")
    let options = ["--experiments", "experiments.json"]
    return try screen(
      of: ServiceTests.allocation,
      keys,
      size: size,
      options: options,
      in: tester
    )
  }

  @Test
  func `groups of a Remote Config template are listed as sections, and conditions as variations`()
    throws
  {
    expectScreen(
      try templateScreen("g"),
      """
       Halyard   shop.json   file                                                      no key · device.country = FR
      ╭ Features 3 ──────────────────────────────────────────────╮╭ greeting · Parameter · String · 2 variations ──╮
      │ Texts                                                    ││ Description  Spain, if device.country in       │
      │▌ ◐ greeting            Parameter     Default = Hello     ││              ['es']                            │
      │    Spain, if device.country in ['es']                    ││                                                │
      │                                                          ││ Value        Hello                             │
      │ No section                                               ││ Variation    Default                           │
      │  ⚑ free_shipping       Parameter     Enabled             ││                                                │
      │  ◐ limit               Parameter     Default = 1         ││ Decision for no key · device.country FR        │
      │    Spain, if device.country in ['es']                    ││ · condition "Spain": no match                  │
      │                                                          ││   ✗ device.country is "es", the user has "FR"  │
      │                                                          ││ ▶ no condition is true: assigns "Default"      │
      │                                                          ││                                                │
      │                                                          ││ Variations   1 ● Default  assigned             │
      │                                                          ││              2 ○ Spain                         │
      │                                                          ││                                                │
      │                                                          ││ Variables    value  String   Hello             │
      │                                                          ││ By variation Default: value = Hello            │
      │                                                          ││              Spain: value = Hola               │
      │                                                          ││                                                │
      │                                                          ││ Section      Texts                             │
      │                                                          ││ Configured   Default = Hello                   │
      │                                                          ││                                                │
      │                                                          ││                                                │
      ╰───────────────────────────────────────────────────── 1/3 ╯╰────────────────────────────────────────────────╯
       space change   ← → cycle   e variables   enter details   / search   f filter   v pick   ? help   q quit
      """
    )
  }

  @Test func `a narrow screen shows the details of a parameter over the list`() throws {
    expectScreen(
      try templateScreen("G right enter", size: "80x18"),
      """
       Halyard   shop.json   file       no key · device.country = FR · ◆ 1 overridden
      ╭ limit · Parameter · Number · 2 variations ◆ ─────────────────────────────────╮
      │ Description  Spain, if device.country in ['es']                              ┃
      │                                                                              ┃
      │ Value        3                                                               ┃
      │ Variation    Spain ◆                                                         ┃
      │                                                                              ┃
      │ Decision for no key · device.country FR                                      ┃
      │ – it is overridden for everyone; an app gets the override instead            ┃
      │ · condition "Spain": no match                                                ┃
      │   ✗ device.country is "es", the user has "FR"                                │
      │ ▶ no condition is true: assigns "Default"                                    │
      │                                                                              │
      │ Variations   1 ○ Default  assigned                                           │
      │              2 ● Spain                                                       │
      │                                                                              │
      ╰─────────────────────────────────────────────────────────────────────── 14/22 ╯
       ↑ ↓ scroll  space change  ← → cycle  n p next feature  v pick  ? help  esc back
      """
    )
  }

  @Test func `an Ascend experiment shows the variant of the user and the variables of the variant`()
    throws
  {
    expectScreen(
      try ascendScreen("g"),
      """
       Halyard   shop.json   file
      ╭ Features 1 ──────────────────────────────────────────────╮╭ checkout_flow · Experiment · 2 variations ─────╮
      │ No section                                               ││ Description  exp-7 · LIVE                      │
      │▌ ◐ checkout_flow         Experiment    on · short        ││                                                │
      │    exp-7 · LIVE                                          ││ State        Enabled                           │
      │                                                          ││ Variation    short                             │
      │                                                          ││                                                │
      │                                                          ││ Variations   1 ● short    assigned             │
      │                                                          ││              2 ○ Default                       │
      │                                                          ││                                                │
      │                                                          ││ Variables    one_tap  Boolean  true            │
      │                                                          ││              rate     Double   1.5             │
      │                                                          ││              steps    Integer  2               │
      │                                                          ││              title    String   Pay now         │
      │                                                          ││              plan     JSON     {"a":1}         │
      │                                                          ││ By variation short: steps = 2, one_tap = true, │
      │                                                          ││              title = Pay now, rate = 1.5, plan │
      │                                                          ││              = {"a":1}                         │
      │                                                          ││                                                │
      │                                                          ││ Section      No section                        │
      │                                                          ││ Configured   short                             │
      │                                                          ││                                                │
      │                                                          ││                                                │
      │                                                          ││                                                │
      ╰───────────────────────────────────────────────────── 1/1 ╯╰────────────────────────────────────────────────╯
       space change   ← → cycle   e variables   enter details   / search   f filter   v pick   ? help   q quit
      """
    )
  }

  @Test
  func `a narrow screen shows an Ascend experiment that is overridden to the variation Default`()
    throws
  {
    expectScreen(
      try ascendScreen("right enter", size: "80x20"),
      """
       Halyard   shop.json   file                                      ◆ 1 overridden
      ╭ checkout_flow · Experiment · 2 variations ◆ ─────────────────────────────────╮
      │ Description  exp-7 · LIVE                                                    ┃
      │                                                                              ┃
      │ State        Enabled                                                         ┃
      │ Variation    Default ◆                                                       ┃
      │                                                                              ┃
      │ Variations   1 ○ short    assigned                                           ┃
      │              2 ● Default                                                     ┃
      │                                                                              ┃
      │ Variables    one_tap  Boolean  false                                         ┃
      │              rate     Double   0.5                                           ┃
      │              steps    Integer  3                                             ┃
      │              title    String   Pay                                           ┃
      │              plan     JSON     not set                                       │
      │ By variation short: steps = 2, one_tap = true, title = Pay now, rate = 1.5,  │
      │              plan = {"a":1}                                                  │
      │                                                                              │
      ╰─────────────────────────────────────────────────────────────────────── 16/20 ╯
       ↑ ↓ scroll  space change  ← → cycle  n p next feature  v pick  ? help  esc back
      """
    )
  }

  /// The keys that select and change a variable of the experiment, and the line that then shows it.
  static let edits: [(keys: String, line: String)] = [
    ("enter", "one_tap  Boolean  false ◆"),
    ("j enter ctrl-u 2 . 5 enter", "rate     Double   2.5 ◆"),
    ("j j enter ctrl-u 9 enter", "steps    Integer  9 ◆"),
    ("j j j enter ctrl-u G o enter", "title    String   Go ◆"),
    ("j j j j enter ctrl-u [ 1 ] enter", "plan     JSON     [1] ◆"),
  ]

  @Test(arguments: edits)
  func `key presses change variables of each type in an experiment`(
    keys: String,
    line: String
  ) throws {
    #expect(try ascendScreen("e " + keys + " esc").contains(line))
    #expect(!(try ascendScreen("e " + keys + " o esc")).contains("◆"))
  }

  @Test(arguments: [
    ("j enter ctrl-u x enter", "expected a number"),
    ("j j enter . 5 enter", "expected a whole number"),
    ("j j j j enter ctrl-u { enter", "expected JSON"),
  ])
  func `a value of a wrong type is rejected in the list of variables`(
    keys: String,
    words: String
  ) throws {
    let screen = try ascendScreen("e " + keys)
    #expect(screen.contains("✗ \(words)"))
    #expect(!screen.contains("◆"))
  }
}
