import RemoteConfig

/// Values of each kind, as an app outside this package writes them without macros.
enum Example {
  enum PaywallType: String, CaseIterable, StringRemoteValue { case a, b, c }

  enum OnboardingType: String, CaseIterable, StringInitializableRemoteValue {
    case x, y, z
    static let `default`: Self = .y
  }

  enum NewCart: CaseIterable, BoolEnumRemoteValue { case enabled, disabled }

  enum OldCart: CaseIterable, BoolEnumRemoteValue {
    case enabled, disabled
    static let `default`: Self = .enabled
  }

  struct Layout: CaseIterable, Equatable, BaselineVariantRemoteValue {
    enum Variant: String, CaseIterable, StringRemoteValue { case grid, list }
    let baseline: Bool
    let variant: Variant
  }

  struct Search: CaseIterable, Equatable, BaselineFlagRemoteValue {
    let baseline: Bool
    let isEnabled: Bool
  }

  enum Key: String, CaseIterable, RemoteKey {
    case paywallType = "paywall_type"
    case newCart = "new_cart"
    case layout
    case search

    var valueType: any RemoteValue.Type {
      switch self {
      case .paywallType: PaywallType.self
      case .newCart: NewCart.self
      case .layout: Layout.self
      case .search: Search.self
      }
    }
  }
}

/// Values with hand-written members, as in the documentation of the original framework.
enum LongExample {
  struct StringBaselineTest: CaseIterable, BaselineStringRemoteValue {
    enum Variant: String, CaseIterable, StringInitializableRemoteValue { case a, b, c }

    let baseline: Bool
    let variant: Variant

    init(baseline: Bool, variant: Variant) {
      self.baseline = baseline
      self.variant = variant
    }

    init?(name: String) {
      guard let variant = Variant(name: name) else { return nil }
      self.init(baseline: false, variant: variant)
    }

    var name: String { variant.name }

    static var allCases: [Self] { Variant.allCases.map { Self(baseline: false, variant: $0) } }

    static let `default` = Self(baseline: true, variant: .b)
  }

  struct BoolBaselineTest: CaseIterable, BaselineBoolRemoteValue {
    let baseline: Bool
    let isEnabled: Bool

    init(baseline: Bool, isEnabled: Bool) {
      self.baseline = baseline
      self.isEnabled = isEnabled
    }

    init?(name: String) {
      guard name == "true" else { return nil }
      self.init(baseline: false, isEnabled: true)
    }

    var name: String { isEnabled ? "Enabled" : "Disabled" }

    static var allCases: [Self] { [Self(baseline: true, isEnabled: true)] }

    static let `default` = Self(baseline: true, isEnabled: true)
  }

  /// A baseline value whose stored properties have custom names.
  struct Sorting: BaselineStringRemoteValue {
    enum Order: String, CaseIterable, StringInitializableRemoteValue { case up, down }

    let baseline: Bool
    let order: Order

    init?(name: String) {
      guard let order = Order(name: name) else { return nil }
      (baseline, self.order) = (false, order)
    }

    private init() { (baseline, order) = (true, .down) }

    var name: String { order.name }

    static let `default` = Self()
  }

  /// A baseline flag whose text is derived from the flag.
  struct Unnamed: BaselineBoolRemoteValue {
    let baseline: Bool
    let isEnabled: Bool

    init?(name: String) {
      (baseline, isEnabled) = (name.hasSuffix("_baseline"), name.hasPrefix("true"))
    }

    private init() { (baseline, isEnabled) = (true, false) }

    static let `default` = Self()
  }

  /// A baseline flag whose state is derived from its text.
  struct Named: BaselineBoolRemoteValue {
    let baseline: Bool
    let name: String

    init?(name: String) { (baseline, self.name) = (name.hasSuffix("_baseline"), name) }

    private init() { (baseline, name) = (true, "false_baseline") }

    static let `default` = Self()
  }
}
