/// By what the server knows a user.
public struct AscendIdentity: Hashable, Sendable {
  /// The user; empty for a guest.
  public var userId: String
  /// The guest, which stays the same while users log in; empty after everything was cleared.
  public var guestId: String

  /// Makes an identity.
  public init(userId: String = "", guestId: String = "") {
    self.userId = userId
    self.guestId = guestId
  }

  /// Whether a user is logged in.
  public var isAuthenticated: Bool { !userId.isEmpty }
  /// Whether there is a guest, and no user.
  public var isGuest: Bool { userId.isEmpty && !guestId.isEmpty }
  /// Whether the server can tell who is asking.
  public var isKnown: Bool { !userId.isEmpty || !guestId.isEmpty }
}
