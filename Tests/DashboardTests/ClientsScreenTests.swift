import Dashboard
import FeatureFlags
import ScreenTestSupport
import Serving
import TestSupport
import Testing
import Text
import Workbench

/// Tests the pane with the clients of the server.
struct ClientsScreenTests {
  @Test func `without a server the clients pane explains how to start a server`() {
    expectScreen(
      Served.dashboard(activity: nil, keys: "4"),
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Clients ─────────────────────────────────────────────────────────────────────╮
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                               No server runs.                                │
      │                    H starts one for apps in any language.                    │
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
       H server  ? help  esc back
      """
    )
  }

  @Test func `the clients pane shows the address of a server without clients`() {
    expectScreen(
      Served.dashboard(activity: Served.empty, keys: "4"),
      """
       Halyard   shop.json   file   ⇄ 8016           ✗ 1 problem (5) · ◆ 1 overridden
      ╭ Clients 0 ───────────────────────────────────────────────────────────────────╮
      │ http://127.0.0.1:8016   ○ this machine only   0 requests since 11:00         │
      │                                                                              │
      │                               No clients yet.                                │
      │                     OFREP_ENDPOINT=http://127.0.0.1:8016                     │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      ╭ Evaluations 0 ───────────────────────────────────────────────────────────────╮
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                             No evaluations yet.                              │
      │                     Evaluations for clients appear here.                     │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       tab next  enter use user  C test case  p pause  f filter  ? help  esc back
      """
    )
  }

  @Test
  func `at 80 columns the clients pane shows the server, its clients and their evaluations`() {
    expectScreen(
      Served.dashboard(keys: "4"),
      """
       Halyard   shop.json   file   ⇄ 8016           ✗ 1 problem (5) · ◆ 1 overridden
      ╭ Clients 3 ───────────────────────────────────────────────────────────────────╮
      │ http://127.0.0.1:8016   ○ this machine only   1204 requests since 11:00      │
      │   Address       Client                 Endpoint    User    Evals  Seen  Rate │
      │▌  127.0.0.1     Python requests 2.34   evaluation  ana      1.1k    3s  12/s │
      │ ● 192.168.1.20  OkHttp 4.12            bulk        u-4711    280   41s     – │
      │   192.168.1.21  Apple CFNe…ork 1490.0  datafile    –           –    3m     – │
      │ python-requests/2.34.2 · age = 42, beta = true, plan = gold                  │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      ╭ Evaluations 40 ──────────────────────────────────────────────────────────────╮
      │ 12:00:00  OkHttp           u-4711      all features         14 features      ┃
      │ 11:59:59  Python requests  –           gift-wrap            FLAG_NOT_FOUND ▲ ┃
      │ 11:59:58  Python requests  ana         CTA colour           Group A        ◆ ┃
      │ 11:59:57  Python requests  ana         New Cart             true             │
      │ 11:59:56  OkHttp           u-4711      all features         14 features      │
      │ 11:59:55  Python requests  –           gift-wrap            FLAG_NOT_FOUND ▲ │
      │ 11:59:54  Python requests  ana         CTA colour           Group A        ◆ │
      │ 11:59:53  Python requests  ana         New Cart             true             │
      │ 11:59:52  OkHttp           u-4711      all features         14 features      │
      │ 11:59:51  Python requests  –           gift-wrap            FLAG_NOT_FOUND ▲ │
      │ 11:59:50  Python requests  ana         CTA colour           Group A        ◆ │
      │                                                                              │
      ╰ ▲ 2 unknown keys (f) ────────────────────────────────────────────────── 1/40 ╯
       tab next  enter use user  C test case  p pause  f filter  ? help  esc back
      """
    )
  }

  @Test func `at 120 columns the clients pane is shown beside the feature list`() {
    expectScreen(
      Served.dashboard(columns: 120, rows: 32, keys: "4"),
      """
       Halyard   shop.json   file   ⇄ 8016 · 3 clients                            ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ────────────────────────────── asked ────────╮╭ Clients 3 ───────────────────────────────────────────────╮
      │ Account                                                  ││ http://127.0.0.1:8016   ○ this machine only              │
      │▌ ▢ Beta badge                  Unlocked    –             ││ 1204 requests since 11:00                                │
      │  ▣ Gold theme                  Locked      –             ││   Address       Client                User    Seen  Rate │
      │    For customers of ten years                            ││▌  127.0.0.1     Python requests 2.34  ana       3s  12/s │
      │ Catalogue                                                ││ ● 192.168.1.20  OkHttp 4.12           u-4711   41s     – │
      │  ⊘ Old banner                  Deprecated  –             ││   192.168.1.21  Apple CFN…ork 1490.0  –         3m     – │
      │  ◐ Product layout              Cards       –             ││ evaluation · 1178 evaluatio…42, beta = true, plan = gold │
      │    How products are laid out                             │╰──────────────────────────────────────────────────────────╯
      │  ⚑ Search suggestions          Enabled     –             │╭ Evaluations 40 ──────────────────────────────────────────╮
      │    Suggest as the customer types                         ││ 12:00:00  u-4711      all features       14 features     ┃
      │  ◐ Sort order                  Disabled    1 · 11m       ││ 11:59:59  Pyth…uests  gift-wrap          FLAG_N…_FOUND ▲ ┃
      │  ⚐ おすすめ商品                Disabled    –             ││ 11:59:58  ana         CTA colour         Group A       ◆ ┃
      │    Recommendations for Japan                             ││ 11:59:57  ana         New Cart           true            ┃
      │ Checkout                                                 ││ 11:59:56  u-4711      all features       14 features     ┃
      │  ◐ CTA colour                  Group A     1.2k · 3s   ◆ ││ 11:59:55  Pyth…uests  gift-wrap          FLAG_N…_FOUND ▲ ┃
      │    The colour of the button that buys                    ││ 11:59:54  ana         CTA colour         Group A       ◆ ┃
      │  ◐ Express pay                 Enabled     –             ││ 11:59:53  ana         New Cart           true            ┃
      │    Pay with the card on file                             ││ 11:59:52  u-4711      all features       14 features     │
      │  ⚐ Gift wrap                   Disabled    –             ││ 11:59:51  Pyth…uests  gift-wrap          FLAG_N…_FOUND ▲ │
      │  ⚑ New Cart                    Enabled     812 · 3s      ││ 11:59:50  ana         CTA colour         Group A       ◆ │
      │    One page from cart to receipt                         ││ 11:59:49  ana         New Cart           true            │
      │  ◐ Voucher field               Top         –          ✗  ││ 11:59:48  u-4711      all features       14 features     │
      │    Where vouchers are typed                              ││ 11:59:47  Pyth…uests  gift-wrap          FLAG_N…_FOUND ▲ │
      │ No section                                               ││ 11:59:46  ana         CTA colour         Group A       ◆ │
      │  ⚐ A name so lo…ow it in full  Disabled    –             ││ 11:59:45  ana         New Cart           true            │
      │    It is cut with an ellipsis, wherever the screen ends  ││ 11:59:44  u-4711      all features       14 features     │
      │  ⚙ Debug menu                  Enabled     –             ││ 11:59:43  Pyth…uests  gift-wrap          FLAG_N…_FOUND ▲ │
      │    Shake the phone to open it                            ││                                                          │
      ╰──────────────────────────────────────────────────── 1/14 ╯╰ ▲ 2 unknown keys (f) ────────────────────────────── 1/40 ╯
       tab next   enter use user   C test case   p pause   f filter   / search   ↑ ↓ move   ? help   esc back
      """
    )
  }

  @Test func `on a small screen the clients pane shows only the part that has the focus`() {
    expectScreen(
      Served.dashboard(columns: 40, rows: 10, keys: "4"),
      """
       Halyard   shop.json   file   ✗ 1 · ◆ 1
      ╭ Clients 3 ───────────────────────────╮
      │ http://127.0.0.1:8016                ┃
      │ ○ this machine only  1204 requests   ┃
      │   Client          User    Seen  Rate ┃
      │▌  Python…ts 2.34  ana       3s  12/s ┃
      │ ● OkHttp 4.12     u-4711   41s     – │
      │ 127.0.0.1 · evalu… true, plan = gold │
      ╰───────────────────────────────── 1/3 ╯
       tab next  C test case  ? help  esc back
      """
    )
  }

  @Test func `on a small screen Tab switches the clients pane to the evaluations`() {
    expectScreen(
      Served.dashboard(columns: 40, rows: 10, keys: "4 tab"),
      """
       Halyard   shop.json   file   ✗ 1 · ◆ 1
      ╭ Evaluations 40 ──────────────────────╮
      │▌12:00:00  u-…11  all …ures  14…res   ┃
      │ 11:59:59  Py…ts  gift-wrap  FL…UND ▲ │
      │ 11:59:58  ana    CTA …lour  Gr…p A ◆ │
      │ 11:59:57  ana    New Cart   true     │
      │ 11:59:56  u-…11  all …ures  14…res   │
      │ all features: 14 … 4.12 192.168.1.20 │
      ╰ ▲ 2 unknown keys (f) ────────── 1/40 ╯
       tab features  p pause  ? help  esc back
      """
    )
  }

  @Test func `a search in the clients pane lists the matching evaluations`() {
    expectScreen(
      Served.dashboard(keys: "4 / c t a space a n a enter"),
      """
       Halyard   shop.json   file   ⇄ 8016           ✗ 1 problem (5) · ◆ 1 overridden
      ╭ Clients 3 ───────────────────────────────────────────────────────────────────╮
      │ http://127.0.0.1:8016   ○ this machine only   1204 requests since 11:00      │
      │   Address       Client                 Endpoint    User    Evals  Seen  Rate │
      │   127.0.0.1     Python requests 2.34   evaluation  ana      1.1k    3s  12/s │
      │ ● 192.168.1.20  OkHttp 4.12            bulk        u-4711    280   41s     – │
      │   192.168.1.21  Apple CFNe…ork 1490.0  datafile    –           –    3m     – │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      ╭ Evaluations 10 of 40 ────────────────────────────────────────────────────────╮
      │▌11:59:58  Python requests  ana         CTA colour           Group A        ◆ │
      │ 11:59:54  Python requests  ana         CTA colour           Group A        ◆ │
      │ 11:59:50  Python requests  ana         CTA colour           Group A        ◆ │
      │ 11:59:46  Python requests  ana         CTA colour           Group A        ◆ │
      │ 11:59:42  Python requests  ana         CTA colour           Group A        ◆ │
      │ 11:59:38  Python requests  ana         CTA colour           Group A        ◆ │
      │ 11:59:34  Python requests  ana         CTA colour           Group A        ◆ │
      │ 11:59:30  Python requests  ana         CTA colour           Group A        ◆ │
      │ 11:59:26  Python requests  ana         CTA colour           Group A        ◆ │
      │ 11:59:22  Python requests  ana         CTA colour           Group A        ◆ │
      │                                                                              │
      │ CTA colour = Group A · overridden · u…r ana · Python requests 2.34 127.0.0.1 │
      ╰ /cta ana ────────────────────────────────────────────────────────────────────╯
       tab features  enter go to feature  C test case  p pause  ? help  esc back
      """
    )
  }

  @Test func `a filter of the clients pane lists requested keys that no feature has`() {
    expectScreen(
      Served.dashboard(keys: "4 f f"),
      """
       Halyard   shop.json   file   ⇄ 8016           ✗ 1 problem (5) · ◆ 1 overridden
      ╭ Clients 3 ───────────────────────────────────────────────────────────────────╮
      │ http://127.0.0.1:8016   ○ this machine only   1204 requests since 11:00      │
      │   Address       Client                 Endpoint    User    Evals  Seen  Rate │
      │   127.0.0.1     Python requests 2.34   evaluation  ana      1.1k    3s  12/s │
      │ ● 192.168.1.20  OkHttp 4.12            bulk        u-4711    280   41s     – │
      │   192.168.1.21  Apple CFNe…ork 1490.0  datafile    –           –    3m     – │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      ╭ Unknown keys 2 ──────────────────────────────────────────────────────────────╮
      │▌▲ checkout.title                                                   1 ×    1m │
      │ ▲ gift-wrap                                                      301 ×    1s │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │ no feature has the key checkout.title                                        │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       tab features  enter go to feature  C test case  p pause  ? help  esc back
      """
    )
  }

  @Test func `the feature list shows how often clients requested each feature`() {
    expectScreen(
      Served.dashboard(),
      """
       Halyard   shop.json   file   ⇄ 8016           ✗ 1 problem (5) · ◆ 1 overridden
      ╭ Features 14 ────────────────────────────────────────────────── asked ────────╮
      │ Account                                                                      │
      │▌ ▢ Beta badge                                      Unlocked    –             │
      │  ▣ Gold theme                                      Locked      –             │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                                      Deprecated  –             │
      │  ◐ Product layout                                  Cards       –             │
      │  ⚑ Search suggestions                              Enabled     –             │
      │  ◐ Sort order                                      Disabled    1 · 11m       │
      │  ⚐ おすすめ商品                                    Disabled    –             │
      │ Checkout                                                                     │
      │  ◐ CTA colour                                      Group A     1.2k · 3s   ◆ │
      │  ◐ Express pay                                     Enabled     –             │
      │  ⚐ Gift wrap                                       Disabled    –             │
      │  ⚑ New Cart                                        Enabled     812 · 3s      │
      │  ◐ Voucher field                                   Top         –          ✗  │
      │ No section                                                                   │
      │  ⚐ A name so long that no…room to show it in full  Disabled    –             │
      │  ⚙ Debug menu                                      Enabled     –             │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       space change  ← → cycle  enter details  / search  f filter  ? help  q quit
      """
    )
  }

  @Test
  func `at 120 columns the list shows requests instead of types, and the details list the users`() {
    expectScreen(
      Served.dashboard(columns: 120, rows: 32, keys: "j j j j j j j"),
      """
       Halyard   shop.json   file   ⇄ 8016 · 3 clients                            ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ────────────────────────────────── asked ────────╮╭ CTA colour · A/B Test ◆ ─────────────────────────────╮
      │ Account                                                      ││ Description  The colour of the button that buys      │
      │  ▢ Beta badge                      Unlocked    –             ││                                                      │
      │  ▣ Gold theme                      Locked      –             ││ State        Enabled                                 │
      │    For customers of ten years                                ││ Variation    Group A ◆                               │
      │ Catalogue                                                    ││                                                      │
      │  ⊘ Old banner                      Deprecated  –             ││ Variations   1███████████████████2██████████████████ │
      │  ◐ Product layout                  Cards       –             ││                                      ↑ 62.5 %        │
      │    How products are laid out                                 ││              1 ● Group A  50 %                       │
      │  ⚑ Search suggestions              Enabled     –             ││              2 ○ Group B  50 %  assigned             │
      │    Suggest as the customer types                             ││                                                      │
      │  ◐ Sort order                      Disabled    1 · 11m       ││ Assignment   62.5                                    │
      │  ⚐ おすすめ商品                    Disabled    –             ││ Labels       label1, label2                          │
      │    Recommendations for Japan                                 ││ Section      Checkout                                │
      │ Checkout                                                     ││ Configured   Group B                                 │
      │▌ ◐ CTA colour                      Group A     1.2k · 3s   ◆ ││ Override     Group A                                 │
      │    The colour of the button that buys                        ││              until reset                             │
      │  ◐ Express pay                     Enabled     –             ││                                                      │
      │    Pay with the card on file                                 ││ Asked        1204 times, last at 11:59:57            │
      │  ⚐ Gift wrap                       Disabled    –             ││ Trend        ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁          │
      │  ⚑ New Cart                        Enabled     812 · 3s      ││              no evaluation in the last 10 minutes    │
      │    One page from cart to receipt                             ││              the results differ between users        │
      │  ◐ Voucher field                   Top         –          ✗  ││              ana     Group A                11:59:57 │
      │    Where vouchers are typed                                  ││                age = 42, beta = true, plan = gold    │
      │ No section                                                   ││              u-4711  Group B                11:59:19 │
      │  ⚐ A name so long…show it in full  Disabled    –             ││                country = es                          │
      │    It is cut with an ellipsis, wherever the screen ends      ││              no key  Group A                11:57:50 │
      │  ⚙ Debug menu                      Enabled     –             ││                                                      │
      │    Shake the phone to open it                                ││                                                      │
      ╰──────────────────────────────────────────────────────── 8/14 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   o reset   enter details   / search   f filter   v pick   r refresh   ? help   q quit
      """
    )
  }

  @Test func `the filter dialog counts the features that were never evaluated`() {
    expectScreen(
      Served.dashboard(keys: "f"),
      """
       Halyard   shop.json   file   ⇄ 8016           ✗ 1 problem (5) · ◆ 1 overridden
      ╭ Features 14 ────────────────────────────────────────────────── asked ────────╮
      │ Account                                                                      │
      │▌ ▢ Beta badge                                      Unlocked    –             │
      │  ▣ Gold theme                                      Locked      –             │
      │ Catalogue     ╭ Show only ───────────────────────────────────╮               │
      │  ⊘ Old banner │▌[ ] Feature Flag               type        6 │ –             │
      │  ◐ Product la │ [ ] A/B Test                   type        2 │ –             │
      │  ⚑ Search sug │ [ ] On/off test                type        1 │ –             │
      │  ◐ Sort order │ [ ] MVT Test                   type        2 │ 1 · 11m       │
      │  ⚐ おすすめ商 │ [ ] Unlock Flag                type        2 │ –             │
      │ Checkout      │ [ ] Deprecated                 type        1 │               │
      │  ◐ CTA colour │ [ ] Account                    section     2 │ 1.2k · 3s   ◆ │
      │  ◐ Express pa │ [ ] Catalogue                  section     5 │ –             │
      │  ⚐ Gift wrap  │ [ ] Checkout                   section     5 │ –             │
      │  ⚑ New Cart   │ [ ] No section                 section     2 │ 812 · 3s      │
      │  ◐ Voucher fi │ [ ] Overridden                 state       1 │ –          ✗  │
      │ No section    │ [ ] Never evaluated            clients    11 │               │
      │  ⚐ A name so  ╰──────────────────────────────────────────────╯ –             │
      │  ⚙ Debug menu                                      Enabled     –             │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       space switch  c clear  / find  enter done  esc close
      """
    )
  }

  @Test func `the filter lists the features that were never evaluated`() {
    expectScreen(
      Served.dashboard(keys: "f G space enter"),
      """
       Halyard   shop.json   file   ⇄ 8016           ✗ 1 problem (5) · ◆ 1 overridden
      ╭ Features 11 of 14  [Never evaluated] ───────────────────────── asked ────────╮
      │ Account                                                                      │
      │▌ ▢ Beta badge                                      Unlocked    –             │
      │  ▣ Gold theme                                      Locked      –             │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                                      Deprecated  –             │
      │  ◐ Product layout                                  Cards       –             │
      │  ⚑ Search suggestions                              Enabled     –             │
      │  ⚐ おすすめ商品                                    Disabled    –             │
      │ Checkout                                                                     │
      │  ◐ Express pay                                     Enabled     –             │
      │  ⚐ Gift wrap                                       Disabled    –             │
      │  ◐ Voucher field                                   Top         –          ✗  │
      │ No section                                                                   │
      │  ⚐ A name so long that no…room to show it in full  Disabled    –             │
      │  ⚙ Debug menu                                      Enabled     –             │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 1/11 ╯
       space change  ← → cycle  enter details  / search  f filter  ? help  q quit
      """
    )
  }

  @Test func `while evaluations are paused, new ones are counted, and are shown after resuming`() {
    var state = Served.dashboard(keys: "4 p")
    var next = Served.activity
    next.evaluations = Served.evaluations(40, from: 12)
    _ = state.update(.serving(next), now: .zero)
    expectScreen(
      state,
      """
       Halyard   shop.json   file   ⇄ 8016           ✗ 1 problem (5) · ◆ 1 overridden
      ╭ Clients 3 ───────────────────────────────────────────────────────────────────╮
      │ http://127.0.0.1:8016   ○ this machine only   1204 requests since 11:00      │
      │   Address       Client                 Endpoint    User    Evals  Seen  Rate │
      │▌  127.0.0.1     Python requests 2.34   evaluation  ana      1.1k    3s  12/s │
      │ ● 192.168.1.20  OkHttp 4.12            bulk        u-4711    280   41s     – │
      │   192.168.1.21  Apple CFNe…ork 1490.0  datafile    –           –    3m     – │
      │ python-requests/2.34.2 · age = 42, beta = true, plan = gold                  │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      ╭ Evaluations 40  ‖ paused, 11 new ────────────────────────────────────────────╮
      │ 12:00:00  OkHttp           u-4711      all features         14 features      ┃
      │ 11:59:59  Python requests  –           gift-wrap            FLAG_NOT_FOUND ▲ ┃
      │ 11:59:58  Python requests  ana         CTA colour           Group A        ◆ ┃
      │ 11:59:57  Python requests  ana         New Cart             true             │
      │ 11:59:56  OkHttp           u-4711      all features         14 features      │
      │ 11:59:55  Python requests  –           gift-wrap            FLAG_NOT_FOUND ▲ │
      │ 11:59:54  Python requests  ana         CTA colour           Group A        ◆ │
      │ 11:59:53  Python requests  ana         New Cart             true             │
      │ 11:59:52  OkHttp           u-4711      all features         14 features      │
      │ 11:59:51  Python requests  –           gift-wrap            FLAG_NOT_FOUND ▲ │
      │ 11:59:50  Python requests  ana         CTA colour           Group A        ◆ │
      │                                                                              │
      ╰ ▲ 2 unknown keys (f) ────────────────────────────────────────────────── 1/40 ╯
       tab next  enter use user  C test case  p resume  f filter  ? help  esc back
      """
    )
    _ = state.press("p")
    #expect(!state.screen.contains("paused"))
    #expect(state.screen.contains("12:00:11  Python requests  –"))
  }

  @Test func `hostile user agents, keys and users are shown without control characters`() {
    let hostile = "\u{1B}[31m\u{202E}evil\u{200B}\n\u{9B}" + String(repeating: "漢", count: 10_000)
    var activity = Served.activity
    activity.url = "http://\u{1B}[2J"
    activity.clients = (1...3).map { id in
      ServedClient(
        id: id,
        address: "::\u{1B}c" + hostile,
        userAgent: hostile,
        software: id == 1 ? nil : ClientSoftware(name: "OkHttp"),
        endpoint: "unknown",
        context: EvaluationContext(targetingKey: hostile, attributes: [hostile: .string(hostile)]),
        lastSeen: Served.date(1e12),
        rate: .infinity
      )
    }
    activity.evaluations = (1...40).map { id in
      ServedEvaluation(
        id: id,
        date: Served.start,
        client: id % 5,
        user: hostile,
        key: id % 2 == 0 ? hostile : "k" + hostile,
        result: hostile
      )
    }
    activity.unknownKeys = [UnknownKey(key: hostile, count: .max, last: Served.start)]
    expectScreen(
      Served.dashboard(activity: activity, keys: "4"),
      """
       Halyard   shop.json   file   ⇄ ␛[2J           ✗ 1 problem (5) · ◆ 1 overridden
      ╭ Clients 3  all: ::␛c␛[31m�evil� �漢漢漢漢…漢漢漢漢漢漢漢漢漢漢漢漢, unknown ─╮
      │ http://␛[2J   ○ this machine only   1204 requests since 11:00                │
      │   Client                            User                   Evals  Seen  Rate │
      │▌  ␛[31m�evil� �漢…漢漢漢漢漢漢漢�   ␛[31m�evil…漢漢漢漢�       –   now     – │
      │   OkHttp                            ␛[31m�evil…漢漢漢漢�       –   now     – │
      │   OkHttp                            ␛[31m�evil…漢漢漢漢�       –   now     – │
      │ ::␛c␛[31m�evil� �漢漢漢漢漢漢漢漢漢漢…漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢�… │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      ╭ Evaluations 40 ──────────────────────────────────────────────────────────────╮
      │ 12:00:00  client 0         ␛[31…漢漢   ␛[31m�evi…漢漢漢漢   ␛[31m�…漢漢漢    ┃
      │ 12:00:00  client 4         ␛[31…漢漢   k␛[31m�ev…漢漢漢漢   ␛[31m�…漢漢漢    ┃
      │ 12:00:00  OkHttp           ␛[31…漢漢   ␛[31m�evi…漢漢漢漢   ␛[31m�…漢漢漢    ┃
      │ 12:00:00  OkHttp           ␛[31…漢漢   k␛[31m�ev…漢漢漢漢   ␛[31m�…漢漢漢    │
      │ 12:00:00  ␛[31m�e…漢漢漢�  ␛[31…漢漢   ␛[31m�evi…漢漢漢漢   ␛[31m�…漢漢漢    │
      │ 12:00:00  client 0         ␛[31…漢漢   k␛[31m�ev…漢漢漢漢   ␛[31m�…漢漢漢    │
      │ 12:00:00  client 4         ␛[31…漢漢   ␛[31m�evi…漢漢漢漢   ␛[31m�…漢漢漢    │
      │ 12:00:00  OkHttp           ␛[31…漢漢   k␛[31m�ev…漢漢漢漢   ␛[31m�…漢漢漢    │
      │ 12:00:00  OkHttp           ␛[31…漢漢   ␛[31m�evi…漢漢漢漢   ␛[31m�…漢漢漢    │
      │ 12:00:00  ␛[31m�e…漢漢漢�  ␛[31…漢漢   k␛[31m�ev…漢漢漢漢   ␛[31m�…漢漢漢    │
      │ 12:00:00  client 0         ␛[31…漢漢   ␛[31m�evi…漢漢漢漢   ␛[31m�…漢漢漢    │
      │                                                                              │
      ╰ ▲ 1 unknown key (f) ─────────────────────────────────────────────────── 1/40 ╯
       tab next  enter use user  C test case  p pause  f filter  ? help  esc back
      """
    )
    for keys in ["4 f f", "4 tab", "4 / e v i l"] {
      let screen = Served.dashboard(columns: 120, rows: 32, activity: activity, keys: keys).screen
      let isRaw = screen.unicodeScalars.contains { scalar in
        let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
        return isControl || scalar.properties.generalCategory == .format
      }
      #expect(!isRaw)
    }
  }
}
