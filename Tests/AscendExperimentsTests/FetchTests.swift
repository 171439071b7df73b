import Foundation
import Networking
import TestSupport
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests requests for experiments, and the handling of responses.
@Suite(.timeLimit(.minutes(1)))
struct FetchTests {
  @Test func `a request has the method, path, headers and body of the Ascend API`() async throws {
    let lab = try Lab()
    let (experiments, core) = try await lab.experiments()
    core.user.setUser(userId: "u-42")
    await experiments.finishAutomaticFetches()
    let request = try #require(lab.server.requests.last)
    let guest = core.user.getGuestId()
    #expect(request.method == "POST")
    #expect(request.target == "/v1/allocations")
    #expect(request.headers["api-key"] == "core-key")
    #expect(request.headers["user-id"] == "u-42")
    #expect(request.headers["guest-id"] == guest)
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["user-agent"] == "AscendExperiments")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"attributes":{"platform":"test"},"experiment_keys":["checkout_flow","retry_policy"],"#
        + #""stable_id":"\#(guest)","user_id":"u-42"}"#
    )
  }

  @Test func `a request for a guest has no header and no body field with a user id`() async throws {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments()
    _ = try await experiments.refreshExperiments()
    let request = try #require(lab.server.requests.last)
    #expect(request.headers["user-id"] == nil)
    #expect(!String(decoding: request.body, as: UTF8.self).contains("user_id"))
  }

  @Test func `configured headers replace all default headers except the content type`()
    async throws
  {
    let lab = try Lab()
    let configuration = AscendExperimentsConfiguration(
      shouldFetchOnInit: false,
      defaultValues: Lab.defaults,
      headers: ["Guest-ID": "mine", "Content-Type": "text/plain", "X-B": "2"]
    )
    let http = HTTPConfig(
      apiBaseUrl: lab.server.url("/base"),
      defaultHeaders: ["api-key": "http-key", "X-A": "1", "X-B": "1"]
    )
    let (experiments, _) = try await lab.experiments(configuration, http: http)
    _ = try await experiments.refreshExperiments()
    let request = try #require(lab.server.requests.last)
    #expect(request.target == "/base/v1/users/experiments")
    #expect(request.headers["guest-id"] == "mine")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["api-key"] == "http-key")
    #expect(request.headers["x-a"] == "1")
    #expect(request.headers["x-b"] == "2")
    let body = String(decoding: request.body, as: UTF8.self)
    #expect(body.contains(#""platform":"linux""#), "the default attributes describe the machine")
  }

  @Test func `fetched experiments are returned, stored and persisted`() async throws {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments()
    let response = try await experiments.refreshExperiments()
    #expect(response.data?.map(\.experimentKey) == ["checkout_flow", "retry_policy"])
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 2)
    #expect(experiments.getBoolValue(for: "checkout_flow", with: "one_tap"))
    #expect(experiments.getStringValue(for: "checkout_flow", with: "title") == "Pay now")
    #expect(experiments.getStringValue(for: "checkout_flow", with: "colour") == "blue")
    #expect(
      experiments.getExperimentVariants() == [
        "checkout_flow": ExperimentVariant(experimentId: "exp-7", variantName: "short"),
        "retry_policy": ExperimentVariant(experimentId: "exp-9", variantName: "control"),
      ]
    )
    #expect(
      experiments.getExperimentVariantsJSON()
        == #"{"checkout_flow":{"experimentId":"exp-7","variantName":"short"},"#
        + #""retry_policy":{"experimentId":"exp-9","variantName":"control"}}"#
    )
    #expect(experiments.getAllVariablesJSON(for: "retry_policy") == "null")
    let stored = try #require(experiments.getExperimentsFromStorage())
    #expect(stored["checkout_flow"]?.variables?.variables?["steps"]?.scalar() == 2)
  }

  @Test func `a fetch requests only the given experiments, and adds their default values`()
    async throws
  {
    let lab = try Lab { _ in .text(Lab.response(key: "button")) }
    let (experiments, _) = try await lab.experiments()
    let response = try await experiments.fetchExperiments(
      for: ["button": .dictionary(["steps": .int(1), "new": .int(7)])]
    )
    let body = String(decoding: try #require(lab.server.requests.last).body, as: UTF8.self)
    #expect(body.contains(#""experiment_keys":["button"]"#))
    #expect(response.firstExperiment?.experimentKey == "button")
    #expect(experiments.getIntValue(for: "button", with: "new") == 7)
    #expect(experiments.getDefaultExperimentValues().count == 3)
  }

  @Test
  func `a fetch drops experiments without defaults, and keeps experiments missing in the response`()
    async throws
  {
    let lab = try Lab { _ in .text(Lab.response(key: "uninvited")) }
    let (experiments, _) = try await lab.experiments()
    experiments.setExperimentsToStorage([
      "checkout_flow": Lab.experiment([:], key: "checkout_flow"), "old": Lab.experiment(nil),
    ])
    let response = try await experiments.refreshExperiments()
    #expect(response.data?.first?.experimentKey == "uninvited")
    #expect(Set(experiments.getExperimentVariants().keys) == ["checkout_flow", "retry_policy"])
  }

  @Test
  func `an experiment whose default value is a text instead of a dictionary is fetched and stored`()
    async throws
  {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments(Lab.quiet([:]))
    _ = try await experiments.fetchExperiments(for: ["checkout_flow": .string("default")])
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 2)
  }

  @Test(arguments: [
    (
      #"{"data":null,"error":{"message":"unknown project"}}"#,
      "Configuration error: unknown project"
    ),
    (#"{"data":null,"error":{}}"#, "Unknown API error"),
    (
      #"{"data":null,"error":{"message":"unknown project","code":17}}"#,
      "Configuration error: unknown project (code 17)"
    ),
    (#"{"data":null,"error":"unknown project"}"#, "Configuration error: unknown project"),
    (
      #"{"data":{"experiment_map":[{"experiment_id":"a"}]}}"#,
      #"Serialization error: line 1: "data.experiment_map[0].status": found nothing, expected a text"#
    ),
    (
      #"{"data":{"experiment_map":[{"status":"a","variant":{"variables":[{"value":2,"key":"k","data_type":"INT"}]}}]}}"#,
      "Serialization error: line 1: \"data.experiment_map[0].variant.variables[0].value\": "
        + "found 2, expected a text"
    ),
  ])
  func `an invalid response changes no experiment`(body: String, error: String) async throws {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments()
    _ = try await experiments.refreshExperiments()
    lab.server.change { _ in .text(body) }
    let thrown = await #expect(throws: ExperimentsError.self) {
      _ = try await experiments.refreshExperiments()
    }
    #expect(thrown?.description == error)
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 2)
  }

  @Test func `an error object in a response is reported with the status`() async throws {
    let lab = try Lab { _ in .text(#"{"error":{"message":"m","code":17}}"#, status: 202) }
    let (experiments, _) = try await lab.experiments()
    await #expect(throws: ExperimentsError.refused(message: "m", code: "17", status: 202)) {
      _ = try await experiments.refreshExperiments()
    }
  }

  @Test(arguments: ["", "<html>", "[]", "{", "{\"data\":{\"experiment_map\":5}}"])
  func `a malformed body is reported as a serialization error`(body: String) async throws {
    let lab = try Lab { _ in .text(body) }
    let (experiments, _) = try await lab.experiments()
    let thrown = await #expect(throws: ExperimentsError.self) {
      _ = try await experiments.refreshExperiments()
    }
    #expect(thrown?.description.hasPrefix("Serialization error: ") == true)
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 5)
  }

  @Test(arguments: ["{}", "{\"data\":null}", "{\"data\":{}}", "{\"data\":{\"experiment_map\":[]}}"])
  func `a response without experiments is a success`(body: String) async throws {
    let lab = try Lab { _ in .text(body) }
    let (experiments, _) = try await lab.experiments()
    #expect(try await experiments.refreshExperiments().data == [])
  }

  @Test func `without a user id and a guest id no request is sent`() async throws {
    let lab = try Lab()
    let (experiments, core) = try await lab.experiments(Lab.quiet(onLogout: true))
    core.user.clearAllUserData()
    await experiments.finishAutomaticFetches()
    #expect(try await experiments.refreshExperiments() == ExperimentResponse())
    #expect(lab.server.requests.isEmpty)
  }

  @Test func `without experiment keys no request is sent`() async throws {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments(Lab.quiet([:]))
    #expect(try await experiments.fetchExperiments(for: [:]) == ExperimentResponse())
    #expect(try await experiments.refreshExperiments() == ExperimentResponse())
    #expect(lab.server.requests.isEmpty)
  }

  @Test func `a fetch with an invalid URL reports an error`() async throws {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments(http: HTTPConfig(apiBaseUrl: "no address"))
    let thrown = await #expect(throws: ExperimentsError.self) {
      _ = try await experiments.refreshExperiments()
    }
    #expect(thrown?.description == "Configuration error: Invalid API URL")
  }
}
