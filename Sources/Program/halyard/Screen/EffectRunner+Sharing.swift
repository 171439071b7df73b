import Connectivity
import Dashboard
import FeatureFlags

extension EffectRunner {
  func perform(_ effect: ReportEffect, _ facts: ReportFacts) async {
    guard let loaded = setup.session.loaded else {
      return inbox.report(failure: "The source is not loaded yet.")
    }
    let report = await Report(of: setup, loaded, facts)
    switch effect {
    case .copy: inbox.post(.readyToCopy(report.markdown))
    case .write:
      let files = ReportFiles(report, in: setup.program.environment.workingFolder)
      do throws(Failure) {
        try files.write(report)
        inbox.report(success: "The report is written to \(files.markdown), and as JSON beside it.")
      } catch {
        inbox.report(failure: error.message ?? "The report is not written.")
      }
    }
  }

  /// The maximum number of features that an entry of the activity log names.
  private static let detailLimit = 50

  func perform(_ effect: PresetEffect) async {
    do throws(PresetEffectRunner.Problem) {
      let result = try await PresetEffectRunner(setup).perform(effect)
      if let text = result.text {
        let kind = result.omissions.isEmpty ? Notice.Kind.success : .warning
        let details = (result.omissions + result.details).prefix(Self.detailLimit)
        inbox.post(.notice(Notice(text, kind: kind)))
        inbox.log(.own, text, details: details.joined(separator: "; "))
      }
      for event in result.events { inbox.post(event) }
    } catch {
      inbox.report(failure: "\(error)")
    }
  }
}
