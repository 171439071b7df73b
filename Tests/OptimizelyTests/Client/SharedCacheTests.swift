import FeatureFlags
import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests processes that start concurrently with the same cache.
struct SharedCacheTests {
  @Test func `all of several concurrently started processes get a complete datafile`() throws {
    let folder = try TemporaryFolder()
    let count = Locked(0)
    // Each response has a different document, and some requests fail, so that processes write and
    // read the cache concurrently. The first requests succeed, because the cache is still empty.
    let server = try LocalServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return number > 3 && number % 3 == 2
        ? .text("", status: 500)
        : .text(SmallDatafile.revision("\(number)"), headers: [("Last-Modified", "\(number)")])
    }
    let probes = try (0..<3).map { number in
      try ProbeProcess(
        ["start", folder.path, server.url("/%@.json")],
        of: "event-probe",
        output: folder.path(of: "output-\(number)")
      )
    }
    for probe in probes { #expect(probe.wait() == .exited(0)) }
    var origins: [Substring: Int] = [:]
    for number in 0..<3 {
      let text = try String(contentsOfFile: folder.path(of: "output-\(number)"), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let fields = line.split(separator: " ")
        origins[fields[0], default: 0] += 1
        #expect(Int(fields[1]) != nil)
      }
    }
    #expect(origins["remote"] == 51)
    #expect(origins["cache"] == 24)
  }

  @Test func `a datafile that another process caches during a failing request is used`()
    async throws
  {
    let projects = Locked<TestProject?>(nil)
    let server = try LocalServer { _ in
      // Stores a datafile, as another process does after a successful request.
      try? projects.withLock { try $0?.keep(SmallDatafile.revision("stored meanwhile")) }
      return .text("", status: 500)
    }
    let project = try TestProject(server)
    projects.withLock { $0 = project }
    let client = project.client()
    try await client.start()
    #expect(client.loaded?.origin == .cache)
    #expect(client.loaded?.datafile.revision == "stored meanwhile")
  }
}
