import Connectivity
import Foundation
import Testing

/// Tests the calls in the README of the original framework and in the article about the framework,
/// as an app writes them.
struct ArticleTests {
  private final class Screen {
    var text = ""

    func updateConnectionStatus(_ status: Connectivity.ConnectivityStatus) {
      switch status {
      case .connected: text = "connected"
      case .connectedViaWiFi: text = "Wi-Fi"
      case .connectedViaWiFiWithoutInternet: text = "Wi-Fi only"
      case .connectedViaWWAN: text = "mobile"
      case .connectedViaWWANWithoutInternet: text = "mobile only"
      case .notConnected: text = "none"
      default: text = "unknown"
      }
    }

    func observe(_ connectivity: Connectivity) {
      let connectivityChanged: (Connectivity) -> Void = { [weak self] connectivity in
        self?.updateConnectionStatus(connectivity.status)
      }
      connectivity.whenConnected = connectivityChanged
      connectivity.whenDisconnected = connectivityChanged
    }
  }

  @Test func `each call in the article compiles and has the effect that the article describes`()
    throws
  {
    let connectivity: Connectivity = Connectivity()
    let screen = Screen()
    screen.observe(connectivity)
    connectivity.whenConnected?(connectivity)
    #expect(screen.text == "unknown")
    let url = try #require(URL(string: "https://www.apple.com/library/test/success.html"))
    connectivity.connectivityURLs = [url]
    #expect(connectivity.connectivityURLs == [url])
    connectivity.isPollingEnabled = true
    connectivity.successThreshold = Connectivity.Percentage(75.0)
    #expect(connectivity.status == .determining)
    let flags = [
      connectivity.isConnectedViaWWAN, connectivity.isConnectedViaWiFi,
      connectivity.isConnectedViaWWANWithoutInternet,
      connectivity.isConnectedViaWiFiWithoutInternet, connectivity.isConnectedViaCellular,
      connectivity.isConnectedViaCellularWithoutInternet,
    ]
    #expect(flags == Array(repeating: false, count: 6))
    let plain = Connectivity(shouldUseHTTPS: false)
    plain.isHTTPSOnly = false
    plain.framework = .network
    connectivity.stopNotifier()
  }

  @Test func `the fluent settings of the original framework compile and apply`() throws {
    let url = try #require(URL(string: "https://flags.example.test/health"))
    let configuration = ConnectivityConfiguration()
      .configureConnectivity(urls: [url])
      .configureBearerToken(with: "token")
      .configureAuthorizationHeader(with: "Basic x")
      .configureFramework(.network)
      .configurePolling(isEnabled: true, interval: 5, offlineOnly: false)
      .configureResponseValidation(.equalsExpectedResponseString, expected: "ok")
    let connectivity = Connectivity(configuration: configuration)
    #expect(connectivity.connectivityURLs == [url])
    #expect(connectivity.bearerToken == "token")
    #expect(connectivity.authorizationHeader == "Basic x")
    #expect(connectivity.pollingInterval == 5)
    #expect(connectivity.validationMode == .equalsExpectedResponseString)
    #expect(connectivity.expectedResponseString == "ok")
  }
}
