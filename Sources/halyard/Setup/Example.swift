/// The built-in configuration, for a program without a source: the features of a small shop.
enum Example {
  static let text = """
    {
      // Each feature has a name. Everything else has a default.
      "features": [
        {
          "name": "New Cart",
          "description": "The cart that stays open beside the shelves",
          "section": "Checkout",
          "enabled": true
        },
        {
          "name": "Express Pay",
          "description": "Pay with one touch, for users with a saved card",
          "section": "Checkout",
          "enabled": false
        },
        {
          "name": "CTA colour",
          "description": "The colour of the button that ends a purchase",
          "section": "Checkout",
          "test-variations": ["Group A", "Group B"],
          "test-biases": [50, 50],
          "labels": ["cta-green", "cta-orange"]
        },
        {
          "name": "Shipping estimate",
          "description": "Show the day of delivery before the address is known",
          "section": "Checkout",
          "test-variations": ["Enabled", "Disabled"],
          "test-biases": [20, 80],
          "labels": ["estimate-on", "estimate-control"]
        },
        {
          "name": "Layout",
          "description": "How the shelves are arranged",
          "section": "Browse",
          "test-variations": ["Grid", "List", "Magazine", "Carousel"],
          "test-biases": [40, 30, 20, 10],
          "labels": ["layout-grid", "layout-list", "layout-magazine", "layout-carousel"]
        },
        {
          "name": "Search ranking",
          "description": "Which results come first",
          "section": "Browse",
          "test-variations": ["Relevance", "Popularity", "Margin"]
        },
        {
          "name": "Recently viewed",
          "section": "Browse",
          "enabled": true
        },
        {
          "name": "商品レビュー",
          "description": "Reviews on the page of a product, first for Japan",
          "section": "Browse",
          "enabled": true
        },
        {
          "name": "Gold theme",
          "description": "The look that members of the club unlock",
          "section": "Membership",
          "enabled": true,
          "unlocked": false
        },
        {
          "name": "Early access to the seasonal sale",
          "description": "Opens the sale a day early once a user has earned it",
          "section": "Membership",
          "enabled": true,
          "unlocked": true
        },
        {
          "name": "Welcome message",
          "description": "The first words after signing up",
          "section": "Membership",
          "enabled": false,
          "test-variations": ["Warm", "Brief"]
        },
        {
          "name": "Debug menu",
          "description": "Shake to open; never in a release",
          "enabled": true,
          "development": true
        },
        {
          "name": "Offline mode",
          "description": "Browse what was seen before without a connection",
          "enabled": false,
          "development": true
        },
        {
          "name": "Old checkout",
          "description": "Gone since the spring; remove it with the next release",
          "type": "deprecated",
          "enabled": false
        }
      ]
    }
    """
}
