import Documents
import FeatureFlags

extension Datafile {
  /// A user attribute that the project declares.
  public struct Attribute: Hashable, Sendable, DatafileObject {
    /// The id of the attribute, which events contain.
    public let id: String
    /// The key of the attribute in apps and conditions.
    public let key: String

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      key = try fields.text("key")
    }
  }

  /// An event that apps may track.
  public struct Event: Hashable, Sendable, DatafileObject {
    /// The id of the event, which conversions contain.
    public let id: String
    /// The key with which apps track the event.
    public let key: String
    /// The ids of the experiments that use the event as a metric.
    public let experimentIDs: [String]

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      key = try fields.text("key")
      experimentIDs = try fields.texts("experimentIds")
    }
  }

  /// An integration of the project with another system.
  public struct Integration: Hashable, Sendable, DatafileObject {
    /// The name of the system, such as `odp`.
    public let key: String
    /// The base URL of the system; `nil` if the integration has none.
    public let host: String?
    /// The API key for the system; `nil` if the integration has none.
    public let publicKey: String?

    init(_ fields: some DocumentFields) throws(DocumentError) {
      key = try fields.text("key")
      host = try fields.optionalText("host")
      publicKey = try fields.optionalText("publicKey")
    }
  }

  /// The region in which the service stores the data of a project.
  public enum Region: String, CaseIterable, Hashable, Sendable {
    /// The region of the United States, with its own event service.
    case unitedStates = "US"
    /// The region of the European Union, with its own event service.
    case europeanUnion = "EU"
  }
}

/// The region in which the service stores the data of a project, under its name in the SDK.
public typealias Region = Datafile.Region

// The names of the SDK.
// swift-format-ignore: AlwaysUseLowerCamelCase
extension Datafile.Region {
  /// The region of the United States, under its name in the SDK.
  public static var US: Self { .unitedStates }
  /// The region of the European Union, under its name in the SDK.
  public static var EU: Self { .europeanUnion }
}
