import Dashboard
import FeatureFlags
import Frame
import TestSupport
import Testing

/// Tests the help and the palette.
struct HelpScreenTests {
  @Test func `the help lists every key`() {
    let state = Shop.dashboard(columns: 120, rows: 59, keys: "?")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                                                            ▲ 1 problem (5) · ◆ 1 overridden
      ╭ Features 14 ╭ Keys ────────────────────────────────────────────────────────────────────────────────────╮ ────────────╮
      │ Account     │ / type to search the keys                                                  Halyard 0.1.0 │             │
      │▌ ▢ Beta bad │                                                                                          │             │
      │  ▣ Gold the │ Change                                                                                   │             │
      │    For cust │   space           flip a flag, switch an A/B test, pick for an MVT test, lock or unlock  │             │
      │             │   →  l            select the next variation; flip a flag                                 │             │
      │ Catalogue   │   ←  h            select the previous variation; flip a flag                             │             │
      │  ⊘ Old bann │   v               choose a state or variation from a list, or reset the override         │             │
      │  ◐ Product  │   e               show and edit the variables of the feature, each by its type           │             │
      │    How prod │   R               force a variation for one rule of a flag service                       │             │
      │  ⚑ Search s │   m               mark or unmark; changes apply to all marked features                   │             │
      │    Suggest  │   M               unmark all features                                                    │             │
      │  ◐ Sort ord │   o               reset the override of the feature, or of all marked ones               │             │
      │  ⚑ おすすめ │   O               reset all overrides; confirms first                                    │             │
      │    Recommen │   x               delete one or all marked features from the workspace; confirms first   │             │
      │             │   c               delete the last known good configuration; confirms first               │             │
      │ Checkout    │                                                                                          │             │
      │  ◐ CTA colo │ Move                                                                                     │             │
      │    The colo │   ↑  k            move up, or scroll                                                     │             │
      │  ◐ Express  │   ↓  j            move down, or scroll                                                   │             │
      │    Pay with │   ctrl-u          move half a page up                                                    │             │
      │  ⚑ Gift wra │   ctrl-d          move half a page down                                                  │             │
      │  ⚑ New Cart │   pgup  ctrl-b    move a page up                                                         │             │
      │    One page │   pgdn  ctrl-f    move a page down                                                       │             │
      │  ◐ Voucher  │   g  home         go to the first feature                                                │             │
      │    Where vo │   G  end          go to the last feature                                                 │             │
      │             │                                                                                          │             │
      │ Uncategoriz │ Find and look                                                                            │             │
      │  ⚑ A name s │   enter           open or focus the details                                              │             │
      │    It is cu │   tab  shift-tab  switch between the list and the other pane                             │             │
      │  ⚙ Debug me │   1               go to the list of features                                             │             │
      │    Shake th │   2               connectivity: status, probes, timings, history                         │             │
      │             │   3               log of polls, connectivity and changes; / searches, f filters          │             │
      │             │   4               clients of the server and evaluations; enter evaluates for their user  │             │
      │             │   5               list the problems of the source; enter goes to the feature             │             │
      │             │   /               search names, descriptions, sections and variations as you type        │             │
      │             │   n               go to the next match                                                   │             │
      │             │   N               go to the previous match                                               │             │
      │             │   f               list only some types or sections, or overridden features               │             │
      │             │   a               show or hide how often, and when, clients asked for each feature       │             │
      │             │   esc             go back one level: close, then clear search, marks and filter          │             │
      │             │                                                                                          │             │
      │             │ Live                                                                                     │             │
      │             │   r  F5           load the features again; in the connectivity pane, check now           │             │
      │             │   p               pause or resume polling; in the clients pane, the evaluations          │             │
      │             │   +  =            poll less often: about double the interval, up to 10 min               │             │
      │             │   -               poll more often: about half the interval, down to 2 s                  │             │
      │             │   u               edit the user and their attributes                                     │             │
      │             │                                                                                          │             │
      │             │ Program                                                                                  │             │
      │             │   t               choose and save the theme, with a preview                              │             │
      │             │   :  ctrl-p       find an action by name and run it                                      │             │
      │             │   ?  F1           show and search the keys                                               │             │
      │             │   ctrl-l          draw the screen again                                                  │             │
      │             │   ctrl-z          suspend to the shell; fg resumes                                       │             │
      │             │   q               quit the dashboard; overrides stay                                     │             │
      ╰──────────── ╰──────────────────────────────────────────────────────────────────────────────────────────╯ ────────────╯
       type to search   ↑ ↓ scroll   esc close
      """
    )
  }

  @Test func `typing in the help filters the list of keys`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "? / l o c k")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                    ▲ 1 problem (5) · ◆ 1 overridden
       ╭ Keys ──────────────────────────────────────────────────────────────────────╮
       │ / lock                                                                     │
       │                                                                            │
       │ Change                                                                     │
       │   space           flip a flag, switch an A/B test, pick for an MVT test,   │
       │                   lock or unlock                                           │
       │                                                                            │
       │                                                                            │
       │                                                                            │
       │                                                                            │
       │                                                                            │
       │                                                                            │
       │                                                                            │
       │                                                                            │
       │                                                                            │
       │                                                                            │
       │                                                                            │
       │                                                                            │
       │                                                                            │
       │                                                                            │
       │                                                                            │
       ╰────────────────────────────────────────────────────────────────────────────╯
       type to search  ↑ ↓ scroll  esc close
      """
    )
  }

  /// Every printable ASCII character except the space.
  private static let letters = (0x21...0x7E).map { String(UnicodeScalar(UInt8($0))) }

  @Test(arguments: letters)
  func `typing a character in the help neither closes the help nor performs an action`(
    letter: String
  ) {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "j ? \(letter) \(letter)")
    #expect(state.screen.contains("╭ Keys"))
    #expect(state.press("q o O x space").isEmpty)
    #expect(state.screen.contains("╭ Keys"))
  }

  @Test func `typing q, ? or j in the help searches for that character`() {
    for (keys, text) in [("q", "/ q"), ("?", "/ ?"), ("j k", "/ jk"), ("/ q", "/ q")] {
      let state = Shop.dashboard(columns: 80, rows: 24, keys: "? \(keys)")
      #expect(state.screen.contains("│ \(text) "))
    }
  }

  @Test(arguments: ["esc", "enter", "F1"])
  func `pressing Escape, Enter or F1 closes the help, with or without a search`(key: String) {
    #expect(!Shop.dashboard(columns: 80, rows: 24, keys: "? \(key)").screen.contains("╭ Keys"))
    let searched = Shop.dashboard(columns: 80, rows: 24, keys: "? q u \(key)")
    #expect(!searched.screen.contains("╭ Keys"))
    #expect(searched.screen.contains("q quit"))
  }

  @Test(arguments: letters)
  func `typing a character in an overlay with a text field never closes the overlay`(letter: String)
  {
    let fields = [
      (keys: ":", title: "╭ Actions"), (keys: "e ↓ enter", title: "╭ Variables of"),
      (keys: "u", title: "╭ Evaluate for"),
    ]
    let snapshot = LoadedSource(
      features: VariableExample.features,
      origin: .file,
      userFields: UserFields(key: "u42")
    )
    for field in fields {
      var state = Shop.dashboard(columns: 80, rows: 24, snapshot: snapshot, keys: field.keys)
      #expect(state.screen.contains(field.title))
      #expect(state.press("\(letter) \(letter)").isEmpty)
      #expect(state.screen.contains(field.title))
    }
  }

  @Test func `on a small screen the help scrolls`() {
    let state = Shop.dashboard(columns: 40, rows: 10, keys: "? ↓ ↓ ↓")
    expectScreen(
      state,
      """
       Halyard   shop.json   file
       ╭ Keys ──────────────────────────────╮
       │ / type to search the keys          ┃
       │                                    │
       │                   test, pick for   │
       │                   an MVT test,     │
       │                   lock or unlock   │
       │   →  l            select the next  │
       ╰────────────────────────────────────╯
       type to search  ↑ ↓ scroll  esc close
      """
    )
  }

  @Test func `the palette finds actions by name, and lists prefix matches first`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: ": r e s")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                    ▲ 1 problem (5) · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │ ╭ Actions ─────────────────────────────────────────────────────────────────╮ │
      │ │ : res                                                                    │ │
      │ │                                                                          │ │
      │ │▌Reset               reset the override of the feature, or of a…        o │ │
      │ │ Reset all           reset all overrides; confirms first                O │ │
      │ │ Features            go to the list of features                         1 │ │
      │ │ Refresh             load the features again; in the connectivi…        r │ │
      │ │ Pick                choose a state or variation from a list, o…        v │ │
      │ │ Mark                mark or unmark; changes apply to all marke…        m │ │
      │ │ Clear marks         unmark all features                                M │ │
      │ │ Delete              delete one or all marked features from the…        x │ │
      │ │ Filter              list only some types or sections, or overr…        f │ │
      │ │ Pause               pause or resume polling; in the clients pa…        p │ │
      │ │ Suspend             suspend to the shell; fg resumes              ctrl-z │ │
      │ │                                                                          │ │
      │ │                                                                          │ │
      │ │                                                                          │ │
      │ ╰──────────────────────────────────────────────────────────────────────────╯ │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       type to find  ↑ ↓ move  enter run  esc close
      """
    )
  }

  @Test func `the help of a read-only dashboard lists no action that makes a change`() {
    let state = Shop.dashboard(columns: 80, rows: 24, context: Shop.readOnly, keys: "?")
    expectScreen(
      state,
      """
       Halyard   shop.json   file        ▲ 1 problem (5) · ◆ 1 overridden · read-only
       ╭ Keys ──────────────────────────────────────────────────────────────────────╮
       │ / type to search the keys                                    Halyard 0.1.0 ┃
       │                                                                            ┃
       │ Move                                                                       ┃
       │   ↑  k            move up, or scroll                                       ┃
       │   ↓  j            move down, or scroll                                     ┃
       │   ctrl-u          move half a page up                                      ┃
       │   ctrl-d          move half a page down                                    ┃
       │   pgup  ctrl-b    move a page up                                           │
       │   pgdn  ctrl-f    move a page down                                         │
       │   g  home         go to the first feature                                  │
       │   G  end          go to the last feature                                   │
       │                                                                            │
       │ Find and look                                                              │
       │   enter           open or focus the details                                │
       │   tab  shift-tab  switch between the list and the other pane               │
       │   1               go to the list of features                               │
       │   2               connectivity: status, probes, timings, history           │
       │   3               log of polls, connectivity and changes; / searches, f    │
       │                   filters                                                  │
       │   4               clients of the server and evaluations; enter evaluates   │
       ╰────────────────────────────────────────────────────────────────────────────╯
       type to search  ↑ ↓ scroll  esc close
      """
    )
  }

  @Test func `on a small screen, scrolling the help shows every explanation completely`() {
    for size in [
      Size(columns: 40, rows: 8), Size(columns: 40, rows: 24), Size(columns: 80, rows: 24),
    ] {
      var state = Shop.dashboard(columns: size.columns, rows: size.rows, keys: "?")
      var lines: [String] = []
      var last = ""
      while state.screen != last {
        last = state.screen
        let shown = last.split(separator: "\n").dropFirst(4).dropLast(2).map {
          $0.drop { $0 == " " }.dropFirst().dropLast()
        }
        for line in shown where line.count > 19 && lines.last != String(line) {
          lines.append(String(line))
        }
        _ = state.press("↓")
      }
      let words = Set(lines.joined(separator: " ").split(separator: " "))
      for action in Action.allCases {
        #expect(action.explanation.split(separator: " ").allSatisfy(words.contains), "\(size)")
      }
      #expect(!lines.contains { $0.contains("…") })
    }
  }

  @Test func `at 40 columns an explanation is wrapped below its first line`() {
    expectScreen(
      Shop.dashboard(columns: 40, rows: 24, keys: "?"),
      """
       Halyard   shop.json   file
       ╭ Keys ──────────────────────────────╮
       │ / type to search the keys          ┃
       │                                    ┃
       │ Change                             │
       │   space           flip a flag,     │
       │                   switch an A/B    │
       │                   test, pick for   │
       │                   an MVT test,     │
       │                   lock or unlock   │
       │   →  l            select the next  │
       │                   variation; flip  │
       │                   a flag           │
       │   ←  h            select the       │
       │                   previous         │
       │                   variation; flip  │
       │                   a flag           │
       │   v               choose a state   │
       │                   or variation     │
       │                   from a list, or  │
       │                   reset the        │
       │                   override         │
       ╰────────────────────────────────────╯
       type to search  ↑ ↓ scroll  esc close
      """
    )
  }

  @Test func `at 80 columns an explanation is wrapped below its first line`() {
    expectScreen(
      Shop.dashboard(columns: 80, rows: 24, keys: "? ↓ ↓"),
      """
       Halyard   shop.json   file                    ▲ 1 problem (5) · ◆ 1 overridden
       ╭ Keys ──────────────────────────────────────────────────────────────────────╮
       │ / type to search the keys                                    Halyard 0.1.0 ┃
       │                                                                            ┃
       │                   lock or unlock                                           ┃
       │   →  l            select the next variation; flip a flag                   ┃
       │   ←  h            select the previous variation; flip a flag               ┃
       │   v               choose a state or variation from a list, or reset the    │
       │                   override                                                 │
       │   e               show and edit the variables of the feature, each by its  │
       │                   type                                                     │
       │   R               force a variation for one rule of a flag service         │
       │   m               mark or unmark; changes apply to all marked features     │
       │   M               unmark all features                                      │
       │   o               reset the override of the feature, or of all marked ones │
       │   O               reset all overrides; confirms first                      │
       │   x               delete one or all marked features from the workspace;    │
       │                   confirms first                                           │
       │   c               delete the last known good configuration; confirms first │
       │                                                                            │
       │ Move                                                                       │
       │   ↑  k            move up, or scroll                                       │
       ╰────────────────────────────────────────────────────────────────────────────╯
       type to search  ↑ ↓ scroll  esc close
      """
    )
  }

  @Test func `on the smallest screen the help is shown and scrolls`() {
    expectScreen(
      Shop.dashboard(columns: 40, rows: 8, keys: "? ↓"),
      """
       Halyard   shop.json   file
       ╭ Keys ──────────────────────────────╮
       │ / type to search the keys          ┃
       │                                    │
       │   space           flip a flag,     │
       │                   switch an A/B    │
       ╰────────────────────────────────────╯
       type to search  ↑ ↓ scroll  esc close
      """
    )
  }
}
