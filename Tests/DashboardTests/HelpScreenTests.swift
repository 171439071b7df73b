import Dashboard
import FeatureFlags
import Frame
import TestSupport
import Testing

/// Finding out what the keys do.
struct HelpScreenTests {
  @Test func `the help lists every key`() {
    let state = Shop.dashboard(columns: 120, rows: 57, keys: "?")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                                                            ▲ 1 problem (4) · ◆ 1 overridden
      ╭ Features 14 ╭ Keys ────────────────────────────────────────────────────────────────────────────────────╮ ────────────╮
      │ Account     │ / type to search the keys                                                  Halyard 0.1.0 │             │
      │▌ ▢ Beta bad │                                                                                          │             │
      │  ▣ Gold the │ Change                                                                                   │             │
      │    For cust │   space           flip a flag, switch an A/B test, pick for an MVT test, lock or unlock  │             │
      │             │   →  l            go on to the next variation; flip a flag                               │             │
      │ Catalogue   │   ←  h            go back to the variation before; flip a flag                           │             │
      │  ⊘ Old bann │   v               choose a state or variation from a list, or follow the source          │             │
      │  ◐ Product  │   e               show and change the variables of the feature, each by its type         │             │
      │    How prod │   R               force a variation upon one rule of a flag service                      │             │
      │  ⚑ Search s │   m               mark or unmark; changes then act on all marked features                │             │
      │    Suggest  │   M               unmark all features                                                    │             │
      │  ◐ Sort ord │   o               give the feature, or all marked ones, back to the source               │             │
      │  ⚑ おすすめ │   O               give every feature back to the source; asks first                      │             │
      │    Recommen │   x               delete the feature, or all marked ones, from the workspace; asks first │             │
      │             │   c               forget the last good configuration; asks first                         │             │
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
      │  ⚑ A name s │   enter           open the details, or go to them                                        │             │
      │    It is cu │   tab  shift-tab  go between the list and the other pane                                 │             │
      │  ⚙ Debug me │   1               go to the list of features                                             │             │
      │    Shake th │   2               connectivity: status, probes, timings, history                         │             │
      │             │   3               watch polls, connectivity and changes; / and f narrow them down        │             │
      │             │   4               list the problems of the source; enter goes to the feature             │             │
      │             │   /               search names, descriptions, sections and variations as you type        │             │
      │             │   n               go to the next match                                                   │             │
      │             │   N               go to the match before                                                 │             │
      │             │   f               list only some types or sections, or what is overridden                │             │
      │             │   esc             one level back: close, then clear search, marks and filter             │             │
      │             │                                                                                          │             │
      │             │ Live                                                                                     │             │
      │             │   r  F5           load the features again; in the connectivity pane, check at once       │             │
      │             │   p               pause polling, or go on with it                                        │             │
      │             │   +  =            poll less often: about double the interval, up to 10 min               │             │
      │             │   -               poll more often: about half the interval, down to 2 s                  │             │
      │             │   u               change the user, and what is known of them, that a service decides for │             │
      │             │                                                                                          │             │
      │             │ Program                                                                                  │             │
      │             │   t               choose and save the theme, with a preview                              │             │
      │             │   :  ctrl-p       find an action by its name, and do it                                  │             │
      │             │   ?  F1           show and search the keys                                               │             │
      │             │   ctrl-l          paint the screen again                                                 │             │
      │             │   ctrl-z          go back to the shell; fg returns                                       │             │
      │             │   q               end the dashboard; overrides stay                                      │             │
      ╰──────────── ╰──────────────────────────────────────────────────────────────────────────────────────────╯ ────────────╯
       type to search   ↑ ↓ scroll   esc close
      """
    )
  }

  @Test func `the help is narrowed down by typing`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "? / l o c k")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                    ▲ 1 problem (4) · ◆ 1 overridden
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

  /// Every printable ASCII character but the space; `/` begins a search where one is typed.
  private static let letters = (0x21...0x7E).map { String(UnicodeScalar(UInt8($0))) }

  @Test(arguments: letters)
  func `a character typed into the help never closes it and never acts on the list`(
    letter: String
  ) {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "j ? \(letter) \(letter)")
    #expect(state.screen.contains("╭ Keys"))
    #expect(state.press("q o O x space").isEmpty)
    #expect(state.screen.contains("╭ Keys"))
  }

  @Test func `the help searches for q, ? and j like for every other letter`() {
    for (keys, text) in [("q", "/ q"), ("?", "/ ?"), ("j k", "/ jk"), ("/ q", "/ q")] {
      let state = Shop.dashboard(columns: 80, rows: 24, keys: "? \(keys)")
      #expect(state.screen.contains("│ \(text) "))
    }
  }

  @Test(arguments: ["esc", "enter", "F1"])
  func `escape, enter and F1 close the help, with a search or without`(key: String) {
    #expect(!Shop.dashboard(columns: 80, rows: 24, keys: "? \(key)").screen.contains("╭ Keys"))
    let searched = Shop.dashboard(columns: 80, rows: 24, keys: "? q u \(key)")
    #expect(!searched.screen.contains("╭ Keys"))
    #expect(searched.screen.contains("q quit"))
  }

  @Test(arguments: letters)
  func `a character typed into an overlay with a text field never closes it`(letter: String) {
    let fields = [
      (keys: ":", title: "╭ Actions"), (keys: "e ↓ enter", title: "╭ Variables of"),
      (keys: "u", title: "╭ Decide for"),
    ]
    let snapshot = Snapshot(
      features: VariableExample.features,
      origin: .file,
      person: Person(key: "u42")
    )
    for field in fields {
      var state = Shop.dashboard(columns: 80, rows: 24, snapshot: snapshot, keys: field.keys)
      #expect(state.screen.contains(field.title))
      #expect(state.press("\(letter) \(letter)").isEmpty)
      #expect(state.screen.contains(field.title))
    }
  }

  @Test func `the help of a small screen scrolls`() {
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
       │   →  l            go on to the     │
       ╰────────────────────────────────────╯
       type to search  ↑ ↓ scroll  esc close
      """
    )
  }

  @Test func `the palette finds actions by name`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: ": r e s")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                    ▲ 1 problem (4) · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │ ╭ Actions ─────────────────────────────────────────────────────────────────╮ │
      │ │ : res                                                                    │ │
      │ │                                                                          │ │
      │ │▌Reset               give the feature, or all marked ones, back…        o │ │
      │ │ Reset all           give every feature back to the source; ask…        O │ │
      │ │ Features            go to the list of features                         1 │ │
      │ │ Refresh             load the features again; in the connectivi…        r │ │
      │ │ Mark                mark or unmark; changes then act on all ma…        m │ │
      │ │ Clear marks         unmark all features                                M │ │
      │ │                                                                          │ │
      │ │                                                                          │ │
      │ │                                                                          │ │
      │ │                                                                          │ │
      │ │                                                                          │ │
      │ │                                                                          │ │
      │ │                                                                          │ │
      │ │                                                                          │ │
      │ ╰──────────────────────────────────────────────────────────────────────────╯ │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       type to find  ↑ ↓ move  enter do  esc close
      """
    )
  }

  @Test func `the help of a read-only dashboard has nothing that changes`() {
    let state = Shop.dashboard(columns: 80, rows: 24, context: Shop.readOnly, keys: "?")
    expectScreen(
      state,
      """
       Halyard   shop.json   file        ▲ 1 problem (4) · ◆ 1 overridden · read-only
       ╭ Keys ──────────────────────────────────────────────────────────────────────╮
       │ / type to search the keys                                    Halyard 0.1.0 ┃
       │                                                                            ┃
       │ Move                                                                       ┃
       │   ↑  k            move up, or scroll                                       ┃
       │   ↓  j            move down, or scroll                                     ┃
       │   ctrl-u          move half a page up                                      ┃
       │   ctrl-d          move half a page down                                    ┃
       │   pgup  ctrl-b    move a page up                                           ┃
       │   pgdn  ctrl-f    move a page down                                         │
       │   g  home         go to the first feature                                  │
       │   G  end          go to the last feature                                   │
       │                                                                            │
       │ Find and look                                                              │
       │   enter           open the details, or go to them                          │
       │   tab  shift-tab  go between the list and the other pane                   │
       │   1               go to the list of features                               │
       │   2               connectivity: status, probes, timings, history           │
       │   3               watch polls, connectivity and changes; / and f narrow    │
       │                   them down                                                │
       │   4               list the problems of the source; enter goes to the       │
       ╰────────────────────────────────────────────────────────────────────────────╯
       type to search  ↑ ↓ scroll  esc close
      """
    )
  }

  @Test func `every explanation can be read on a small screen`() {
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

  @Test func `explanations wrap under their column at 40 columns`() {
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
       │   →  l            go on to the     │
       │                   next variation;  │
       │                   flip a flag      │
       │   ←  h            go back to the   │
       │                   variation        │
       │                   before; flip a   │
       │                   flag             │
       │   v               choose a state   │
       │                   or variation     │
       │                   from a list, or  │
       │                   follow the       │
       │                   source           │
       ╰────────────────────────────────────╯
       type to search  ↑ ↓ scroll  esc close
      """
    )
  }

  @Test func `explanations wrap under their column at 80 columns`() {
    expectScreen(
      Shop.dashboard(columns: 80, rows: 24, keys: "? ↓ ↓"),
      """
       Halyard   shop.json   file                    ▲ 1 problem (4) · ◆ 1 overridden
       ╭ Keys ──────────────────────────────────────────────────────────────────────╮
       │ / type to search the keys                                    Halyard 0.1.0 ┃
       │                                                                            ┃
       │                   lock or unlock                                           ┃
       │   →  l            go on to the next variation; flip a flag                 ┃
       │   ←  h            go back to the variation before; flip a flag             ┃
       │   v               choose a state or variation from a list, or follow the   │
       │                   source                                                   │
       │   e               show and change the variables of the feature, each by    │
       │                   its type                                                 │
       │   R               force a variation upon one rule of a flag service        │
       │   m               mark or unmark; changes then act on all marked features  │
       │   M               unmark all features                                      │
       │   o               give the feature, or all marked ones, back to the source │
       │   O               give every feature back to the source; asks first        │
       │   x               delete the feature, or all marked ones, from the         │
       │                   workspace; asks first                                    │
       │   c               forget the last good configuration; asks first           │
       │                                                                            │
       │ Move                                                                       │
       │   ↑  k            move up, or scroll                                       │
       ╰────────────────────────────────────────────────────────────────────────────╯
       type to search  ↑ ↓ scroll  esc close
      """
    )
  }

  @Test func `the help of the smallest screen`() {
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
