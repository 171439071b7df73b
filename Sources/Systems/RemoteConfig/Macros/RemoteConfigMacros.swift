// Re-exported, because expanded code uses the protocols of RemoteConfig, which must be visible in a
// file that uses the macros.
@_exported public import RemoteConfig

/// Turns an enum with raw values of type `String` into a remote value.
///
/// The first case is the default value, unless the enum declares a `default`:
///
/// ```swift
/// @StringRemoteValue
/// enum Paywall: String {
///   case short, long
/// }
/// ```
@attached(extension, conformances: CaseIterable, Equatable, StringInitializableRemoteValue)
public macro StringRemoteValue() =
  #externalMacro(module: "RemoteConfigMacroPlugin", type: "StringRemoteValueMacro")

/// Turns an empty enum into a Boolean remote value with the cases `enabled` and `disabled`.
///
/// The default value is `disabled`, unless the argument is `true` or the enum declares a `default`:
///
/// ```swift
/// @BoolRemoteValue(enabledByDefault: true)
/// enum NewCart {}
/// ```
///
/// - Parameter enabledByDefault: Whether the default value is on; must be the literal `true` or
///   `false`.
@attached(member, names: named(enabled), named(disabled), named(`default`))
@attached(extension, conformances: BoolEnumRemoteValue, CaseIterable, Equatable)
public macro BoolRemoteValue(enabledByDefault: Bool = false) =
  #externalMacro(module: "RemoteConfigMacroPlugin", type: "BoolRemoteValueMacro")

/// Turns a struct with an enum `Variant` of strings into a remote value that can be marked as a
/// baseline.
///
/// The default value is the default of the variant, marked as a baseline:
///
/// ```swift
/// @BaselineStringRemoteValue
/// struct Layout {
///   enum Variant: String {
///     case grid, list
///   }
/// }
/// ```
@attached(memberAttribute)
@attached(member, names: named(baseline), named(variant), named(init))
@attached(extension, conformances: BaselineVariantRemoteValue, CaseIterable)
public macro BaselineStringRemoteValue() =
  #externalMacro(module: "RemoteConfigMacroPlugin", type: "BaselineStringRemoteValueMacro")

/// Turns an empty struct into a Boolean remote value that can be marked as a baseline.
///
/// The default value is off, marked as a baseline, unless the argument is `true` or the struct
/// declares a `default`:
///
/// ```swift
/// @BaselineBoolRemoteValue(enabledByDefault: true)
/// struct Search {}
/// ```
///
/// - Parameter enabledByDefault: Whether the default value is on; must be the literal `true` or
///   `false`.
@attached(member, names: named(baseline), named(isEnabled), named(init), named(`default`))
@attached(extension, conformances: BaselineFlagRemoteValue, CaseIterable)
public macro BaselineBoolRemoteValue(enabledByDefault: Bool = false) =
  #externalMacro(module: "RemoteConfigMacroPlugin", type: "BaselineBoolRemoteValueMacro")

/// Turns each nested enum and struct of a type into a remote value.
///
/// An enum with the raw type `String` becomes a string value, any other enum a Boolean value. A
/// struct that contains an enum becomes a baseline string value, any other struct a baseline
/// Boolean value. Types with one of the four macros, and types that are nested deeper, are not
/// changed:
///
/// ```swift
/// @RemoteValuesNamespace
/// enum Remote {
///   enum Paywall: String { case short, long }
///   enum NewCart {}
/// }
/// ```
@attached(memberAttribute)
public macro RemoteValuesNamespace() =
  #externalMacro(module: "RemoteConfigMacroPlugin", type: "RemoteValuesNamespaceMacro")
