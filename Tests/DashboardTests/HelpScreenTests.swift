import Dashboard
import FeatureFlags
import Frame
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the help and the palette.
struct HelpScreenTests {
  @Test func `the help lists every key`() {
    let state = Shop.dashboard(columns: 120, rows: 110, keys: "?")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                                                 ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ╭ Keys and symbols ────────────────────────────────────────────────────────────────────────╮ ────────────╮
      │ Account     │ / type to search keys and symbols                                          Halyard 0.2.0 ┃             │
      │▌ ▢ Beta bad │                                                                                          ┃             │
      │  ▣ Gold the │ Change                                                                                   ┃             │
      │    For cust │   space           flip a flag, switch an A/B test, pick for an MVT test, lock or unlock  ┃             │
      │             │   →  l            select the next variation; flip a flag; unfold a section               ┃             │
      │ Catalogue   │   ←  h            select the previous variation; flip a flag                             ┃             │
      │  ⊘ Old bann │   v               choose a state or variation from a list, or reset the override         ┃             │
      │  ◐ Product  │   =               set state, value, users, lifetime and note of the override in one step ┃             │
      │    How prod │   e               show and edit the variables of the feature, each by its type           ┃             │
      │  ⚑ Search s │   E               edit a value in your editor; in the problems pane, edit the file       ┃             │
      │    Suggest  │   R               force a variation for one rule of a flag service                       ┃             │
      │  ◐ Sort ord │   m               mark or unmark; changes apply to all marked features                   ┃             │
      │  ⚐ おすすめ │   A               mark all listed features, or all matches of the search                 ┃             │
      │    Recommen │   S               mark the listed features of the section under the cursor               ┃             │
      │             │   V               mark a range that follows the cursor; V or esc ends the range          ┃             │
      │ Checkout    │   I               mark the unmarked features of the list, and unmark the others          ┃             │
      │  ◐ CTA colo │   M               unmark all features                                                    ┃             │
      │    The colo │   z               undo the last change of an override; in a team, your last one          ┃             │
      │  ◐ Express  │   Z               redo the last undone change                                            ┃             │
      │    Pay with │   L               set when the override ends: at a reset, a time or the session's end    ┃             │
      │  ⚐ Gift wra │   i               note why the override is set, such as the key of a test case           ┃             │
      │  ⚑ New Cart │   o               reset the override of the feature, or of all marked ones               ┃             │
      │    One page │   F               make changes for everyone, or only for the current user                ┃             │
      │  ◐ Voucher  │   O               reset all overrides; confirms first                                    ┃             │
      │    Where vo │   b               find which overrides break the app by testing halves of them           ┃             │
      │             │   x               delete the feature, or all marked ones, from the workspace; asks first ┃             │
      │ No section  │   P               preview, apply, save or delete named sets of overrides                 ┃             │
      │  ⚐ A name s │   c               delete the last known good configuration; confirms first               ┃             │
      │    It is cu │                                                                                          ┃             │
      │  ⚙ Debug me │ Move                                                                                     ┃             │
      │    Shake th │   ↑  k            move up, or scroll                                                     ┃             │
      │             │   ↓  j            move down, or scroll                                                   ┃             │
      │             │   ctrl-u          move half a page up                                                    ┃             │
      │             │   ctrl-d          move half a page down                                                  ┃             │
      │             │   pgup  ctrl-b    move a page up                                                         ┃             │
      │             │   pgdn  ctrl-f    move a page down                                                       ┃             │
      │             │   g  home         go to the first feature                                                ┃             │
      │             │   G  end          go to the last feature                                                 ┃             │
      │             │                                                                                          ┃             │
      │             │ Find and look                                                                            ┃             │
      │             │   enter           open or focus the details                                              │             │
      │             │   tab  shift-tab  switch between the list and the other pane                             │             │
      │             │   1               go to the list of features                                             │             │
      │             │   2               connectivity: status, probes, timings, history                         │             │
      │             │   3               log of polls, checks and changes; x undoes one, o resets it            │             │
      │             │   4               clients and evaluations; enter evaluates for the user of the client    │             │
      │             │   5               list the problems of the source; enter goes to the feature             │             │
      │             │   6               changes of the source, old → new; x dismisses one, X all               │             │
      │             │   X               dismiss all changes of the source                                      │             │
      │             │   ]               go to the next changed feature                                         │             │
      │             │   [               go to the previous changed feature                                     │             │
      │             │   B               try other biases in a preview: which users would change variation      │             │
      │             │   /               narrow the list as you type: texts, section:, type:, is:, note:, by:   │             │
      │             │   n               go to the next match; in the details, to the next feature              │             │
      │             │   N               go to the previous match; in the details, to the previous feature      │             │
      │             │   {               go to the previous section                                             │             │
      │             │   }               go to the next section                                                 │             │
      │             │   -               fold or unfold the section                                             │             │
      │             │   _               fold or unfold all sections                                            │             │
      │             │   s               order by section, name, state, type, last change or requests           │             │
      │             │   *               add the feature to the favourites, listed on top, or remove it         │             │
      │             │   f               list only some types or sections, or overridden features               │             │
      │             │   a               show or hide how often, and when, clients asked for each feature       │             │
      │             │   D               show the states of the last hour, day or week in the details           │             │
      │             │   @               list where source code uses the feature, and open your editor there    │             │
      │             │   J               show the JSON value as a tree, and compare it with other values        │             │
      │             │   #               list the active overrides by note, with author, users and age          │             │
      │             │   esc             go back one level: close, then clear search, marks and filter          │             │
      │             │                                                                                          │             │
      │             │ Live                                                                                     │             │
      │             │   r  F5           load the features again; in the connectivity pane, check now           │             │
      │             │   p               pause polling or the evaluations; in the details, the previous feature │             │
      │             │   >               poll less often: about double the interval, up to 10 min               │             │
      │             │   <               poll more often: about half the interval, down to 2 s                  │             │
      │             │   u               edit the user and their attributes                                     │             │
      │             │   U               compare the states of all features for all personas                    │             │
      │             │   T               list who shares the overrides, and the feature that each has selected  │             │
      │             │   !               decide about changes of yours that conflict with a colleague's         │             │
      │             │   H               start the server for apps in any language, or stop it                  │             │
      │             │   C               start a test case: count and list requests of clients from now on      │             │
      │             │                                                                                          │             │
      │             │ Program                                                                                  │             │
      │             │   t               choose and save the theme, with a preview                              │             │
      │             │   w               write a bug report as Markdown and JSON to the working folder          │             │
      │             │   y               copy the name, the JSON or the command line of features                │             │
      │             │   :  ctrl-p       find an action by name and run it                                      │             │
      │             │   ?  F1           show and search the keys                                               │             │
      │             │   W               walk through the built-in example, step by step                        │             │
      │             │   K               release the mouse, so that the terminal selects text, or take it back  │             │
      │             │   ctrl-l          draw the screen again                                                  │             │
      │             │   ctrl-z          suspend to the shell; fg resumes                                       │             │
      │             │   q               quit the dashboard; overrides stay                                     │             │
      │             │                                                                                          │             │
      │             │ In every list of a dialog                                                                │             │
      │             │   ↑  ↓  k  j      move                                                                   │             │
      │             │   pgup  pgdn      move by a page, or to the end                                          │             │
      │             │   home  end  g                                                                           │             │
      │             │   G                                                                                      │             │
      │             │   enter  space    choose the row; the footer says what that does                         │             │
      │             │   /               find rows as you type                                                  │             │
      │             │   esc             end the search, or close; q and the key that opened the list close,    │             │
      │             │                   too                                                                    │             │
      │             │                                                                                          │             │
      │             │ While you type in a list                                                                 │             │
      │             │   ↑  ↓  ctrl-p    move                                                                   │             │
      │             │   ctrl-n                                                                                 │             │
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
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Keys and symbols ────────────────────────────────────────────────────────────╮
      │ / lock                                                                       │
      │                                                                              │
      │ Change                                                                       │
      │   space           flip a flag, switch an A/B test, pick for an MVT test,     │
      │                   lock or unlock                                             │
      │                                                                              │
      │ Symbols                                                                      │
      │   ▢               an unlocked unlock flag                                    │
      │   ▣               a locked unlock flag                                       │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
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
      (keys: "u", title: "╭ User "),
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
       Halyard   shop.json   file   ✗ 1 · ◆ 1
      ╭ Keys and symbols ────────────────────╮
      │ / type to search keys and symbols    ┃
      │                                      │
      │                   test, pick for an  │
      │                   MVT test, lock or  │
      │                   unlock             │
      │   →  l            select the next    │
      ╰──────────────────────────────────────╯
       type to search  ↑ ↓ scroll  esc close
      """
    )
  }

  @Test func `the palette finds actions by name, and lists prefix matches first`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: ": r e s")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      ╭ Actions ─────────────────────────────────────────────────────────────────────╮
      │ : res                                                                        ┃
      │                                                                              ┃
      │▌Reset all                             reset all overrides; confirm…        O ┃
      │ Test case                             start a test case: count and…        C ┃
      │ Presets                               preview, apply, save or dele…        P ┃
      │ Features                              go to the list of features           1 ┃
      │ Refresh                               load the features again; in …        r ┃
      │ Express pay                           go to the feature in Checkout          ┃
      │ A name so long that no list of feat…  go to the feature in No sect…          ┃
      │ Pick                                  choose a state or variation …        v │
      │ Mark                                  mark or unmark; changes appl…        m │
      │ Mark all                              mark all listed features, or…        A │
      │ Mark section                          mark the listed features of …        S │
      │ Invert marks                          mark the unmarked features o…        I │
      │ Lifetime                              set when the override ends: …        L │
      │ Activity                              log of polls, checks and cha…        3 │
      ╰──────────────────────────────────────────────────────────────────────────────╯
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
       Halyard   shop.json   file        ✗ 1 problem (5) · ◆ 1 overridden · read-only
      ╭ Keys and symbols ────────────────────────────────────────────────────────────╮
      │ / type to search keys and symbols                              Halyard 0.2.0 ┃
      │                                                                              │
      │ Change                                                                       │
      │   P               preview, apply, save or delete named sets of overrides     │
      │                                                                              │
      │ Move                                                                         │
      │   ↑  k            move up, or scroll                                         │
      │   ↓  j            move down, or scroll                                       │
      │   ctrl-u          move half a page up                                        │
      │   ctrl-d          move half a page down                                      │
      │   pgup  ctrl-b    move a page up                                             │
      │   pgdn  ctrl-f    move a page down                                           │
      │   g  home         go to the first feature                                    │
      │   G  end          go to the last feature                                     │
      │                                                                              │
      │ Find and look                                                                │
      │   enter           open or focus the details                                  │
      │   tab  shift-tab  switch between the list and the other pane                 │
      │   1               go to the list of features                                 │
      │   2               connectivity: status, probes, timings, history             │
      ╰──────────────────────────────────────────────────────────────────────────────╯
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

  @Test func `at 40 columns the help wraps a long explanation below its first line`() {
    expectScreen(
      Shop.dashboard(columns: 40, rows: 24, keys: "?"),
      """
       Halyard   shop.json   file   ✗ 1 · ◆ 1
      ╭ Keys and symbols ────────────────────╮
      │ / type to search keys and symbols    ┃
      │                                      │
      │ Change                               │
      │   space           flip a flag,       │
      │                   switch an A/B      │
      │                   test, pick for an  │
      │                   MVT test, lock or  │
      │                   unlock             │
      │   →  l            select the next    │
      │                   variation; flip a  │
      │                   flag; unfold a     │
      │                   section            │
      │   ←  h            select the         │
      │                   previous           │
      │                   variation; flip a  │
      │                   flag               │
      │   v               choose a state or  │
      │                   variation from a   │
      │                   list, or reset the │
      │                   override           │
      ╰──────────────────────────────────────╯
       type to search  ↑ ↓ scroll  esc close
      """
    )
  }

  @Test func `at 80 columns the help wraps a long explanation below its first line`() {
    expectScreen(
      Shop.dashboard(columns: 80, rows: 24, keys: "? ↓ ↓"),
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Keys and symbols ────────────────────────────────────────────────────────────╮
      │ / type to search keys and symbols                              Halyard 0.2.0 ┃
      │                                                                              │
      │                   lock or unlock                                             │
      │   →  l            select the next variation; flip a flag; unfold a section   │
      │   ←  h            select the previous variation; flip a flag                 │
      │   v               choose a state or variation from a list, or reset the      │
      │                   override                                                   │
      │   =               set state, value, users, lifetime and note of the override │
      │                   in one step                                                │
      │   e               show and edit the variables of the feature, each by its    │
      │                   type                                                       │
      │   E               edit a value in your editor; in the problems pane, edit    │
      │                   the file                                                   │
      │   R               force a variation for one rule of a flag service           │
      │   m               mark or unmark; changes apply to all marked features       │
      │   A               mark all listed features, or all matches of the search     │
      │   S               mark the listed features of the section under the cursor   │
      │   V               mark a range that follows the cursor; V or esc ends the    │
      │                   range                                                      │
      │   I               mark the unmarked features of the list, and unmark the     │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       type to search  ↑ ↓ scroll  esc close
      """
    )
  }

  @Test func `on the smallest screen the help is shown and scrolls`() {
    expectScreen(
      Shop.dashboard(columns: 40, rows: 8, keys: "? ↓"),
      """
       Halyard   shop.json   file   ✗ 1 · ◆ 1
      ╭ Keys and symbols ────────────────────╮
      │ / type to search keys and symbols    ┃
      │                                      │
      │   space           flip a flag,       │
      │                   switch an A/B      │
      ╰──────────────────────────────────────╯
       type to search  ↑ ↓ scroll  esc close
      """
    )
  }
}
