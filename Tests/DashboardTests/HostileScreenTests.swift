import Dashboard
import ScreenTestSupport
import TestSupport
import Testing

/// Tests screens with names that contain escape sequences and other hostile text.
struct HostileScreenTests {
  @Test func `hostile names are shown without control characters in aligned columns`() {
    let state = Shop.dashboard(columns: 80, rows: 24, snapshot: Hard.hostile)
    expectScreen(
      state,
      """
       Halyard   shop.json   file
      ╭ Features 20 ─────────────────────────────────────────────────────────────────╮
      │ Hostile                                                                      ┃
      │▌ ⚐ 01 escape ␛[31mred␛[0m                         Feature Flag  Disabled     ┃
      │  ⚐ 02 title ␛]0;owned␇                            Feature Flag  Disabled     ┃
      │  ⚐ 03 C1 �31m␤next                                Feature Flag  Disabled     ┃
      │  ⚐ 04 bidi �gnihtemos�                            Feature Flag  Disabled     ┃
      │  ⚐ 05 isolate �left�                              Feature Flag  Disabled     ┃
      │  ⚐ 06 tab␉and␊newline␍␊and return                 Feature Flag  Disabled     ┃
      │  ⚐ 07 zero�width�space                            Feature Flag  Disabled     ┃
      │  ⚐ 08 family 👨 of four                           Feature Flag  Disabled     ┃
      │  ⚐ 09 skin 👍 tone                                Feature Flag  Disabled     ┃
      │  ⚐ 10 flags 🇩🇪🇯🇵 two                              Feature Flag  Disabled     ┃
      │  ⚐ 11 symbol ⚠ with a selector                    Feature Flag  Disabled     ┃
      │  ⚐ 12 keycap 1⃣ one                                Feature Flag  Disabled     ┃
      │  ⚐ 13 漢字かな交じり文                            Feature Flag  Disabled     ┃
      │  ⚐ 14 한국어 기능                                 Feature Flag  Disabled     ┃
      │  ⚐ 15 combining é̂̃                                 Feature Flag  Disabled     ┃
      │  ⚐ 16 new emoji � and �tag                        Feature Flag  Disabled     ┃
      │  ⚐ 17 ﷽ wide ligature                             Feature Flag  Disabled     ┃
      │  ⚐ 18 nul ␀ delete ␡                              Feature Flag  Disabled     ┃
      │  ⚐ 19 देवनागरी                                     Feature Flag  Disabled     │
      ╰──────────────────────────────────────────────────────────────────────── 1/20 ╯
       space change  ← → cycle  enter details  / search  f filter  ? help  q quit
      """
    )
  }

  @Test func `after scrolling, hostile names are shown in aligned columns`() {
    let state = Shop.dashboard(columns: 80, rows: 24, snapshot: Hard.hostile, keys: "G")
    expectScreen(
      state,
      """
       Halyard   shop.json   file
      ╭ Features 20 ─────────────────────────────────────────────────────────────────╮
      │ Hostile                                                                      │
      │  ⚐ 02 title ␛]0;owned␇                            Feature Flag  Disabled     ┃
      │  ⚐ 03 C1 �31m␤next                                Feature Flag  Disabled     ┃
      │  ⚐ 04 bidi �gnihtemos�                            Feature Flag  Disabled     ┃
      │  ⚐ 05 isolate �left�                              Feature Flag  Disabled     ┃
      │  ⚐ 06 tab␉and␊newline␍␊and return                 Feature Flag  Disabled     ┃
      │  ⚐ 07 zero�width�space                            Feature Flag  Disabled     ┃
      │  ⚐ 08 family 👨 of four                           Feature Flag  Disabled     ┃
      │  ⚐ 09 skin 👍 tone                                Feature Flag  Disabled     ┃
      │  ⚐ 10 flags 🇩🇪🇯🇵 two                              Feature Flag  Disabled     ┃
      │  ⚐ 11 symbol ⚠ with a selector                    Feature Flag  Disabled     ┃
      │  ⚐ 12 keycap 1⃣ one                                Feature Flag  Disabled     ┃
      │  ⚐ 13 漢字かな交じり文                            Feature Flag  Disabled     ┃
      │  ⚐ 14 한국어 기능                                 Feature Flag  Disabled     ┃
      │  ⚐ 15 combining é̂̃                                 Feature Flag  Disabled     ┃
      │  ⚐ 16 new emoji � and �tag                        Feature Flag  Disabled     ┃
      │  ⚐ 17 ﷽ wide ligature                             Feature Flag  Disabled     ┃
      │  ⚐ 18 nul ␀ delete ␡                              Feature Flag  Disabled     ┃
      │  ⚐ 19 देवनागरी                                     Feature Flag  Disabled     ┃
      │▌ ⚐ 20 ␤line separator                             Feature Flag  Disabled     ┃
      ╰─────────────────────────────────────────────────────────────────────── 20/20 ╯
       space change  ← → cycle  enter details  / search  f filter  ? help  q quit
      """
    )
  }

  @Test func `the details show a hostile name without control characters`() {
    let state = Shop.dashboard(columns: 120, rows: 26, snapshot: Hard.hostile, keys: "enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file
      ╭ Features 20 ─────────────────────────────────────────────────╮╭ 01 escape ␛[31mred␛[0m · Feature Flag ───────────────╮
      │ Hostile                                                      ││ State        Disabled                                │
      │▌ ⚐ 01 escape ␛[31mred␛[0m                       Disabled     ││                                                      │
      │  ⚐ 02 title ␛]0;owned␇                          Disabled     ││ Section      Hostile                                 │
      │  ⚐ 03 C1 �31m␤next                              Disabled     ││ Configured   Disabled                                │
      │  ⚐ 04 bidi �gnihtemos�                          Disabled     ││                                                      │
      │  ⚐ 05 isolate �left�                            Disabled     ││                                                      │
      │  ⚐ 06 tab␉and␊newline␍␊and return               Disabled     ││                                                      │
      │  ⚐ 07 zero�width�space                          Disabled     ││                                                      │
      │  ⚐ 08 family 👨 of four                         Disabled     ││                                                      │
      │  ⚐ 09 skin 👍 tone                              Disabled     ││                                                      │
      │  ⚐ 10 flags 🇩🇪🇯🇵 two                            Disabled     ││                                                      │
      │  ⚐ 11 symbol ⚠ with a selector                  Disabled     ││                                                      │
      │  ⚐ 12 keycap 1⃣ one                              Disabled     ││                                                      │
      │  ⚐ 13 漢字かな交じり文                          Disabled     ││                                                      │
      │  ⚐ 14 한국어 기능                               Disabled     ││                                                      │
      │  ⚐ 15 combining é̂̃                               Disabled     ││                                                      │
      │  ⚐ 16 new emoji � and �tag                      Disabled     ││                                                      │
      │  ⚐ 17 ﷽ wide ligature                           Disabled     ││                                                      │
      │  ⚐ 18 nul ␀ delete ␡                            Disabled     ││                                                      │
      │  ⚐ 19 देवनागरी                                   Disabled     ││                                                      │
      │  ⚐ 20 ␤line separator                           Disabled     ││                                                      │
      │                                                              ││                                                      │
      ╰──────────────────────────────────────────────────────── 1/20 ╯╰──────────────────────────────────────────────────────╯
       ↑ ↓ scroll   space change   ← → cycle   n p next feature   v pick   o reset   ? help   esc back
      """
    )
  }
}
