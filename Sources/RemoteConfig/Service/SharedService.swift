/// Carries a service to another thread.
///
/// The service guards all of its state with one lock, so calls from any thread are safe. The class
/// itself does not conform to `Sendable`: the compiler would warn about every subclass that does not
/// repeat the conformance. Keepers need not be `Sendable` either, and guard their own state.
struct SharedService: @unchecked Sendable {
  let service: RemoteConfigService
}

/// Refers to a service from closures that may outlive it, on any thread; see ``SharedService``.
struct WeakService: @unchecked Sendable {
  private(set) weak var service: RemoteConfigService?

  init(_ service: RemoteConfigService) {
    self.service = service
  }
}
