import FeatureFlags
import Frame

extension HeaderParts {
  /// The persona or the key of the user, and the attributes.
  var user: [HeaderPart] {
    let content = state.content
    let isKnown = content.userFields != nil
    guard has(.user), let key = content.userFields?.key ?? state.context.user else { return [] }
    // Without a choice the user is empty, and so equal to a persona without a key and attributes.
    let isChosen = isKnown && content.user != EvaluationContext()
    let persona = isChosen ? state.context.personas.first { $0.user == content.user } : nil
    let attributes = isKnown ? content.user.attributesText() : ""
    let name = persona?.name ?? key
    let isMissing = name.isEmpty && content.evaluator?.targetingKeyUse == .required
    guard !name.isEmpty || isMissing || !attributes.isEmpty else { return [] }
    let text =
      name.isEmpty ? isMissing ? "no user" : "no key" : "user " + name.shortened(to: 24)
    var spans = [Span(text, style(isMissing ? .warning : .muted))] + userKey
    if !attributes.isEmpty, has(.attributes) {
      let width = has(.attributeText) ? 40 : 16
      spans.append(Span(" · " + attributes.shortened(to: width), style(.muted)))
    }
    return [HeaderPart(spans, target: nil)]
  }

  /// The key that chooses a user, if no feature has a result without one.
  private var userKey: [Span] {
    guard has(.problemKey), state.content.list?.features.lackUser == true,
      let key = state.keymap.label(of: .live(.user))
    else { return [] }
    return [
      Span(": ", style(.warning)), Span(key, style(.key)), Span(" chooses one", style(.muted)),
    ]
  }
}
