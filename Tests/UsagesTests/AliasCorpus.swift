/// Files in which `#= newCart = …` at the end of a line lists, for each usage in the line, the alias or the
/// pattern by which it is found, or `=` for the exact name; other lines have no usage.
enum AliasCorpus {
  /// The names of the features that the files use.
  static let names = ["new-cart", "Express Pay", "showURL", "gift_wrap", "cart"]
  static let patterns = ["useFlag(FLAG)", "flags().FLAG", "v-flag=\"FLAG\""]

  /// The file of each language by its path.
  static let files = [
    "Use.swift": swift, "Use.kt": kotlin, "Use.java": java, "use.tsx": script, "use.py": python,
    "use.go": go, "Use.cs": cSharp, "use.rb": ruby, "Use.vue": vue, "Use.svelte": svelte,
    "use.html": html,
  ]

  private static let swift = #"""
    // newCart in a comment, and "newCart"
    enum Flag: String { case newCart, expressPay = "express-pay" }
    struct Shop {
      let newCart: Bool
      var expressPay: Bool { flags.expressPay } //#= expressPay
      init(newCart: Bool) {
        self.newCart = newCart //#= newCart
      }
      func draw() {
        if flags.newCart { show(newCartView) } //#= newCart
        if isOn(.newCart), isOn("new_cart") {} //#= newCart new_cart
        let text = "the newCart is \(flags.newCart)" //#= newCart
        print(Flag.NEW_CART, NewCart.self, newCartEnabled, isNewCart) //#= NEW_CART NewCart
        show(flags.showURL, flags.showUrl, SHOW_URL) //#= = showUrl SHOW_URL
        newCart = true
        draw(newCart: false, cart: cart, "cart items", x.cart)
        print(flags.gift_wrap, giftWrap) //#= = giftWrap
        if useFlag(.cart), useFlag("cart"), useFlag(Flags.CART, true) {} //#= useFlag(FLAG) = useFlag(FLAG)
        if flags().cart, flags.cart, flags().newCart {} //#= flags().FLAG flags().FLAG
        if useFlag(cart.items), useFlag(1, cart) {}
      }
    }
    """#

  private static let kotlin = #"""
    package shop.newCart
    import shop.Flags.NEW_CART
    enum class Flag { NEW_CART, EXPRESS_PAY; }
    /* newCart /* newCart */ newCart */
    class Screen(val newCart: Boolean) {
      fun newCart() = flags.isOn(Flags.NEW_CART) //#= NEW_CART
      val text = "on: $newCart, newCart: ${flags.expressPay}" //#= newCart expressPay
      fun expressPay(newCart: Boolean = true) { draw(newCart = flags.newCart) } //#= newCart
      fun draw() {
        when (flag) { Flag.NEW_CART -> draw(NewCart()) } //#= NEW_CART NewCart
        if (useFlag(Flags.CART) && cart) {} //#= useFlag(FLAG)
      }
    }
    """#

  private static let java = #"""
    package shop.newCart;
    import shop.NewCart;
    enum Flag { NEW_CART, EXPRESS_PAY("x"); }
    class Use {
      private final boolean newCart = flags.isEnabled(Flag.NEW_CART); //#= NEW_CART
      boolean newCart() { return this.newCart; } //#= newCart
      void run(boolean newCart) { this.newCart = newCart; } //#= newCart
      void more() {
        if (flags.getNewCart() || newCart()) {} //#= newCart
        switch (f) { case NEW_CART: break; } //#= NEW_CART
        String s = "newCart and more"; char c = 'n'; use(s, cart);
        if (useFlag("CART") || useFlag("Cart", user)) {} //#= useFlag(FLAG) useFlag(FLAG)
      }
    }
    """#

  private static let script = #"""
    import { newCart } from './newCart';
    interface Flags { newCart: boolean; expressPay?: boolean }
    interface More {
      newCart: boolean
      expressPay(): boolean
    }
    const { newCart, expressPay: isOn, giftWrap = false } = useFlags(); //#= newCart expressPay giftWrap
    if (flags.newCart || flags['newCart'] || flags?.expressPay) {} //#= newCart newCart expressPay
    const expressPay = flags.NEW_CART; //#= NEW_CART
    setFlags({ newCart: true, cart });
    const text = `${newCart} newCart`; // newCart //#= newCart
    class Shop { newCart() { return this.expressPay; } get expressPay() { return 1; } } //#= expressPay
    const view = <Cart newCart={flags.newCart} cart={cart} />; //#= newCart
    if (flags().cart && useFlag('cart')) {} //#= flags().FLAG =
    """#

  private static let python = #"""
    from flags import NEW_CART
    from flags import NEW_CART as CART #= NEW_CART
    class Flags:
        new_cart: bool = True
        NEW_CART = 1
        def new_cart(self):
            """new_cart"""
            return self.new_cart and flags["new_cart"] #= new_cart new_cart
    def run(new_cart=False):
        run(new_cart=flags.new_cart) #= new_cart
        print(f"{new_cart} new_cart") # new_cart #= new_cart
        if useFlag(CART) or cart: #= useFlag(FLAG)
            return Flags.EXPRESS_PAY #= EXPRESS_PAY
    """#

  private static let go = #"""
    package newCart
    type Flags struct {
      NewCart bool
      ExpressPay, GiftWrap bool
    }
    func (f Flags) NewCart() bool { return f.newCart } //#= newCart
    func run(newCart bool, giftWrap, expressPay bool) {
      newCart, err := client.Bool(NewCart) //#= NewCart
      if newCart && flags.NewCart() { print(err, cart) } //#= newCart NewCart
      if useFlag(flags.Cart) { } //#= useFlag(FLAG)
      text := `
        newCart`
    }
    """#

  private static let cSharp = #"""
    using Shop.NewCart;
    namespace Shop.NewCart;
    enum Flag { NewCart, ExpressPay = 2 }
    class Use {
      public bool NewCart { get; set; }
      public bool ExpressPay => flags.IsOn(1) && NewCart; //#= NewCart
      void Run(bool newCart) {
        if (flags.NewCart is true) { Run(newCart: flags.ExpressPay); } //#= NewCart ExpressPay
        var text = $"{flags.NewCart} NewCart {{newCart}}"; // NewCart //#= NewCart
        if (useFlag(Flag.Cart) || Cart) {} //#= useFlag(FLAG)
      }
    }
    """#

  private static let ruby = #"""
    def new_cart?
      flags.new_cart? && @new_cart && Flags::NEW_CART #= new_cart new_cart NEW_CART
    end
    new_cart = Flags.on?(:new_cart) # new_cart #= new_cart
    run(new_cart: new_cart, text: "new_cart #{Flags.express_pay}") #= new_cart express_pay
    if useFlag(:cart) || useFlag(CART) || cart #= = useFlag(FLAG)
    end
    """#

  private static let vue = #"""
    <template>
      <!-- newCart
           "new-cart" -->
      <Cart v-if="flags.newCart && isOn('Express Pay')" :newCart="newCart" title="It's" /> <!-- #= newCart = newCart -->
      <p class="btn">Don't {{ newCart ? "a" : 'b' }} it's https://x.test/a {{ NEW_CART }}</p> <!-- #= newCart NEW_CART -->
      <p v-flag="Cart" :class="{ newCart: expressPay }">cart</p> <!-- #= v-flag="FLAG" expressPay -->
    </template>
    <script setup lang="ts">
    // newCart
    const { newCart } = useFlags(); //#= newCart
    const text = 'newCart here';
    const Flags = { pay: 'Express Pay' }; //#= =
    if (a < b && Flags.pay && useFlag(cart)) {} //#= = useFlag(FLAG)
    </script>
    <style scoped>
    .a { content: "newCart"; }
    </style>
    """#

  private static let svelte = #"""
    <script>
      import { newCart } from './flags';
      $: isOn = $newCart && !/newCart/.test(a); //#= newCart
    </script>
    {#if $newCart}<p on:click={() => go(flags.newCart)} class={giftWrap}>It's</p>{/if} <!-- #= newCart newCart giftWrap -->
    {:else if flags().cart}{@html newCart}{/if} <!-- #= flags().FLAG newCart -->
    """#

  private static let html = #"""
    <!DOCTYPE html>
    <div data-flag="new-cart" data-other='newCart' title="The newCart's title" id=x> <!-- #= = newCart newCart -->
      @if (newCart) { <b>1 < 2 "x" {{ flags.expressPay }}</b> } <!-- #= newCart expressPay -->
    </div>
    <SCRIPT>if (isOn("new-cart")) { show(); } // newCart</SCRIPT> <!-- #= = -->
    <style>.newCart { }</style> <p>{{newCart}}</p> <!-- #= newCart -->
    """#
}
