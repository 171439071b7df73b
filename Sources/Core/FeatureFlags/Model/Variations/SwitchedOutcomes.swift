/// The outcomes of a feature of a flag service when an override forces its state alone, as the SDK of the
/// service returns them.
///
/// Each flag service decides both outcomes once, in the definitions of its features. The evaluation, the
/// commands, the server and the documents for SDKs all use them.
public struct SwitchedOutcomes: Hashable, Sendable {
  /// The outcomes on the heap, which all features of a service can share.
  private var box = Boxed<Outcomes>()

  private struct Outcomes: Hashable, Sendable {
    var on: ServiceVariation?
    var off: ServiceVariation?
  }

  /// The outcome of the feature when it is forced on and no rule has an outcome for the user; `nil` for none.
  public var on: ServiceVariation? { box.value?.on }
  /// The outcome of the feature when it is forced off; `nil` for none, so that an app uses its own default.
  public var off: ServiceVariation? { box.value?.off }

  /// Creates the outcomes; by default there are none.
  public init(on: ServiceVariation? = nil, off: ServiceVariation? = nil) {
    if on != nil || off != nil { box.value = Outcomes(on: on, off: off) }
  }
}
