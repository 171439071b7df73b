import Foundation
import Networking
import TestSupport
import Testing

@testable import Connectivity

struct CaptivePortalTests {
  private func portal(_ answer: LocalAnswer) async throws -> (ConnectivityReport, LocalServer) {
    let server = try LocalServer { _ in answer }
    return (await checker(settings(try urls(server.url()))).check(), server)
  }

  @Test func `a login page in place of the expected one is named`() async throws {
    let (report, server) = try await portal(.loginPage)
    #expect(report.status == .connectedViaEthernetWithoutInternet)
    #expect(
      report.captivePortal
        == CaptivePortal(
          host: "127.0.0.1",
          url: server.url(),
          title: "Café Wi-Fi & Guests",
          sign: .unexpectedBody
        )
    )
  }

  @Test func `a redirect to another host is named by that host`() async throws {
    let login = try LocalServer(host: "127.0.0.2") { _ in .loginPage }
    let (report, _) = try await portal(.redirect(to: login.url("/login")))
    let portal = try #require(report.captivePortal)
    #expect(portal.host == "127.0.0.2")
    #expect(portal.url == login.url("/login"))
    #expect(portal.sign == .redirect)
  }

  @Test func `a redirect to a host that cannot be asked is named too`() async throws {
    let (report, _) = try await portal(.redirect(to: "http://\(LocalServer.unknownHost)/"))
    let found = CaptivePortal(
      host: LocalServer.unknownHost,
      url: nil,
      title: nil,
      sign: .redirect
    )
    #expect(report.captivePortal == found)
  }

  @Test func `status 511 says it outright`() async throws {
    let (report, _) = try await portal(.text(successPage, status: 511))
    #expect(report.captivePortal?.sign == .authenticationRequired)
  }

  @Test func `a redirect that ends at the expected page is none`() async throws {
    let end = try LocalServer(host: "127.0.0.2") { _ in .text(successPage) }
    let (report, _) = try await portal(.redirect(to: end.url()))
    #expect(report.isConnected)
    #expect(report.captivePortal == nil)
  }

  @Test func `an error page of the host itself is none`() async throws {
    let (report, _) = try await portal(.text("<title>Down</title>", status: 503))
    #expect(!report.isConnected)
    #expect(report.captivePortal == nil)
  }

  @Test(
    arguments: [
      ("<TITLE lang=en>\n A\tB </TITLE>", "A B"),
      ("<title>a\u{1b}[31mb\u{202e}c</title>", "a [31mbc"),
      ("<title></title>", nil), ("no page", nil), ("<title>open", nil),
      ("<title>\(String(repeating: "x", count: 200))</title>", String(repeating: "x", count: 80)),
    ] as [(String, String?)]
  )
  func `a title is made harmless`(page: String, title: String?) {
    #expect(CaptivePortal.title(of: Array(page.utf8)) == title)
  }
}
