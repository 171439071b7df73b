import FeatureFlags
import Files
import Glibc

/// Describes the machine and the program, with the method names that apps on phones use.
///
/// A value that Linux does not provide is `unknown`, or the value of the original for unknown. All
/// methods are safe to call from any thread; only ``isNetworkAvailable()`` queries the system on
/// each call.
public final class AscendDeviceInfo: Sendable {
  /// The position of a device in the hand; always `unknown` here.
  public enum Orientation: Int, Sendable {
    /// No sensor reports a position.
    case unknown
  }

  /// The state of a battery; always `unknown` here.
  public enum BatteryState: Int, Sendable {
    /// No battery is monitored.
    case unknown
  }

  /// The machine that the program runs on, which is also ``Ascend/deviceInfo``.
  public static let shared = AscendDeviceInfo()

  private static let unknown = "unknown"
  private let host = HostInfo.current

  /// The architecture of the machine, such as `x86_64`.
  public func getDeviceModel() -> String { host?.machine ?? Self.unknown }
  /// The name of the host.
  public func getDeviceName() -> String { host?.host ?? Self.unknown }
  /// The name of the kernel, `Linux`.
  public func getSystemName() -> String { host?.system ?? Self.unknown }
  /// The release of the kernel.
  public func getSystemVersion() -> String { host?.release ?? Self.unknown }
  /// Always `unknown`, because an id of the machine is confidential.
  ///
  /// ``AscendUser/getGuestId()`` is the stable id of an installation.
  public func getDeviceIdentifier() -> String { Self.unknown }
  /// Always `unknown`.
  public func getDeviceOrientation() -> Orientation { .unknown }
  /// Always -1, the value of an unknown level.
  public func getBatteryLevel() -> Float { -1 }
  /// Always `unknown`.
  public func getBatteryState() -> BatteryState { .unknown }
  /// Always `unknown`, because an executable has no version.
  ///
  /// An app sends its version in ``AscendExperimentsConfiguration/attributes``.
  public func getAppVersion() -> String { Self.unknown }
  /// Always `unknown`, because an executable has no build number.
  public func getAppBuildNumber() -> String { Self.unknown }
  /// The name of the executable, or `unknown`.
  public func getAppBundleIdentifier() -> String {
    FileSystem.programPath?.split(separator: "/").last.map(String.init) ?? Self.unknown
  }

  /// Whether an interface other than the loopback one is up and has an IP address.
  ///
  /// The `Connectivity` library checks whether the Internet is reachable.
  public func isNetworkAvailable() -> Bool {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return false }
    defer { freeifaddrs(list) }
    var next = list
    while let interface = next?.pointee {
      next = interface.ifa_next
      guard let address = interface.ifa_addr else { continue }
      let flags = Int(interface.ifa_flags)
      let isUp = flags & Int(IFF_UP) != 0 && flags & Int(IFF_LOOPBACK) == 0
      if isUp, [AF_INET, AF_INET6].contains(Int32(address.pointee.sa_family)) { return true }
    }
    return false
  }
}

// MARK: Dictionaries

extension AscendDeviceInfo {
  /// The abilities of a phone, all of which are false here.
  public func getDeviceCapabilities() -> [String: Any] {
    [
      "supportsCamera": false,
      "supportsPhotoLibrary": false,
      "supportsVideoRecording": false,
      "supportsLocationServices": false,
      "supportsPushNotifications": false,
      "supportsBackgroundAppRefresh": false,
      "supportsMultitasking": false,
    ]
  }

  /// All values by name.
  public func getAllDeviceInfo() -> [String: Any] {
    [
      "deviceModel": getDeviceModel(),
      "deviceName": getDeviceName(),
      "systemName": getSystemName(),
      "systemVersion": getSystemVersion(),
      "deviceIdentifier": getDeviceIdentifier(),
      "deviceOrientation": getDeviceOrientation().rawValue,
      "batteryLevel": getBatteryLevel(),
      "batteryState": getBatteryState().rawValue,
      "networkAvailable": isNetworkAvailable(),
      "appVersion": getAppVersion(),
      "appBuildNumber": getAppBuildNumber(),
      "appBundleIdentifier": getAppBundleIdentifier(),
      "capabilities": getDeviceCapabilities(),
    ]
  }

  /// The values for debugging, in groups: `device`, `app`, `network` and `battery`.
  public func getDebugInfo() -> [String: Any] {
    [
      "device": [
        "model": getDeviceModel(),
        "name": getDeviceName(),
        "system": "\(getSystemName()) \(getSystemVersion())",
        "identifier": getDeviceIdentifier(),
      ],
      "app": [
        "version": getAppVersion(),
        "build": getAppBuildNumber(),
        "bundleId": getAppBundleIdentifier(),
      ],
      "network": ["available": isNetworkAvailable()],
      "battery": [
        "level": getBatteryLevel(), "state": getBatteryState().rawValue,
      ] as [String: Any],
    ]
  }
}
