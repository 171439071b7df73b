/// The features that the shop asks for, as its configuration has them.
enum Catalogue {
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

  /// What is for sale.
  static let goods = ["Rope, 10 m", "Pulley", "Cleat", "Pennant", "Shackle", "Signal flags"]
}
