import Workbench

extension ScriptTask {
  /// The 25 tasks of a tester, in the order in which they are performed.
  static let tester = finding + changing + marking + arranging + users + presets + sharing

  private static let finding = [
    ScriptTask(
      "filter by type",
      keys: [.keys("f space enter")],
      lines: [.line("filter"), .line("1"), .line("ok")],
      mouse: [.click("f filter"), .doubleClick("[ ] Parameter"), .click("enter done")]
    ),
    ScriptTask(
      "clear the filter",
      keys: [.keys("esc")],
      lines: [.line("cancel")],
      mouse: [.click("f filter"), .click("c clear"), .click("enter done")]
    ),
    ScriptTask(
      "search",
      keys: [.keys("/"), .type("cart"), .keys("enter")],
      lines: [.line("find cart")],
      mouse: [.click("/ search"), .type("cart"), .keys("enter")]
    ),
  ]

  private static let changing = [
    ScriptTask(
      "flip",
      keys: [.keys("space")],
      lines: [.line("flip")],
      mouse: [.doubleClick("⚐ new_cart")]
    ),
    ScriptTask(
      "end the search",
      keys: [.keys("esc")],
      lines: [.line("cancel")],
      mouse: [.keys("esc")]
    ),
    ScriptTask(
      "cycle a variation",
      keys: [.keys("g j j j right")],
      lines: [.line("4"), .line("next variation")],
      mouse: [.click("◐ cta"), .click("→ cycle")]
    ),
    ScriptTask(
      "force a variation",
      keys: [.keys("g v j j enter")],
      lines: [.line("1"), .line("pick"), .line("4")],
      mouse: [.click("◐ banner"), .click("v pick"), .doubleClick("○ Sale")]
    ),
    ScriptTask(
      "set a variable",
      keys: [.keys("j j e enter ctrl-u"), .type("35"), .keys("enter esc")],
      lines: [
        .line("limit"), .line("variables"), .line("1"), .line("= 35"), .line("ok"), .line("cancel"),
      ],
      mouse: [
        .click("= limit"), .click("e variables"), .click("enter edit"), .keys("ctrl-u"),
        .type("35"), .click("enter set"), .click("esc close"),
      ]
    ),
    ScriptTask(
      "undo",
      keys: [.keys("z")],
      lines: [.line("undo")],
      mouse: [.palette("Undo")],
      done: "Undone: limit"
    ),
    ScriptTask(
      "redo",
      keys: [.keys("Z")],
      lines: [.line("redo")],
      mouse: [.palette("Redo")],
      done: "Redone: limit"
    ),
    ScriptTask(
      "override with a lifetime",
      keys: [.keys("L right right enter")],
      lines: [.line("lifetime"), .line("right"), .line("right"), .line("ok")],
      mouse: [
        .palette("Lifetime"), .click("▌Lifetime"), .click("This session"), .click("enter set all"),
      ]
    ),
  ]

  private static let marking = [
    ScriptTask(
      "mark several",
      keys: [.keys("g j j j j m m")],
      lines: [.line("5"), .line("mark"), .line("6"), .line("mark")],
      mouse: [.click("⚑ fast_pay"), .click("m mark"), .palette("Mark")]
    ),
    ScriptTask(
      "set all marked",
      keys: [.keys("v G k enter")],
      lines: [.line("pick"), .line("2")],
      mouse: [.click("space set all"), .doubleClick("○ Disabled")]
    ),
    ScriptTask(
      "clear the marks",
      keys: [.keys("M")],
      lines: [.line("clear marks")],
      mouse: [.palette("Clear marks")]
    ),
    ScriptTask(
      "reset one",
      keys: [.keys("g j j j o")],
      lines: [.line("4"), .line("reset")],
      mouse: [.click("◐ cta"), .click("o reset")]
    ),
  ]

  private static let arranging = [
    ScriptTask(
      "fold a section",
      keys: [.keys("-")],
      lines: [.line("fold")],
      mouse: [.palette("Fold")]
    ),
    ScriptTask(
      "sort by name",
      keys: [.keys("s j enter")],
      lines: [.line("sort"), .line("2")],
      mouse: [.palette("Sort"), .doubleClick("○ name")]
    ),
    ScriptTask(
      "favourite",
      keys: [.keys("g *")],
      lines: [.line("1"), .line("favourite")],
      mouse: [.click("◐ banner"), .palette("Favourite")],
      done: "is a favourite"
    ),
    ScriptTask(
      "switch panes",
      keys: [.keys("3")],
      lines: [.line("activity")],
      mouse: [.palette("Activity")]
    ),
  ]

  private static let users = [
    ScriptTask(
      "change the user",
      keys: [.keys("1 u"), .type("eva"), .keys("enter")],
      lines: [.line("features"), .line("user"), .line("= eva"), .line("ok")],
      mouse: [
        .click("◐ banner"), .palette("User"), .type("eva"), .click("enter evaluate"),
      ],
      done: "user eva"
    ),
    ScriptTask(
      "change to a persona",
      keys: [.keys("u up enter")],
      lines: [.line("user"), .line("5"), .line("ok")],
      mouse: [.palette("User"), .doubleClick("Guest")],
      done: "user Guest"
    ),
  ]

  private static let presets = [
    ScriptTask(
      "save a preset",
      keys: [.keys("P"), .wait("No presets yet"), .keys("s"), .type("demo"), .keys("enter")],
      lines: [
        .line("presets"), .wait("No presets yet"), .line("s"), .line("= demo"), .line("ok"),
      ],
      mouse: [
        .palette("Presets"), .wait("No presets yet"), .click("s save   f file"), .type("demo"),
        .click("enter save"),
      ],
      done: "reset all and apply"
    ),
    ScriptTask(
      "reset all",
      keys: [.keys("esc O y")],
      lines: [.line("cancel"), .line("reset all"), .line("y")],
      mouse: [.click("esc close"), .palette("Reset all"), .click("y reset all")],
      done: "All overrides are reset."
    ),
    ScriptTask(
      "apply a preset",
      keys: [.keys("P"), .wait("reset all and apply"), .keys("enter")],
      lines: [.line("presets"), .wait("reset all and apply"), .line("ok")],
      mouse: [.palette("Presets"), .wait("reset all and apply"), .click("enter apply")],
      done: "Preset demo: "
    ),
  ]

  private static let sharing = [
    ScriptTask(
      "copy and write a report",
      keys: [.keys("y n w")],
      lines: [.line("copy"), .line("n"), .line("report")],
      mouse: [.palette("Copy"), .doubleClick("n  Name"), .palette("Write report")],
      done: "The report is written"
    )
  ]
}
