import Dispatch
import Foundation
import Networking
import TestSupport
import Testing

@testable import Connectivity

struct ConfigurationTests {
  @Test func `a configuration method whose result is discarded changes the configuration in place`()
  {
    let configuration = ConnectivityConfiguration()
    _ = configuration.configurePolling(interval: 3)
    #expect(configuration.pollingInterval == 3)
    #expect(Connectivity(configuration: configuration).pollingInterval == 3)
  }

  private typealias Change = @Sendable (ConnectivityConfiguration) -> ConnectivityConfiguration

  private static let changes: [(String, Change)] = [
    ("authorization header", { $0.configureAuthorizationHeader(with: "Basic x") }),
    ("bearer token", { $0.configureBearerToken(with: "t") }),
    ("URLs", { $0.configureConnectivity(urls: []) }),
    ("requests", { $0.configureProbes(requests: []) }),
    ("framework", { $0.configureFramework(.systemConfiguration) }),
    ("HTTPS only", { $0.configureHTTPSOnly(false) }),
    ("polling", { $0.configurePolling(isEnabled: false) }),
    (
      "expected text",
      { $0.configureResponseValidation(.matchesRegularExpression, expected: "a") }
    ),
    ("foreground check", { $0.configureShouldCheckWhenApplicationDidBecomeActive(false) }),
    ("threshold", { $0.configureSuccessThreshold(ConnectivityPercentage(1)) }),
    ("timeout", { $0.configureTimeout(.seconds(1)) }),
    ("mode", { $0.configureValidationMode(with: .matchesRegularExpression) }),
    ("validator", { $0.configureValidator(ConnectivityResponseRegExValidator()) }),
  ]

  @Test(arguments: changes)
  private func `each configuration method changes the configuration in place and returns it`(
    name: String,
    change: Change
  ) {
    func text(_ configuration: ConnectivityConfiguration) -> String {
      let settings = configuration.settings
      return
        "\(settings.probeRequests.map(\.url)) \(settings.authorization ?? "none") \(settings)"
    }
    let configuration = ConnectivityConfiguration()
    let before = text(configuration)
    #expect(text(ConnectivityConfiguration()) == before)
    #expect(change(configuration) === configuration)
    #expect(text(configuration) != before)
  }

  @Test func `a change of a configuration does not affect existing instances`() {
    let configuration = ConnectivityConfiguration(pollingInterval: 5)
    let connectivity = Connectivity(configuration: configuration)
    configuration.pollingInterval = 7
    configuration.configureBearerToken(with: "t")
    #expect(connectivity.pollingInterval == 5)
    #expect(connectivity.bearerToken == nil)
    #expect(Connectivity(configuration: configuration).pollingInterval == 7)
  }

  @Test func `concurrent changes of a configuration are all applied`() async throws {
    let configuration = ConnectivityConfiguration()
    try await onThread {
      onThreads(8) { number in
        for step in 1...200 {
          configuration.configurePolling(interval: Double(number * 1_000 + step))
          configuration.configureBearerToken(with: "\(step)")
          _ = Connectivity(configuration: configuration)
        }
      }
    }
    #expect(configuration.bearerToken == "200")
    #expect(configuration.pollingInterval.truncatingRemainder(dividingBy: 1_000) == 200)
  }

  @Test func `the initializer stores every argument`() {
    let callbacks = DispatchQueue(label: "callbacks")
    let checks = DispatchQueue(label: "checks")
    let validator = ConnectivityResponseRegExValidator()
    let settings = ConnectivityConfiguration(
      callbackQueue: callbacks,
      checkWhenApplicationDidBecomeActive: false,
      connectivityQueue: checks,
      probeRequests: [],
      pollingInterval: 21,
      pollingIsEnabled: false,
      pollWhileOfflineOnly: false,
      validator: validator,
      successThreshold: ConnectivityPercentage(75),
      validationMode: .custom
    ).settings
    #expect(settings.callbackQueue === callbacks)
    #expect(settings.connectivityQueue === checks)
    #expect(!settings.checkWhenApplicationDidBecomeActive)
    #expect(settings.probeRequests.isEmpty)
    #expect(settings.pollingInterval == 21)
    #expect(!settings.pollingIsEnabled)
    #expect(!settings.pollWhileOfflineOnly)
    #expect(settings.validator as? ConnectivityResponseRegExValidator === validator)
    #expect(settings.successThreshold == ConnectivityPercentage(75))
  }

  @Test func `the validator is the same object until an expected text or the mode changes`() throws
  {
    let connectivity = Connectivity()
    let first = try #require(
      connectivity.validator as? ConnectivityResponseContainsStringValidator
    )
    #expect(connectivity.validator as? ConnectivityResponseContainsStringValidator === first)
    connectivity.expectedResponseString = "pong"
    let second = connectivity.validator as? ConnectivityResponseContainsStringValidator
    #expect(second?.expectedResponse == "pong")
    connectivity.validationMode = .matchesRegularExpression
    #expect(connectivity.validator is ConnectivityResponseRegExValidator)
    connectivity.validationMode = .custom
    #expect(connectivity.validator is ConnectivityResponseRegExValidator)
  }

  @Test func `setting an expected text creates a string validator with the mode and the text`()
    throws
  {
    let configuration = ConnectivityConfiguration()
    #expect(configuration.validator is ConnectivityResponseStringValidator)
    configuration.configureResponseValidation(.matchesRegularExpression, expected: "a+")
    let validator = try #require(
      configuration.validator as? ConnectivityResponseStringValidator
    )
    #expect(validator.responseValidationMode == .matchesRegularExpression)
    #expect(validator.expectedResponse == "a+")
    #expect(configuration.expectedResponseRegEx == "a+")
  }

  @Test func `a configuration or an instance equals only itself`() {
    let connectivity = Connectivity()
    let configuration = ConnectivityConfiguration()
    #expect(Set([connectivity, connectivity, Connectivity()]).count == 2)
    #expect(Set([configuration, configuration, ConnectivityConfiguration()]).count == 2)
  }

  @Test
  func `the stored properties of the original framework exist with its defaults and can be set`() {
    let connectivity = Connectivity()
    #expect(connectivity.checkWhenApplicationDidBecomeActive)
    #expect(connectivity.connectivityCheckLatency == 0.5)
    connectivity.checkWhenApplicationDidBecomeActive = false
    connectivity.connectivityCheckLatency = 2
    connectivity.status = .connectedViaWiFi
    #expect(!connectivity.checkWhenApplicationDidBecomeActive)
    #expect(connectivity.connectivityCheckLatency == 2)
    #expect(connectivity.status == .connectedViaWiFi)
    #expect(connectivity.isConnected)
  }

  /// Runs in a separate process: the static property affects all tests of a process.
  @Test func `the static isHTTPSOnly applies to instances that do not set isHTTPSOnly`() async {
    await #expect(processExitsWith: .success) {
      let before = Connectivity()
      let own = Connectivity()
      own.isHTTPSOnly = true
      #expect(Connectivity.isHTTPSOnly)
      #expect(!Connectivity(shouldUseHTTPS: false).isHTTPSOnly)
      #expect(Connectivity.isHTTPSOnly)
      Connectivity.isHTTPSOnly = false
      let url = try #require(URL(string: "http://flags.example.test/"))
      before.connectivityURLs = [url]
      own.connectivityURLs = [url]
      #expect(before.connectivityURLs == [url])
      #expect(own.connectivityURLs.isEmpty)
      #expect(!ConnectivityConfiguration().isHTTPSOnly)
      #expect(Connectivity().connectivityURLs.count == 8)
      Connectivity.isHTTPSOnly = true
      #expect(before.connectivityURLs.isEmpty)
    }
  }

  @Test func `a probe is sent with the configured method, headers, body and timeout`()
    async throws
  {
    let server = try LocalServer { $0.target == "/slow" ? .silent : .text(successPage) }
    let addresses = try urls(server.url("/pong"), server.url("/slow"))
    var post = ConnectivityURLRequest(url: addresses[0], method: "POST", body: Array("ping".utf8))
    post.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    let slow = ConnectivityURLRequest(url: addresses[1], timeout: .milliseconds(200))
    let configuration = settings([], threshold: 100).configureProbes(requests: [post, slow])
      .configureTimeout(.seconds(50))
    let report = await checker(configuration).check()
    #expect(report.probes.map(\.isSuccess) == [true, false])
    #expect(
      report.probes.last?.outcome == .failed(.noResponse(.timedOut(.firstByte, .deadline)))
    )
    let request = try #require(server.requests.first { $0.target == "/pong" })
    #expect(request.method == "POST")
    #expect(request.headers["content-type"] == "text/plain")
    #expect(String(decoding: request.body, as: UTF8.self) == "ping")
  }
}
