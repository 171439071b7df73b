/// Passes a service to a closure on another thread.
///
/// The conformance is unchecked: the service guards all of its state with one lock. The class
/// itself does not conform to `Sendable`, because the compiler would warn about every subclass that
/// does not repeat the conformance. Keepers need not be `Sendable`, and guard their own state.
struct SharedService: @unchecked Sendable {
  let service: RemoteConfigService
}

/// A weak reference to a service, for closures that run on any thread and may outlive the service.
///
/// The conformance is unchecked for the same reason as that of ``SharedService``.
struct WeakService: @unchecked Sendable {
  private(set) weak var service: RemoteConfigService?

  init(_ service: RemoteConfigService) {
    self.service = service
  }
}
