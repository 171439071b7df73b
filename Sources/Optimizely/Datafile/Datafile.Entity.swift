import FeatureFlags

extension Datafile {
  /// An attribute that the project knows.
  public struct Attribute: Hashable, Sendable {
    /// The identifier of the attribute.
    public let id: String
    /// The name of the attribute.
    public let key: String

    init(_ node: Node) throws(ConfigurationError) {
      let fields = try FieldReader(node)
      id = try fields.text("id")
      key = try fields.text("key")
    }
  }

  /// An event that apps may track.
  public struct Event: Hashable, Sendable {
    /// The identifier of the event.
    public let id: String
    /// The name of the event.
    public let key: String
    /// The experiments that count the event.
    public let experimentIDs: [String]

    init(_ node: Node) throws(ConfigurationError) {
      let fields = try FieldReader(node)
      id = try fields.text("id")
      key = try fields.text("key")
      experimentIDs = try fields.texts("experimentIds")
    }
  }

  /// Another system that the project works with.
  public struct Integration: Hashable, Sendable {
    /// The name of the system, such as `odp`.
    public let key: String
    /// Where the system is reached.
    public let host: String?
    /// What the system is told to let the app in.
    public let publicKey: String?

    init(_ node: Node) throws(ConfigurationError) {
      let fields = try FieldReader(node)
      key = try fields.text("key")
      host = try fields.optionalText("host")
      publicKey = try fields.optionalText("publicKey")
    }
  }

  /// Where the data of a project are kept.
  public enum Region: String, CaseIterable, Hashable, Sendable {
    /// The United States.
    case unitedStates = "US"
    /// The European Union.
    case europeanUnion = "EU"
  }
}
