package import FeatureFlags

/// The contents of the user dialog: the user for whom a flag service evaluates, as text.
public struct UserFields: Hashable, Sendable {
  /// The user key; may be empty.
  public var key: String
  /// The attributes as a JSON object; empty if there are none.
  public var attributes: String
  /// The contexts of other kinds than `user` in a multi-kind context; empty for a flag system whose
  /// contexts have no kinds.
  public var kinds: [Kind]
  /// The segments, separated by commas; empty if they are unknown.
  public var segments: String
  /// The sticky variations of the user profile as a JSON object; empty if there are none.
  public var profile: String

  /// The context of one kind in a multi-kind context, such as the organisation of a user.
  public struct Kind: Hashable, Sendable {
    /// The name of the kind, such as `org`.
    public let name: String
    /// The key of the context, or a JSON object with its key and attributes; empty if there is no
    /// context of this kind.
    public var text: String

    /// Creates the context of one kind; its text is empty by default.
    public init(_ name: String, text: String = "") {
      (self.name, self.text) = (name, text)
    }
  }

  /// Creates the contents of the dialog; all fields except the user key are empty by default.
  public init(
    key: String,
    attributes: String = "",
    kinds: [Kind] = [],
    segments: String = "",
    profile: String = ""
  ) {
    self.key = key
    self.attributes = attributes
    self.kinds = kinds
    self.segments = segments
    self.profile = profile
  }
}

extension UserFields {
  /// Creates the contents of the dialog from a user.
  package init(_ user: EvaluationContext) {
    let profile = user.profile.mapValues(AttributeValue.string)
    self.init(
      key: user.targetingKey ?? "",
      attributes: Self.text(user.attributes),
      segments: (user.segments ?? []).sorted().joined(separator: ", "),
      profile: Self.text(profile)
    )
  }

  /// Creates the contents of the dialog from a context that can have several kinds.
  ///
  /// - Parameters:
  ///   - context: The evaluation context, whose attribute `kind` names its kind; for the kind `multi`,
  ///     it has one object for each kind.
  ///   - names: The kinds that the source uses, which get a field even if the context does not have
  ///     them.
  package init(_ context: EvaluationContext, kinds names: [String]) {
    var parts = context.parts
    var user = context
    if let parts {
      let members = parts["user"] ?? [:]
      user.targetingKey = members["key"]?.text ?? (parts["user"] == nil ? nil : user.targetingKey)
      user.attributes = members.filter { $0.key != "key" }
    }
    self.init(user)
    parts?["user"] = nil
    kinds = Set(names).union((parts ?? [:]).keys).sorted().map { name in
      Kind(name, text: parts?[name].map(Self.partText) ?? "")
    }
  }

  /// Returns the text of the context of one kind: its key if it has no attributes, or else a JSON
  /// object.
  private static func partText(_ members: [String: AttributeValue]) -> String {
    guard members.count == 1, let key = members["key"]?.text, !key.hasPrefix("{") else {
      return text(members)
    }
    return key
  }

  private static func text(_ members: [String: AttributeValue]) -> String {
    members.isEmpty ? "" : AttributeValue.object(members).description
  }
}

extension EvaluationContext {
  /// The attributes for each kind of the context; `nil` for a user without a kind, and for a malformed
  /// context.
  fileprivate var parts: [String: [String: AttributeValue]]? {
    guard let kind = attributes["kind"]?.text else { return nil }
    var members = attributes
    members["kind"] = nil
    guard kind == "multi" else {
      if members["key"] == nil { members["key"] = targetingKey.map(AttributeValue.string) }
      return [kind: members]
    }
    var parts: [String: [String: AttributeValue]] = [:]
    for (kind, value) in members {
      guard case .object(let members) = value else { return nil }
      parts[kind] = members
    }
    return parts
  }
}
