/// Files in which `#= N` at the end of a line is the number of usages in the line; other lines have no usage.
enum Corpus {
  /// The names of the features that the files use.
  static let names = ["New Cart", "new_cart", "Gold \"theme\"", "Größe", "Layout"]

  /// The files of each language by their paths.
  static let files: [String: [String: String]] = [
    "Swift": swift, "Kotlin and Java": jvm, "JavaScript and TypeScript": script,
    "Python": python, "Go": go, "C#": cSharp, "Ruby": ruby, "Dart": dart,
    "Objective-C": objectiveC,
  ]

  private static let swift = [
    "Names.swift": #"""
    // "New Cart" in a comment
    /* "New Cart" /* nested "New Cart" */ "New Cart" */
    extension Feature.Name {
      static let newCart = Feature.Name(rawValue: "New Cart") //#= 1
      static let gold: Feature.Name = "Gold \"theme\"" //#= 1
      static let size = Self(rawValue: "Gr\u{F6}\u{DF}e")! //#= 1
      static let all = [newCart, Self.gold, other] //#= 2
    }
    enum Flag: String, CaseIterable {
      case cart = "New Cart" //#= 1
      case other = "Other"
      var isCart: Bool { self == .cart } //#= 1
    var name: String { "Layout" } //#= 1
    }
    let global = "Layout" //#= 1
    let long = "The New Cart is a New Cart"
    let lines = """
      New Cart
      "New Cart"
      """
    let raw = #"New Cart"# //#= 1
    let notRaw = #"Gold \"theme\""#
    let inner = "state: \(isOn("New Cart")) and \("x" + "Layout")" //#= 2
    let joined = "New Cart" + "s" //#= 1
    print(joined, raw, Flag.other.name) //#= 1
    use(isOn ? .newCart : .gold, names?.newCart, Name?.newCart) //#= 3
    struct Key { let key = "Layout"; static var size: Flag { return Flag(rawValue: "Größe") } } //#= 2
    print(Key.size, Key().key) //#= 1
    """#,
    "More.swift": #"""
    enum Names: String { case layout = "Layout"; case size = "Größe", cart = "New Cart" } //#= 3
    extension Feature.Name { static var new: Self { .init(rawValue: "new_cart") } } //#= 1
    struct Flags { @Flag(key: "New Cart") var newCart: Bool } //#= 1
    func g(name: Names = .layout, key: String = "Layout") -> Names { //#= 2
      switch name { case .size, .cart: return .cart; default: return .new } //#= 4
    }
    let map = [Names.layout: true, .size: false]; let first: Names = .cart //#= 3
    if map[.size] == true, key == "Layout" { } //#= 2
    """#,
    "Use.swift": #"""
    import Names
    struct Shop {
      let newCart: Bool
      func draw(layout: String) {
        if Feature.isEnabled(.newCart) { show() } //#= 1
        guard Feature.named(.gold)?.isEnabled() == true else { return } //#= 1
        let views = view
          .newCart
        use(Feature.Name.newCart, Flag.cart.rawValue, newCart: 1) //#= 2
        let name = "Layout" //#= 1
        print(name, other.name, global) //#= 2
        print(self.newCart, newCart, view.gold)
      }
      func other(name: String) { print(name, Other.newCart) }
      func more() { let isOn = Feature.isEnabled("New Cart"); print(isOn) } //#= 1
    }
    """#,
  ]

  private static let jvm = [
    "Names.kt": #"""
    object Flags {
      const val NEW_CART = "New Cart" //#= 1
      val gold: FlagKey = FlagKey("Gold \"theme\"") //#= 1
    }
    enum class Flag(val key: String) {
      CART("New Cart"), //#= 1
      LAYOUT("Layout"); //#= 1
      fun isCart() = this == CART //#= 1
    }
    class Screen {
      companion object { private const val KEY = "new_cart" } //#= 1
      fun a() = flags.isOn(KEY) //#= 1
    }
    const val TOP = "new_cart" //#= 1
    val text = "prefix New Cart ${if (isOn("New Cart")) "Layout" else ""} $TOP" //#= 3
    val raw = """New Cart "New Cart" """
    /* "New Cart" */
    """#,
    "Sealed.kt": #"""
    sealed class Sealed(val key: String) {
      object Cart : Sealed("New Cart") //#= 1
      data object Size : Sealed(key = "Größe") { } //#= 1
    }
    enum class Labelled(val key: String, val on: Boolean) { CART(on = true, key = "New Cart"), LAYOUT(key = "Layout") } //#= 2
    fun f(key: String = "Layout") { f(Sealed.Cart.key); f(key); f(Labelled.LAYOUT.key) } //#= 3
    """#,
    "Use.kt": #"""
    import app.Flags.NEW_CART
    fun main() {
      if (client.isEnabled(Flags.NEW_CART)) { } //#= 1
      when (flag) { Flag.LAYOUT -> draw() } //#= 1
      println(TOP + NEW_CART + Screen.KEY + Other.NEW_CART) //#= 3
      val key = "Layout" //#= 1
      run(key = key) //#= 1
      println("it's $other", 'N', KEY)
    }
    """#,
    "Names.java": #"""
    public final class Names {
      // "New Cart"
      public static final String NEW_CART = "New Cart"; //#= 1
      public static final String BLOCK = """
        "New Cart"
        """;
      private String title = "Layout"; //#= 1
      boolean isOn() { return flags.isOn(NEW_CART); } //#= 1
      void title() { print(title); } //#= 1
    }
    enum Key {
      CART("New Cart"), LAYOUT("Layout"); //#= 2
      private final String name;
      Key(String name) { this.name = name; }
    }
    """#,
    "Members.java": #"""
    import static app.Names.*;
    class Members { boolean b = f(NEW_CART); } //#= 1
    """#,
    "Use.java": #"""
    import static app.Names.*;
    class Use {
      void run() {
        if (client.boolVariation(Names.NEW_CART, user, false)) { } //#= 1
        switch (key) { case CART: break; case OTHER: break; } //#= 1
        char quote = '"'; String x = "New Cart"; //#= 1
        f(x, "Not New Cart", Key.LAYOUT.name); //#= 2
      g(NamesKt.TOP); //#= 1
      }
      int x = 1;
    }
    """#,
  ]

  private static let script = [
    "flags.ts": #"""
    export const NEW_CART = 'New Cart'; //#= 1
    export const Flags = {
      gold: 'Gold "theme"', //#= 1
      'layout': "Layout", //#= 1
      nested: { cart: "New Cart" }, //#= 1
    } as const;
    export const Frozen = Object.freeze({ cart: `New Cart` }); //#= 1
    export enum Flag { NewCart = "new_cart", Other = "other" } //#= 1
    const pattern = /"New Cart"/; const half = a / 2; // "New Cart"
    const template = `is ${isOn("New Cart") ? `"Layout"` : 'Layout'}`; //#= 2
    const text = `
      "New Cart"`;
    class Names { static readonly CART: string = "New Cart"; x = "New Cart" } //#= 2
    """#,
    "use.tsx": #"""
    import { NEW_CART, Flags } from './flags';
    import * as all from './flags';
    const { Frozen } = require('./flags');
    export function App() {
      const isOn = useFlag(NEW_CART); //#= 1
      const on = client.getBooleanValue(Flags.gold, false) || isOn; //#= 1
      const key = "Layout"; //#= 1
      log(key, all.NEW_CART, Frozen.cart, Names.CART, nested.cart); //#= 5
      return <p title="New Cart">Don't use "New Cart {key}</p>; //#= 2
    }
    const other = { key: 1, NEW_CART: 2 };
    other.key; other.NEW_CART;
    """#,
    "objects.js": #"""
    export const features = { cart: { key: "New Cart", on: true } }; //#= 1
    export default { size: "Größe" }; //#= 1
    export type Flag = "Layout" | "Other"; //#= 1
    f(features.cart, features.cart.key, { key: 1 }); //#= 1
    """#,
    "destructured.js": #"""
    import { NEW_CART as cart, Flags } from "./flags"; //#= 1
    const { gold, x } = Flags; //#= 1
    const f = x => "Layout"; //#= 1
    x(f, cart);
    const typed: Record<string, string> = { size: "Größe" }; //#= 1
    log(typed.size); //#= 1
    module.exports = { size: "Größe" }; //#= 1
    text = <b>It's {isOn("New Cart")}</b>; //#= 1
    """#,
    "unrelated.js": "const NEW_CART = 1; print(NEW_CART, gold, x.gold, cart)\n",
  ]

  private static let python = [
    "flags.py": #"""
    """The module of "New Cart"."""
    NEW_CART = "New Cart" #= 1
    GOLD: Final = 'Gold "theme"' #= 1
    RAW = r"Gold \"theme\""
    class Flag(str, Enum):
        """New Cart"""
        CART = "new_cart" #= 1
        SIZE = u"Gr\u00f6\u00dfe" #= 1
        def is_cart(self):
            return self is Flag.CART #= 1
    def run(name="Layout"): #= 1
        key = "Layout" #= 1
        print(key, f"{key} {is_on('New Cart')} {{key}} Layout") #= 3
    # "New Cart"
    print(NEW_CART, key, "New" "Cart") #= 1
    text = '''
    "New Cart"
    '''
    """#,
    "more.py": #"""
    class More:
      CART = Flag(name="New Cart", on=False) #= 1
      SIZE: Final[str] = "Größe" #= 1
    FLAGS = dict(cart="New Cart", on=More.SIZE) #= 2
    run(
      key="Layout", #= 1
      new=[
        "New Cart" #= 1
      ]
    )
    key
    @needs("Layout") #= 1
    def run(flag="Layout", *, size = More.CART): #= 2
      return flag == 'Layout' or {"Layout": run} #= 2
    """#,
    "use.py": #"""
    from app.flags import NEW_CART as CART_NAME, GOLD, Flag #= 1
    from app.flags import NEW_CART
    import app.flags as f
    import flags
    if client.get_boolean_value(NEW_CART, False): #= 1
        print(f.NEW_CART, flags.GOLD, Flag.SIZE.value, self.GOLD) #= 3
    run(key=NEW_CART, GOLD=1) #= 1
    """#,
  ]

  private static let go = [
    "flags/flags.go": #"""
    package flags
    const NewCart = "New Cart" //#= 1
    const (
      // "Layout"
      Layout FlagKey = "Layout" //#= 1
      Gold = `Gold "theme"` //#= 1
    )
    var size = FlagKey("Größe") //#= 1
    func local() { key := "new_cart"; use(key, NewCart, '"', "a New Cart") } //#= 3
    """#,
    "flags/other.go": #"""
    package flags
    func other() { use(NewCart, Layout, Other) } //#= 2
    """#,
    "main.go": #"""
    package main
    import (
      "example.test/flags"
      f "example.test/shop/flags"
    )
    func main() {
      if ok, _ := client.BooleanValue(ctx, flags.NewCart, false); ok { } //#= 1
      print(f.Layout, other.Gold, x.Layout(), Gold) //#= 1
      print("New Cart", "New\x20Cart", key) //#= 2
    }
    """#,
  ]

  private static let cSharp = [
    "Names.cs": #"""
    namespace Shop {
      public static class Names {
        public const string NewCart = "New Cart"; //#= 1
      public static string Size => "Größe"; //#= 1
        public static readonly FlagKey Gold = new FlagKey(@"Gold ""theme"""); //#= 1
        // "New Cart"
        string Title = "Layout"; //#= 1
        static string Text = $"{IsOn("New Cart")} {{New Cart}} {NewCart}"; //#= 2
        string Raw = """New Cart" in "New Cart""";
      }
    }
    """#,
    "Use.cs": #"""
    using Shop;
    class Use {
      async Task Run() {
        if (await client.GetBooleanValueAsync(Names.NewCart, false)) { } //#= 1
        var key = "new_cart"; Print(key, Names.Gold, Other.Gold, Gold, '"'); //#= 3
      Print(Names.Size, x => "Layout"); //#= 2
        Print(NewCart: 1, x.NewCart);
      }
    }
    """#,
  ]

  private static let ruby = [
    "names.rb": #"""
    =begin
    "New Cart"
    =end
    module Names
      NEW_CART = "New Cart".freeze #= 1
      GOLD = 'Gold "theme"' #= 1
      title = "Layout" #= 1
      def self.cart?
        Flags.enabled?(NEW_CART) #= 1
      end
    end
    LAYOUT = "Layout" #= 1
    text = <<~TEXT
      "New Cart"
    TEXT
    puts "is #{on?("New Cart")} New Cart", text #= 1
    # "New Cart"
    """#,
    "use.rb": #"""
    require_relative "names"
    if Flipper.enabled?(:new_cart) || Flags.on?(Names::NEW_CART) #= 2
      show Names::GOLD, LAYOUT, Other::GOLD, title, a ? b :new_cart #= 3
      options = { new_cart: 1, "new_cart" => 2, :"New Cart" => 3 } #= 2
    end
    """#,
  ]

  private static let dart = [
    "names.dart": #"""
    class Names {
      static const newCart = 'New Cart'; //#= 1
      static const String gold = r'Gold "theme"'; //#= 1
      static final size = FlagKey("Gr\u00F6\u{DF}e"); //#= 1
      bool isOn() => flags.isOn(newCart); //#= 1
    }
    enum Flag {
      cart('New Cart'), layout('Layout'); //#= 2
      const Flag(this.key);
    }
    const top = "new_cart"; //#= 1
    final text = 'is ${isOn("New Cart")} $top New Cart'; // "New Cart" //#= 2
    final lines = """
      "New Cart" """;
    """#,
    "use.dart": #"""
    import 'names.dart';
    void main() {
      if (flags.isOn(Names.newCart)) show(Flag.layout, top); //#= 3
      final key = 'Layout'; print(key); //#= 2
      print(x.newCart); f(newCart: 1); print('The New Cart');
    }
    """#,
  ]

  private static let objectiveC = [
    "Names.h": #"""
    #define NEW_CART @"New Cart" //#= 1
    extern NSString *const Layout;
    """#,
    "Names.m": #"""
    #import "Names.h"
    NSString *const LayoutName = @"Layout"; //#= 1
    // @"New Cart"
    void f(void) {
      if ([flags isOn:NEW_CART]) { [flags isOn:@"New Cart"]; } //#= 2
      NSLog(@"New Cart: %@", LayoutName); //#= 1
    }
    """#,
  ]
}
