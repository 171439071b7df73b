import FeatureFlags
import Files
import Glibc

/// Describes the machine and the program, with the method names of the original SDK for phones.
///
/// If Linux does not provide a value, the method returns `unknown`, or the original SDK's value for
/// an unknown result. All methods are safe to call from any thread; only ``isNetworkAvailable()``
/// queries the system on each call.
public final class AscendDeviceInfo: Sendable {
  /// The orientation of a device; always `unknown` on Linux.
  public enum Orientation: Int, Sendable {
    /// The orientation is unknown, because no sensor reports it.
    case unknown
  }

  /// The charging state of a battery; always `unknown` on Linux.
  public enum BatteryState: Int, Sendable {
    /// The charging state is unknown, because no battery is monitored.
    case unknown
  }

  /// The shared description of the machine, which is also ``Ascend/deviceInfo``.
  public static let shared = AscendDeviceInfo()

  private static let unknown = "unknown"
  private let host = HostInfo.current

  /// Returns the architecture of the machine, such as `x86_64`.
  public func getDeviceModel() -> String { host?.machine ?? Self.unknown }
  /// Returns the host name of the machine, or `unknown`.
  public func getDeviceName() -> String { host?.host ?? Self.unknown }
  /// Returns the name of the kernel: `Linux`.
  public func getSystemName() -> String { host?.system ?? Self.unknown }
  /// Returns the release of the kernel, such as `6.1.0`.
  public func getSystemVersion() -> String { host?.release ?? Self.unknown }
  /// Returns `unknown`, because an id of the machine is confidential.
  ///
  /// ``AscendUser/getGuestId()`` returns a stable id of the installation instead.
  public func getDeviceIdentifier() -> String { Self.unknown }
  /// Returns `unknown`: a machine with Linux reports no orientation.
  public func getDeviceOrientation() -> Orientation { .unknown }
  /// Returns -1, which means that the battery level is unknown.
  public func getBatteryLevel() -> Float { -1 }
  /// Returns `unknown`: no battery is monitored.
  public func getBatteryState() -> BatteryState { .unknown }
  /// Returns `unknown`, because an executable has no version.
  ///
  /// An app can send its version in ``AscendExperimentsConfiguration/attributes``.
  public func getAppVersion() -> String { Self.unknown }
  /// Returns `unknown`, because an executable has no build number.
  public func getAppBuildNumber() -> String { Self.unknown }
  /// Returns the name of the executable, or `unknown`.
  public func getAppBundleIdentifier() -> String {
    FileSystem.programPath?.split(separator: "/").last.map(String.init) ?? Self.unknown
  }

  /// Returns whether a network interface other than the loopback interface is up and has an IP
  /// address.
  ///
  /// The `Connectivity` library checks for Internet connectivity, which this method does not.
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
  /// Returns the capabilities of a phone by name; all of them are `false` on Linux.
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

  /// Returns the values of all methods in one dictionary, by name.
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

  /// Returns the values of all methods for debugging, grouped by `device`, `app`, `network` and
  /// `battery`.
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
