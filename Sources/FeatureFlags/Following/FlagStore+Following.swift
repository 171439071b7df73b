import Locking

extension FlagStore {
  /// Sees what other programs decide, as soon as they have written it into the workspace.
  ///
  /// - Parameter onProblem: Called when the file of overrides cannot be understood, and with `nil`
  ///   when it can again; on any thread. The overrides in effect stay in the meantime.
  /// - Returns: What keeps following for as long as it is held; `nil` for a store without a
  ///   workspace, or when the kernel allows no more watches.
  public func followWorkspace(
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void = { _ in }
  ) -> OverridesFollower? {
    guard let workspace else { return nil }
    return OverridesFollower(path: workspace.overridesPath, onProblem: onProblem) { [weak self] in
      do throws(FlagStoreError) {
        try self?.reloadOverrides()
        return nil
      } catch {
        if case .notSaved(let problem) = error { return problem }
        // Reading names no feature, so that it can fail in no other way.
        return nil
      }
    }
  }

  /// Puts the overrides of a file above all others, and follows it; the file is only read.
  ///
  /// What the file says stays in effect when following ends, until another file is followed.
  ///
  /// - Parameters:
  ///   - path: The path of an `overrides.json`. It need not be there yet.
  ///   - onProblem: Called when the file cannot be understood, and with `nil` when it can again; on
  ///     any thread. The overrides in effect stay in the meantime.
  /// - Returns: What keeps following for as long as it is held; `nil` when the kernel allows no more
  ///   watches.
  public func followOverrides(
    at path: String,
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void = { _ in }
  ) -> OverridesFollower? {
    OverridesFollower(path: path, onProblem: onProblem) { [weak self] in
      do throws(WorkspaceError) {
        let overrides = try OverridesFile.overrides(at: path)
        guard let self else { return nil }
        state.withLock { $0.follow(standing(overrides)) }
        return nil
      } catch {
        return error
      }
    }
  }

  /// Takes back what a file that was followed had put in effect.
  func forgetFollowedOverrides() {
    state.withLock { $0.follow([:]) }
  }
}

extension OverridesFile {
  /// Reads a file of overrides; none if there is no file.
  static func overrides(at path: String) throws(WorkspaceError) -> [Feature.Name: Override] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.read(path)
    } catch {
      if error.isMissing { return [:] }
      throw .unreadable(path: path, reason: error.reason)
    }
    do throws(Malformed) {
      return try read(bytes)
    } catch {
      throw .malformed(path: path, line: error.line, reason: error.reason)
    }
  }
}
