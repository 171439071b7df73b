import Foundation
import FoundationNetworking
import Networking
import TestSupport
import Testing

@testable import Connectivity
@testable import ConnectivityFoundation

struct URLSessionTests {
  private func session(
    request: TimeInterval,
    resource: TimeInterval = 604_800
  ) -> URLSessionConfiguration {
    let session = URLSessionConfiguration.ephemeral
    session.timeoutIntervalForRequest = request
    session.timeoutIntervalForResource = resource
    return session
  }

  @Test func `URL requests that were set are returned unchanged`() throws {
    let url = try #require(URL(string: "https://flags.example.test/health?a=1"))
    var post = URLRequest(url: url)
    post.httpMethod = "POST"
    post.httpBody = Data("ping".utf8)
    post.timeoutInterval = 2.5
    post.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    post.setValue("1", forHTTPHeaderField: "X-App")
    let requests = [URLRequest(url: url), post]
    let connectivity = Connectivity()
    connectivity.connectivityURLRequests = requests
    #expect(connectivity.connectivityURLRequests == requests)
    #expect(connectivity.probeRequests.last?.timeout == .seconds(2.5))
    let configuration = ConnectivityConfiguration().configureConnectivity(urlRequests: requests)
    #expect(configuration.connectivityURLRequests == requests)
    #expect(ConnectivityConfiguration(connectivityURLRequests: []).probeRequests.isEmpty)
  }

  @Test func `a URL request without a URL, or without HTTPS while isHTTPSOnly is set, is dropped`()
    throws
  {
    let plain = try #require(URL(string: "http://flags.example.test/"))
    let secure = try #require(URL(string: "https://flags.example.test/"))
    var empty = URLRequest(url: plain)
    empty.url = nil
    let connectivity = Connectivity()
    connectivity.connectivityURLRequests = [empty, URLRequest(url: plain), URLRequest(url: secure)]
    #expect(connectivity.connectivityURLRequests == [URLRequest(url: secure)])
    connectivity.isHTTPSOnly = false
    #expect(connectivity.connectivityURLRequests.count == 2)
  }

  @Test func `a probe of a URL request has its method, headers and body`() async throws {
    let server = try LocalServer { _ in .text("Success") }
    var request = URLRequest(url: try #require(URL(string: server.url())))
    request.httpMethod = "PUT"
    request.httpBody = Data("ping".utf8)
    request.setValue("1", forHTTPHeaderField: "X-App")
    let configuration = try configuration().configureConnectivity(urlRequests: [request])
    #expect(await checker(configuration).check().isConnected)
    let sent = try #require(server.requests.first)
    #expect(sent.method == "PUT")
    #expect(sent.body == Array("ping".utf8))
    #expect(sent.headers["x-app"] == "1")
  }

  @Test(
    arguments: [
      (77, 604_800, 77), (604_800, 9, 9), (0.5, 9, 0.5), (-1, 9, 0),
      (Double.infinity, Double.infinity, 86_400), (Double.nan, Double.nan, 86_400),
    ] as [(Double, Double, Double)]
  )
  func `the smaller of the two timeouts of a session configuration limits a probe`(
    request: Double,
    resource: Double,
    timeout: Double
  ) {
    let configuration = ConnectivityConfiguration()
      .configureURLSession(session(request: request, resource: resource))
    #expect(Connectivity(configuration: configuration).timeout == .seconds(timeout))
  }

  @Test func `the session configuration of one instance does not affect other instances`() {
    let session = session(request: 77)
    let configured = Connectivity(
      configuration: ConnectivityConfiguration(urlSessionConfiguration: session)
    )
    session.timeoutIntervalForRequest = 78
    #expect(configured.timeout == .seconds(77))
    #expect(Connectivity.urlSessionConfiguration !== session)
    configured.timeout = .seconds(3)
    #expect(configured.timeout == .seconds(3))
  }

  @Test func `an additional header is sent unless the request has a header of that name`()
    async throws
  {
    let server = try LocalServer { _ in .text("Success") }
    let session = session(request: 5)
    session.httpAdditionalHeaders = ["X-App": "1", "Accept": "text/html", "X-Count": 2]
    var request = URLRequest(url: try #require(URL(string: server.url())))
    request.setValue("text/plain", forHTTPHeaderField: "accept")
    let configuration = try configuration()
      .configureConnectivity(urlRequests: [request]).configureURLSession(session)
    #expect(await checker(configuration).check().isConnected)
    let headers = try #require(server.requests.first?.headers)
    #expect(headers["x-app"] == "1")
    #expect(headers["x-count"] == "2")
    #expect(headers["accept"] == "text/plain")
  }

  /// Runs in a separate process: the static property affects all tests of a process.
  @Test func `the static session configuration applies when it is set or changed in place`() async {
    await #expect(processExitsWith: .success) {
      let following = Connectivity()
      let own = Connectivity()
      own.timeout = .seconds(2)
      #expect(following.timeout == .seconds(5))
      Connectivity.urlSessionConfiguration.timeoutIntervalForRequest = 15
      Connectivity.urlSessionConfiguration.timeoutIntervalForResource = 15
      #expect(following.timeout == .seconds(15))
      let session = URLSessionConfiguration.ephemeral
      session.timeoutIntervalForRequest = 7
      Connectivity.urlSessionConfiguration = session
      #expect(Connectivity.urlSessionConfiguration === session)
      #expect(following.timeout == .seconds(7))
      #expect(own.timeout == .seconds(2))
    }
  }

  @Test func `a new configuration has the defaults of the original framework`() {
    let configuration = Configuration()
    let session = configuration.urlSessionConfiguration
    #expect(session.requestCachePolicy == .reloadIgnoringLocalCacheData)
    #expect(session.urlCache == nil)
    #expect(session.timeoutIntervalForRequest == 5)
    #expect(session.timeoutIntervalForResource == 5)
    #expect(configuration.responseValidator is ResponseStringValidator)
    #expect(
      ConnectivityConfiguration.defaultConnectivityURLRequests
        == configuration.connectivityURLRequests
    )
    #expect(configuration.connectivityURLRequests.count == 2)
    let connectivity = Connectivity(configuration: configuration)
    #expect(connectivity.externalQueue.label == DispatchQueue.main.label)
    #expect(connectivity.internalQueue.label == DispatchQueue.global(qos: .default).label)
  }
}
