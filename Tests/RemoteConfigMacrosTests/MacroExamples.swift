public import RemoteConfig
import RemoteConfigMacros

/// Values of each kind, as an app outside this package writes them with macros.
enum MacroExample {
  @StringRemoteValue
  enum PaywallType: String {
    case a, b, c
  }

  @StringRemoteValue
  enum OnboardingType: String {
    case x, y, z
    static let `default`: Self = .y
  }

  @BoolRemoteValue
  enum NewCart {}

  @BoolRemoteValue(enabledByDefault: true)
  enum OldCart {}

  @BoolRemoteValue
  enum OwnDefault {
    static let `default`: Self = .enabled
  }

  @BaselineStringRemoteValue
  struct Layout {
    enum Variant: String {
      case grid, list
      static let `default`: Self = .list
    }
  }

  @BaselineBoolRemoteValue
  struct Search {}

  @BaselineBoolRemoteValue(enabledByDefault: true)
  struct Suggestions {}
}

/// The same values in a namespace, without a macro for each value.
enum Remote {
  @RemoteValuesNamespace
  enum Value {
    struct PaywallType {
      enum Variant: String {
        case a, b, c
      }
    }

    struct AFeatureEnabled {}

    @BaselineBoolRemoteValue(enabledByDefault: true)
    struct BFeatureEnabled {}

    enum CFeatureEnabled {}

    enum OnboardingType: String {
      case x, y, z
    }
  }

  enum Key: String, CaseIterable, RemoteKey {
    case paywallType = "paywall_type"
    case aFeatureEnabled = "a_feature_enabled"
    case bFeatureEnabled = "b_feature_enabled"
    case cFeatureEnabled = "c_feature_enabled"
    case onboardingType = "onboarding_type"

    var valueType: any RemoteValue.Type {
      switch self {
      case .paywallType: Value.PaywallType.self
      case .aFeatureEnabled: Value.AFeatureEnabled.self
      case .bFeatureEnabled: Value.BFeatureEnabled.self
      case .cFeatureEnabled: Value.CFeatureEnabled.self
      case .onboardingType: Value.OnboardingType.self
      }
    }
  }
}

/// Public values of each kind, as a library declares them.
public enum PublicExample {
  /// A public string value with a macro.
  @StringRemoteValue
  public enum Paywall: String {
    /// The only text of the value.
    case a
  }

  /// A public Boolean value with a macro.
  @BoolRemoteValue(enabledByDefault: true)
  public enum Cart {}

  /// A public baseline string value with a macro.
  @BaselineStringRemoteValue
  public struct Layout {
    /// A variant of the baseline value.
    public enum Variant: String {
      /// The only variant.
      case grid
    }
  }

  /// A public baseline Boolean value with a macro.
  @BaselineBoolRemoteValue(enabledByDefault: true)
  public struct Search {}
}

/// Uses all members that the macros add to public types in inlinable code, which can use only
/// public members.
@inlinable public func publicMembers() -> [String] {
  [
    PublicExample.Paywall.default.name,
    "\(PublicExample.Cart.enabled.isEnabled) \(PublicExample.Cart.disabled.isEnabled)",
    "\(PublicExample.Cart.default.isEnabled) \(PublicExample.Cart.allCases.count)",
    PublicExample.Layout(baseline: false, variant: .grid).name,
    "\(PublicExample.Layout.default.baseline) \(PublicExample.Layout.default.variant.name)",
    PublicExample.Search(baseline: false, isEnabled: false).name,
    "\(PublicExample.Search.default.baseline) \(PublicExample.Search.default.isEnabled)",
  ]
}
