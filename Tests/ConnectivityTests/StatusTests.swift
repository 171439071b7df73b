import Networking
import Testing

@testable import Connectivity

struct StatusTests {
  @Test func `each status has the raw value and description of the original framework`() {
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
  func `the status depends on the kind of interface and on the result of the probes`(
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

  private static let page = "https://captive.apple.com/hotspot-detect.html"
  private static let own = "https://flags.example.test/ping"
  private static let silent = ConnectivityProbe.Outcome.failed(.noResponse(.unreachable(host: "x")))
  private static let wrong = ConnectivityProbe.Outcome.failed(.unexpectedStatus(503))
  private static let login = ConnectivityProbe.Outcome.failed(
    .captivePortal(CaptivePortal(host: "hotel.test", url: nil, title: nil, sign: .redirect))
  )

  @Test(
    arguments: [
      (.connectedViaWiFiWithoutInternet, .wifi, page, silent, nil, "Wi-Fi without Internet access"),
      (.connectedViaWiFiWithoutInternet, .wifi, page, wrong, 503, "1 of 1 probes failed"),
      (.connectedViaWiFiWithoutInternet, .wifi, own, silent, nil, "1 of 1 probes failed"),
      (.connectedViaWiFiWithoutInternet, .wifi, own, wrong, 503, "1 of 1 probes failed"),
      (.connectedViaWiFiWithoutInternet, .wifi, own, login, 200, "Captive portal at hotel.test"),
      (.notConnected, nil, own, silent, nil, "No Connection"),
      (.notConnected, nil, own, wrong, 503, "1 of 1 probes failed"),
      (.connected, nil, own, .succeeded, 200, "Internet access"),
      (.determining, nil, own, wrong, 503, "Connectivity checks pending"),
    ]
      as [(
        ConnectivityStatus, ConnectivityInterface?, String, ConnectivityProbe.Outcome, Int?, String
      )]
  )
  func `a failed check is inconclusive unless its probes prove missing Internet connectivity`(
    status: ConnectivityStatus,
    interface: ConnectivityInterface?,
    url: String,
    outcome: ConnectivityProbe.Outcome,
    code: Int?,
    description: String
  ) {
    let probe = ConnectivityProbe(
      url: url,
      outcome: outcome,
      status: code,
      timings: nil,
      duration: .zero
    )
    let report = ConnectivityReport(
      status: status,
      interface: FakeInterfaces.snapshot(interface).current,
      probes: [probe],
      refusedURLs: [],
      threshold: ConnectivityPercentage(50),
      required: 1,
      duration: .zero
    )
    #expect("\(report)" == description)
    #expect(report.isInconclusive == description.hasSuffix("failed"))
  }
}
