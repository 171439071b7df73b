import TestSupport
import Testing

/// Tests that keys, the lines of plain mode and the mouse have the same effects.
@Suite(.timeLimit(.minutes(10))) struct ScriptTests {
  @Test func `25 tasks of a tester lead to the same states with keys, plain mode and the mouse`()
    async throws
  {
    let tasks = ScriptTask.tester
    #expect(tasks.count == 25)
    let keys = try await ScriptRun(tasks, .keys)
    #expect(keys.moments.count == tasks.count)
    for (former, moment) in zip(keys.moments, keys.moments.dropFirst()) {
      #expect(former.content != moment.content, "\(moment.task) changes nothing")
    }
    #expect(keys.files.keys.sorted() == ["favourites.json", "overrides.json", "presets/demo.json"])
    #expect(keys.reportCount == 2)
    for device in [ScriptDevice.lines, .mouse] {
      let run = try await ScriptRun(tasks, device)
      for (expected, found) in zip(keys.moments, run.moments) {
        #expect(found == expected, "\(device): \(expected.task)")
      }
      #expect(run.moments.count == tasks.count)
      #expect(run.files == keys.files)
      #expect(run.reportCount == keys.reportCount)
    }
  }
}
