/// The ids that identify a user to the server.
public struct AscendIdentity: Hashable, Sendable {
  /// The id of the logged-in user; empty for a guest.
  public var userId: String
  /// The id of the guest, which a login or logout does not change; empty after all data of the user has
  /// been cleared.
  public var guestId: String

  /// Creates an identity.
  ///
  /// Without arguments it has no ids, and no request is sent for such an identity.
  public init(userId: String = "", guestId: String = "") {
    self.userId = userId
    self.guestId = guestId
  }

  /// Whether a user is logged in; `false` for a guest.
  public var isAuthenticated: Bool { !userId.isEmpty }
  /// Whether the identity is that of a guest, without a logged-in user.
  public var isGuest: Bool { userId.isEmpty && !guestId.isEmpty }
  /// Whether the identity has at least one id; requests are only sent for known identities.
  public var isKnown: Bool { !userId.isEmpty || !guestId.isEmpty }
}
