import TestSupport
import Testing

/// Tests that keys, the lines of plain mode and the mouse have the same effects.
@Suite(.timeLimit(.minutes(10))) struct ScriptTests {
  @Test func `25 acts of a tester lead to the same states with keys, plain mode and the mouse`()
    async throws
  {
    let acts = ScriptAct.tester
    #expect(acts.count == 25)
    let keys = try await ScriptRun(acts, .keys)
    #expect(keys.moments.count == acts.count)
    for (former, moment) in zip(keys.moments, keys.moments.dropFirst()) {
      #expect(former.content != moment.content, "\(moment.act) changes nothing")
    }
    #expect(keys.files.keys.sorted() == ["favourites.json", "overrides.json", "presets/demo.json"])
    #expect(keys.reportCount == 2)
    for device in [ScriptDevice.lines, .mouse] {
      let run = try await ScriptRun(acts, device)
      for (expected, found) in zip(keys.moments, run.moments) {
        #expect(found == expected, "\(device): \(expected.act)")
      }
      #expect(run.moments.count == acts.count)
      #expect(run.files == keys.files)
      #expect(run.reportCount == keys.reportCount)
    }
  }
}
