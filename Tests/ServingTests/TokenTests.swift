import Documents
import FeatureFlags
import Networking
import Serving
import TestSupport
import Testing
import Workbench

/// Tests the token that clients have to send.
@Suite(.tags(.concurrent))
struct TokenTests {
  private static let secret = "s3cr3t-token+/="
  private static let bulk = "/ofrep/v1/evaluate/flags"

  private func example() async throws -> ServedExample {
    let token = try #require(AccessToken(" \(Self.secret)\n"))
    return try await ServedExample { $0.token = token }
  }

  @Test(
    arguments: [
      ["Authorization": "Bearer \(secret)"], ["authorization": "bearer \(secret)"],
      ["X-API-Key": secret], ["Authorization": "Basic abc", "X-API-Key": secret],
    ]
  )
  func `a request with the token is accepted`(headers: [String: String]) async throws {
    let example = try await example()
    let headers = HTTPHeaders(headers.map { HTTPHeaders.Field(name: $0.key, value: $0.value) })
    let response = try await example.send("POST", Self.bulk, body: "{}", headers: headers)
    #expect(response.status == 200)
  }

  @Test(
    arguments: [
      [:], ["X-API-Key": "s3cr3t-token+/"], ["X-API-Key": "\(secret)="], ["X-API-Key": ""],
      ["X-API-Key": secret + secret], ["Authorization": secret], ["Authorization": "Bearer"],
      ["Authorization": "Basic \(secret)"], ["Authorization": "Bearer  \(secret)"],
      ["X-API-Key": "S3CR3T-TOKEN+/="], ["Cookie": "token=\(secret)"],
    ] as [[String: String]]
  )
  func `a request with a wrong token gets status 401`(headers: [String: String]) async throws {
    let example = try await example()
    let headers = HTTPHeaders(headers.map { HTTPHeaders.Field(name: $0.key, value: $0.value) })
    for path in [Self.bulk, Self.bulk + "/New%20Cart", "/v1/allocations"] {
      let response = try await example.send("POST", path, body: "{}", headers: headers)
      #expect(response.status == 401)
      #expect(!response.text.contains("s3cr3t"))
    }
    #expect(example.server.activity.rejectedCount == 3)
  }

  @Test(
    arguments: [
      "/features.json", "/features.plist", "/datafiles/key.json", "/remote-config-template.json",
      "/remote-values.json", "/overrides.json", "/metrics",
    ]
  )
  func `a token in the query is accepted on the path of the event stream only`(
    path: String
  ) async throws {
    let example = try await example()
    let query = "?token=s3cr3t-token%2B%2F%3D"
    #expect(try await example.send("GET", path + query).status == 401)
    for bulk in [Self.bulk, Self.bulk + "/New%20Cart", "/v1/allocations"] {
      #expect(try await example.send("POST", bulk + query, body: "{}").status == 401)
    }
    let stream = try await example.events(query: query)
    #expect(stream.status == 200)
    let wrong = try await example.send("GET", "/ofrep/v1/events?token=wrong")
    #expect(wrong.status == 401)
  }

  @Test
  func `responses to unauthorised clients, metrics and the activity do not contain the token`()
    async throws
  {
    let example = try await example()
    let headers: HTTPHeaders = ["X-API-Key": Self.secret]
    let query = "?token=s3cr3t-token%2B%2F%3D"
    var texts: [String] = []
    for (method, path) in [
      ("GET", "/none"), ("GET", "/healthz"), ("PUT", "/ofrep/v1/events"), ("GET", "/datafiles/x"),
      ("POST", Self.bulk + "/None"), ("GET", "/metrics"), ("GET", "/features.json"),
      ("GET", "/overrides.json"),
    ] {
      let response = try await example.send(method, path + query, body: "{", headers: headers)
      texts.append(response.text)
      texts += response.headers.fields.map(\.value)
    }
    let stream = try await example.events(query: query)
    #expect(stream.status == 200)
    texts.append("\(example.server.activity)")
    for text in texts {
      #expect(!text.contains("s3cr3t"))
    }
    #expect(texts.last?.contains("clients") == true)
  }

  @Test func `the announced URL of the event stream contains the token for authorised clients`()
    async throws
  {
    let example = try await example()
    let headers: HTTPHeaders = ["Authorization": "Bearer \(Self.secret)"]
    let response = try await example.send("POST", Self.bulk, body: "{}", headers: headers)
    let document = try JSONReader.read(response.body, as: .json)
    let address = document["eventStreams"]?.list?.first?["endpoint"]?["requestUri"]?.string
    #expect(address == "/ofrep/v1/events?token=s3cr3t-token%2B%2F%3D")
  }
}
