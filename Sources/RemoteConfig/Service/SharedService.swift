/// Passes a service to another thread.
///
/// Unchecked, because the service guards all of its state with one lock. The class does not conform
/// to `Sendable`: the compiler would warn about every subclass that does not repeat the
/// conformance. Keepers need not be `Sendable` either, and guard their own state.
struct SharedService: @unchecked Sendable {
  let service: RemoteConfigService
}

/// A weak reference to a service, for closures on any thread that may outlive it; unchecked for the
/// reason of ``SharedService``.
struct WeakService: @unchecked Sendable {
  private(set) weak var service: RemoteConfigService?

  init(_ service: RemoteConfigService) {
    self.service = service
  }
}
