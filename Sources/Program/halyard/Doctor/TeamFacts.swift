import FeatureFlags
import Team
import Text
import Workbench

/// Whether the team's etcd can be reached; nothing is written, neither to etcd nor to the local copy.
struct TeamFacts: Sendable {
  /// The state of a team that was reached.
  struct Success: Sendable {
    let address: TeamAddress
    let activity: TeamActivity
    let overrideCount: Int
  }

  /// The state of the team, or the error; `nil` without a team.
  let result: Result<Success, Failure>?

  /// Reads the overrides of the team that the options select.
  init(_ subject: DoctorSubject) async {
    do throws(Failure) {
      let team = try TeamOptions.selected(subject.source.team, subject.program)?
        .storage(subject.program, isForcing: false, isReadOnly: true)
      guard let team else {
        result = nil
        return
      }
      let check = try await mapError(awaiting: await team.check(), to: Failure.notRead)
      let (activity, count) = (check.activity, check.overrideCount)
      result = .success(Success(address: team.address, activity: activity, overrideCount: count))
    } catch {
      result = .failure(error)
    }
  }

  var findings: [DoctorFinding] {
    switch result {
    case nil: [.ok("none: the overrides of the workspace are used")]
    case .success(let success): [finding(of: success)]
    case .failure(.store(.notRead(let error))):
      [.failure(error)]
    case .failure(let failure):
      [.failure(failure, remedy: "correct the address and the files of the team")]
    }
  }

  private func finding(of success: Success) -> DoctorFinding {
    let (address, activity) = (success.address, success.activity)
    switch activity.status {
    case .connecting, .online:
      let permission = activity.isReadOnly ? "reading only" : "reading and writing"
      let text =
        "\(address): \(permission), \(Number.count(success.overrideCount, "override"))\(latency(activity))"
      guard !activity.defects.isEmpty else { return .ok(text) }
      return .warning(
        "\(text), \(Number.count(activity.defects.count, "key")) ignored",
        remedy: "halyard team status lists the ignored keys"
      )
    case .offline(_, let reason):
      return .failure(
        "\(address): \(reason)",
        remedy: "check the network and etcd; until then, changes are queued on this machine",
        exitCode: ExitCode.unavailable
      )
    }
  }

  private func latency(_ activity: TeamActivity) -> String {
    guard case .online(let latency?) = activity.status else { return "" }
    return ", \(latency.elapsedText)"
  }
}
