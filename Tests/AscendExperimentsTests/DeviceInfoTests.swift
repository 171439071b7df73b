import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests device information, and the descriptions of plugins and events.
struct DeviceInfoTests {
  @Test func `each event type and plugin type has a unique description`() {
    #expect(AscendEvent.userLoggedIn(userId: "u").description == "user logged in: u")
    #expect(
      AscendEvent.networkStatusChanged(isConnected: false).description
        == "network status changed: disconnected"
    )
    let texts = AscendPluginType.allCases.map(\.description)
    #expect(Set(texts).count == AscendPluginType.allCases.count)
    #expect(AscendExperiments.pluginName == "AscendExperiments")
    #expect(AscendExperimentsConfiguration().pluginName == AscendExperiments.pluginName)
  }

  @Test func `device information describes the machine, and unavailable values are unknown`() {
    let device = AscendDeviceInfo.shared
    #expect(device.getSystemName() == "Linux")
    #expect(!device.getSystemVersion().isEmpty && !device.getDeviceModel().isEmpty)
    #expect(device.getAppVersion() == "unknown" && device.getDeviceIdentifier() == "unknown")
    #expect(device.getBatteryLevel() == -1 && device.getBatteryState() == .unknown)
    #expect(device.getDeviceOrientation() == .unknown)
    #expect(device.getAllDeviceInfo().count == 13)
    #expect(device.getDeviceCapabilities().values.allSatisfy { $0 as? Bool == false })
    #expect(device.getAppBundleIdentifier() != "unknown")
  }
}
