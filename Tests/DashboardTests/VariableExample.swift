import Dashboard
import FeatureFlags
import Foundation

/// Features with variables, as flag services return them.
enum VariableExample {
  private static let long = String(repeating: "A long text of many words. ", count: 3)

  static let checkout = Feature(
    service: "Checkout",
    description: "From cart to receipt",
    section: "Shop",
    variations: [
      ServiceVariation("Short"),
      ServiceVariation(
        "Long",
        variables: [
          Variable(name: "steps", value: .integer(3)),
          Variable(name: "title", value: .string("Go")),
          Variable(name: "note", value: .string("")),
        ]
      ),
    ],
    given: "Long",
    variables: [
      Variable(name: "fast", value: .boolean(false)),
      Variable(name: "steps", value: .integer(1)),
      Variable(name: "rate", value: .double(0.5)),
      Variable(name: "title", value: .string("Pay")),
      Variable(name: "layout", value: .json(#"{"columns":2}"#)),
      Variable(name: "terms", value: .string(long)),
    ]
  )

  static let features = [
    checkout, Feature(name: "Plain", enabled: true),
    Feature(name: "Gone", type: .deprecated),
  ]

  /// A dashboard that is connected to a store, as in the program.
  struct Session {
    let store = FlagStore(now: { Date(timeIntervalSince1970: 1_795_255_331) })
    var state: DashboardState

    init(
      columns: Int,
      rows: Int,
      context: DashboardContext = Shop.context,
      features: [Feature] = VariableExample.features,
      keys: String = ""
    ) throws {
      try store.load(Configuration(features: features))
      state = Shop.dashboard(
        columns: columns,
        rows: rows,
        context: context,
        snapshot: LoadedSource(features: store.features, origin: .file)
      )
      try press(keys)
    }

    mutating func press(_ keys: String) throws {
      for effect in state.press(keys) {
        guard case .overrides(let change) = effect,
          case .set(_, let names, _, _, _, _) = change
        else { continue }
        try store.applyAndWait(change)
        _ = state.update(.changed(names.compactMap(store.feature(named:))), now: .zero)
      }
    }

    /// Replaces the text of the field by typing.
    mutating func retype(_ text: String) {
      _ = state.press("end ctrl-u")
      state.typeKeys(text)
    }

    var overridden: [String: VariableValue] { overridden("Checkout") }

    func overridden(_ name: Feature.Name) -> [String: VariableValue] {
      store.feature(named: name)?.override?.variables ?? [:]
    }
  }
}
