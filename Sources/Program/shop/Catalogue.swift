/// The built-in configuration and the products of the example shop.
enum Catalogue {
  /// The built-in configuration, with the features that the shop reads.
  static let text = """
    [
      { "name": "New Cart", "section": "Checkout", "enabled": true },
      { "name": "Express Pay", "section": "Checkout", "enabled": false },
      { "name": "CTA colour", "section": "Checkout",
        "test-variations": ["Group A", "Group B"], "test-biases": [50, 50] },
      { "name": "Layout", "section": "Browse",
        "test-variations": ["Grid", "List", "Magazine", "Carousel"],
        "test-biases": [40, 30, 20, 10] },
      { "name": "Recently viewed", "section": "Browse", "enabled": true },
      { "name": "Gold theme", "section": "Membership", "enabled": true, "unlocked": false }
    ]
    """

  /// The names of the products for sale.
  static let goods = ["Rope, 10 m", "Pulley", "Cleat", "Pennant", "Shackle", "Signal flags"]
}
