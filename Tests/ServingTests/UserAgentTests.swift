import FeatureFlags
import FlagSystem
import Testing
import Workbench

@testable import Serving

/// Tests the search for SDKs and HTTP libraries in user agents.
struct UserAgentTests {
  private let agents = UserAgents([FlagSystem].served)

  @Test(arguments: [
    ("python-requests/2.34.2", "Python requests 2.34"),
    ("openfeature-python/0.3.0 python-requests/2.34.2", "OpenFeature"),
    ("okhttp/4.12.0", "OkHttp 4.12"), ("axios/1.7.2", "axios 1.7"), ("node", "Node.js"),
    ("Go-http-client/1.1", "Go net/http 1.1"), ("Dart/3.3 (dart:io)", "Dart 3.3"),
    ("Shop/12 CFNetwork/1490.0.4 Darwin/23.2.0", "Apple CFNetwork 1490.0"),
    ("Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)", "Android"),
    ("Python/3.11 aiohttp/3.9.1", "Python aiohttp 3.9"), ("curl/7.88.1", "curl 7.88"),
    ("Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/124.0.0.0 Safari/537.36", "Chrome 124.0"),
    ("Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/17.4 Safari/604.1", "Safari"),
    ("OPTIMIZELY/x", "Optimizely"), ("okhttp/....", "OkHttp"),
  ])
  func `known software is recognized by its user agent`(userAgent: String, text: String) {
    #expect(agents.software(of: userAgent)?.text == text)
  }

  @Test(arguments: ["", "bundle/3", "acurl/1", "nodes", "Shop 1.2"])
  func `a part of a longer word is not the name of known software`(userAgent: String) {
    #expect(agents.software(of: userAgent) == nil)
  }

  @Test func `only the beginning of a long user agent is searched for known software`() {
    let userAgent = String(repeating: "x", count: 100_000) + " okhttp/4.12"
    #expect(agents.software(of: userAgent) == nil)
  }
}
