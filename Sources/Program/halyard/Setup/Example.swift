import Dashboard
import FeatureFlags

/// The built-in example, for a program without a source: the features of a small shop, of every type.
///
/// It has a mistake to find, a flag of a service with rules, and two users to compare.
enum Example {
  static let source = InMemorySource(name: "built-in example", text: text)
  /// The datafile of the service that evaluates the features which the configuration does not have.
  static let service = InMemorySource(name: "service of the built-in example", text: datafile)

  static let personas = [
    Persona(name: "Ana, new", user: EvaluationContext(targetingKey: "ana")),
    Persona(
      name: "Ben, member of the club",
      user: EvaluationContext(targetingKey: "ben", attributes: ["plan": "gold"])
    ),
  ]

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
          "descripton": "The shelf with what was viewed last",
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
  private static let datafile = """
    {
      "version": "4",
      "projectId": "shop",
      "accountId": "shop",
      "revision": "1",
      "anonymizeIP": true,
      "botFiltering": false,
      "sendFlagDecisions": false,
      "attributes": [{ "id": "plan", "key": "plan" }],
      "audiences": [],
      "typedAudiences": [
        {
          "id": "members",
          "name": "Members of the club",
          "conditions": [
            "and",
            { "type": "custom_attribute", "name": "plan", "match": "exact", "value": "gold" }
          ]
        }
      ],
      "groups": [],
      "events": [],
      "experiments": [],
      "featureFlags": [
        {
          "id": "free_delivery",
          "key": "free_delivery",
          "rolloutId": "delivery",
          "experimentIds": [],
          "variables": [{ "id": "days", "key": "days", "type": "integer", "defaultValue": "3" }]
        }
      ],
      "rollouts": [
        {
          "id": "delivery",
          "experiments": [
            {
              "id": "members",
              "key": "members",
              "status": "Running",
              "layerId": "delivery",
              "audienceIds": ["members"],
              "forcedVariations": {},
              "variations": [
                {
                  "id": "free",
                  "key": "free",
                  "featureEnabled": true,
                  "variables": [{ "id": "days", "value": "1" }]
                }
              ],
              "trafficAllocation": [{ "entityId": "free", "endOfRange": 10000 }]
            },
            {
              "id": "rest",
              "key": "20 % of all",
              "status": "Running",
              "layerId": "delivery",
              "audienceIds": [],
              "forcedVariations": {},
              "variations": [
                {
                  "id": "free",
                  "key": "free",
                  "featureEnabled": true,
                  "variables": [{ "id": "days", "value": "1" }]
                }
              ],
              "trafficAllocation": [{ "entityId": "free", "endOfRange": 2000 }]
            }
          ]
        }
      ]
    }
    """
}

extension Example {
  /// The tour of the built-in example: see, flip and undo; why a user gets a feature; problems and apps.
  ///
  /// Each line fits a screen of 80 columns.
  static let tour: [Tour.Step] = [
    Tour.Step(
      "Green is on, dimmed is off, white a variation. Type {search}new, then enter.",
      until: .selects("New Cart")
    ),
    Tour.Step(
      "{act} switches the cart off, for you alone: the source is not changed.",
      until: .overrides("New Cart")
    ),
    Tour.Step(
      "◆ marks your override. {undo} undoes the last change, also after a restart.",
      until: .performs(.change(.undo))
    ),
    Tour.Step(
      "A flag of a service has rules: type {search}free, then enter.",
      until: .selects("free_delivery")
    ),
    Tour.Step(
      "The details ({details}) say why. {user}, ↑ and enter evaluate for Ben, a member.",
      until: .evaluates(userKey: "ben")
    ),
    Tour.Step(
      "A rule gives Ben free delivery. {problems} lists mistakes of the source.",
      until: .performs(.find(.problems))
    ),
    Tour.Step(
      "A typo, with its line; the feature works. {clients} lists the connected apps.",
      until: .performs(.find(.clients))
    ),
    Tour.Step("Clients of halyard --serve are here. {help} lists all keys. {back} ends this."),
  ]
}
