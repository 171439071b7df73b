// What the macros write is of no use, and does not compile, where the protocols are not in sight.
@_exported public import RemoteConfig

/// Makes an enum of texts a remote value.
///
/// The first case is the default, unless the enum declares one:
///
///     @StringRemoteValue
///     enum Paywall: String {
///       case short, long
///     }
@attached(extension, conformances: CaseIterable, Equatable, StringInitializableRemoteValue)
public macro StringRemoteValue() =
  #externalMacro(module: "RemoteConfigMacroPlugin", type: "StringRemoteValueMacro")

/// Makes an empty enum a remote value with the cases `enabled` and `disabled`.
///
/// Off is the default, unless the argument says otherwise or the enum declares one:
///
///     @BoolRemoteValue(enabledByDefault: true)
///     enum NewCart {}
///
/// - Parameter enabledByDefault: Whether on is the default; `true` or `false` as a word.
@attached(member, names: named(enabled), named(disabled), named(`default`))
@attached(extension, conformances: BoolEnumRemoteValue, CaseIterable, Equatable)
public macro BoolRemoteValue(enabledByDefault: Bool = false) =
  #externalMacro(module: "RemoteConfigMacroPlugin", type: "BoolRemoteValueMacro")

/// Makes a struct with an enum of texts named `Variant` a remote value that may be a baseline.
///
/// The default is the baseline of the variant's own:
///
///     @BaselineStringRemoteValue
///     struct Layout {
///       enum Variant: String {
///         case grid, list
///       }
///     }
@attached(memberAttribute)
@attached(member, names: named(baseline), named(variant), named(init))
@attached(extension, conformances: BaselineVariantRemoteValue, CaseIterable)
public macro BaselineStringRemoteValue() =
  #externalMacro(module: "RemoteConfigMacroPlugin", type: "BaselineStringRemoteValueMacro")

/// Makes an empty struct a remote value that is on or off and may be a baseline.
///
/// The default is the baseline of off, unless the argument says otherwise or the struct declares
/// one:
///
///     @BaselineBoolRemoteValue(enabledByDefault: true)
///     struct Search {}
///
/// - Parameter enabledByDefault: Whether on is the default; `true` or `false` as a word.
@attached(member, names: named(baseline), named(isEnabled), named(init), named(`default`))
@attached(extension, conformances: BaselineFlagRemoteValue, CaseIterable)
public macro BaselineBoolRemoteValue(enabledByDefault: Bool = false) =
  #externalMacro(module: "RemoteConfigMacroPlugin", type: "BaselineBoolRemoteValueMacro")

/// Makes each enum and struct in a type the remote value that it looks like.
///
/// An enum of texts is a string value, any other enum a bool value; a struct with an enum in it is
/// a baseline string value, any other struct a baseline bool value. A type that has one of the
/// four macros already is left alone, and so is everything deeper inside:
///
///     @RemoteValuesNamespace
///     enum Remote {
///       enum Paywall: String { case short, long }
///       enum NewCart {}
///     }
@attached(memberAttribute)
public macro RemoteValuesNamespace() =
  #externalMacro(module: "RemoteConfigMacroPlugin", type: "RemoteValuesNamespaceMacro")
