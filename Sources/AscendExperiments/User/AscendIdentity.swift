/// The ids by which a server knows a user.
public struct AscendIdentity: Hashable, Sendable {
  /// The id of the user who is logged in; empty for a guest.
  public var userId: String
  /// The id of the guest, which does not change while users log in and out; empty after
  /// ``AscendUser/clearAllUserData()``.
  public var guestId: String

  /// Makes an identity; without arguments, the unknown one.
  public init(userId: String = "", guestId: String = "") {
    self.userId = userId
    self.guestId = guestId
  }

  /// Whether a user is logged in.
  public var isAuthenticated: Bool { !userId.isEmpty }
  /// Whether there is a guest, and no user.
  public var isGuest: Bool { userId.isEmpty && !guestId.isEmpty }
  /// Whether there is a user or a guest; requests are sent for known identities only.
  public var isKnown: Bool { !userId.isEmpty || !guestId.isEmpty }
}
