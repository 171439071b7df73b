import TestSupport
import Testing

@testable import Usages

/// Tests the search for usages by aliases and patterns.
struct AliasTests {
  private static func report(
    _ files: [String: String],
    names: [String] = AliasCorpus.names,
    patterns: [String] = AliasCorpus.patterns,
    calls: FlagCalls? = nil
  ) throws -> UsageReport {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    let patterns = try patterns.map { try #require(CodePattern($0)) }
    let search = UsageSearch(
      names: names,
      folders: [folder.path],
      calls: calls,
      patterns: patterns
    )
    return try search.run()
  }

  @Test(arguments: AliasCorpus.files.keys.sorted())
  func `a search finds all usages by aliases and patterns in a file, and no other identifiers`(
    path: String
  ) throws {
    let text = try #require(AliasCorpus.files[path])
    let usages = try Self.report([path: text]).usages
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let mark = line.split(separator: "#= ")
      let expected = mark.count < 2 ? [] : mark[1].split(separator: " ").filter { $0 != "-->" }
      let found = usages.filter { $0.location.line == index + 1 }.map { $0.by ?? "=" }
      #expect(found == expected.map(String.init), "\(path):\(index + 1): \(line)")
    }
  }

  @Test(arguments: [
    ("new-cart", ["NEW_CART", "NewCart", "newCart", "new_cart"]),
    ("New Cart", ["NEW_CART", "NewCart", "newCart", "new_cart"]),
    ("newCart", ["NEW_CART", "NewCart", "newCart", "new_cart"]),
    ("NEW_CART", ["NEW_CART", "NewCart", "newCart", "new_cart"]),
    ("shop.cart/v2", ["SHOP_CART_V2", "ShopCartV2", "shopCartV2", "shop_cart_v2"]),
    ("showURL", ["SHOW_URL", "ShowURL", "ShowUrl", "showURL", "showUrl", "show_url"]),
    (
      "HTTPServer2",
      ["HTTPServer2", "HTTP_SERVER2", "HttpServer2", "hTTPServer2", "httpServer2", "http_server2"]
    ),
    ("größe neu", ["GRÖSSE_NEU", "GrößeNeu", "größeNeu", "größe_neu"]),
    ("cart", ["CART", "Cart", "cart"]), ("3d view", []), ("...", []),
  ])
  func `the aliases of a name are the identifiers in four letter cases`(
    name: String,
    aliases: [String]
  ) {
    #expect(AliasTable.aliases(of: name).sorted() == aliases.sorted())
  }

  @Test(arguments: ["cart", "Cart", "cart-2", "is-on", "a/b", "2-3"])
  func `the aliases of a name of one word or few letters count only in a pattern`(name: String)
    throws
  {
    let alias = try #require(
      AliasTable.aliases(of: name).sorted().first ?? AliasTable.aliases(of: "x" + name).first
    )
    let files = ["a.swift": "use(\(alias))\nuseFlag(\(alias))"]
    let usages = try Self.report(files, names: [name], patterns: ["useFlag(FLAG)"]).usages
    #expect(usages.map(\.location.line) == (name == "2-3" ? [] : [2]))
    #expect(try Self.report(files, names: [name], patterns: []).usages.isEmpty)
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("a.go", "newCart, "), ("a.swift", "newCart."), ("a.java", "newCart("), ("a.ts", "{newCart "),
      ("a.vue", "<a b='newCart \"x "), ("a.html", "<script>newCart</"),
      ("a.svelte", "{newCart{#if '"),
    ]
  )
  func `a search for aliases takes linear time in code that repeats an unclosed construct`(
    path: String,
    code: String
  ) throws {
    let count = (256 << 10) / code.utf8.count
    let usages = try Self.report([path: String(repeating: code, count: count)]).usages
    #expect(usages.count > count / 4 && usages.count <= count)
  }

  @Test func `an identifier that is the name of another feature is only a usage of that feature`()
    throws
  {
    let usages = try Self.report(
      ["a.py": "use(flags.new_cart, \"new_cart\", newCart)"],
      names: ["new-cart", "new_cart"]
    ).usages
    #expect(usages.map(\.feature) == ["new_cart", "new_cart", "new-cart", "new_cart"])
    #expect(usages.map(\.by) == [nil, nil, "newCart", "newCart"])
  }

  @Test func `a use of a constant is not a usage by an alias as well`() throws {
    let text = "enum Flag { static let newCart = \"new-cart\" }\nuse(Flag.newCart, flags.newCart)"
    let usages = try Self.report(["a.swift": text]).usages
    #expect(
      usages.map(\.kind) == [
        .declaration("Flag.newCart"), .reference("Flag.newCart"), .alias("newCart"),
      ]
    )
  }

  @Test func `an alias in a call of a flag system is an unknown name, unless a pattern matches`()
    throws
  {
    let files = ["a.ts": "if (client.isEnabled('newCart')) {}"]
    let calls = FlagCalls(of: ["isEnabled"])
    let without = try Self.report(files, patterns: [], calls: calls)
    #expect(without.unknownNames.map(\.name) == ["newCart"])
    #expect(without.usages.map(\.kind) == [.alias("newCart")])
    #expect(without.usages.map(\.isCondition) == [true])
    let with = try Self.report(files, patterns: ["isEnabled(FLAG)"], calls: calls)
    #expect(with.unknownNames.isEmpty)
    #expect(with.usages.map(\.kind) == [.pattern("isEnabled(FLAG)")])
  }

  @Test(arguments: ["", "FLAG", "isOn(x)", "FLAG == FLAG", "isFLAGOn()", "isOn(FLAG, `${x}`)"])
  func `a pattern has the word FLAG once, and something else`(text: String) {
    #expect(CodePattern(text) == nil)
  }

  @Test(arguments: [
    ("isOn( FLAG )", "isOn(cart)", true), ("isOn(FLAG)", "isOn(Flags.cart, 1)", true),
    ("isOn(FLAG)", "isOn(cart.items)", false), ("isOn(FLAG)", "isOn(1, cart)", false),
    ("isOn(\"FLAG\")", "isOn(cart)", false), ("isOn(\"FLAG\")", "isOn('Cart')", true),
    ("use('x').FLAG", "use(\"x\").cart", true), ("use('x').FLAG", "use(\"y\").cart", false),
    ("#FLAG#", "#cart#", true), ("#FLAG#", "#cart", false), ("isOn(FLAG", "isOn(cart + 1)", true),
    ("FLAG.isOn()", "Flags.cart.isOn()", true), ("FLAG.isOn()", "cart.isOff()", false),
  ])
  func `a pattern matches code around an alias, with any white space`(
    pattern: String,
    code: String,
    isFound: Bool
  ) throws {
    let report = try Self.report(["a.ts": code], names: ["cart"], patterns: [pattern])
    #expect(report.usages.map(\.by) == (isFound ? [pattern] : []))
  }
}
