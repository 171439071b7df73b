import Testing

@testable import Connectivity

struct StatusTests {
  @Test func `each status has its number and its words`() {
    #expect(ConnectivityStatus.allCases.map(\.rawValue) == Array(0...8))
    #expect(
      ConnectivityStatus.allCases.map(\.description) == [
        "Internet access", "Cellular with Internet access", "Cellular without Internet access",
        "Ethernet with Internet access", "Ethernet without Internet access",
        "Wi-Fi with Internet access", "Wi-Fi without Internet access",
        "Connectivity checks pending", "No Connection",
      ]
    )
  }

  @Test(
    arguments: [
      (.wifi, 5, 6), (.ethernet, 3, 4), (.cellular, 1, 2), (.loopback, 0, 8), (.other, 0, 8),
      (nil, 0, 8),
    ] as [(ConnectivityInterface?, Int, Int)]
  )
  func `the interface and the probes make the status`(
    interface: ConnectivityInterface?,
    with: Int,
    without: Int
  ) {
    let connected = ConnectivityStatus(interface: interface, isConnected: true)
    let disconnected = ConnectivityStatus(interface: interface, isConnected: false)
    #expect(connected.rawValue == with)
    #expect(connected.isConnected)
    #expect(disconnected.rawValue == without)
    #expect(!disconnected.isConnected)
  }
}
