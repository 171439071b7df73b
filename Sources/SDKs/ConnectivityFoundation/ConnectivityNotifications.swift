// Re-exports Foundation, like the umbrella header of the original framework. FoundationNetworking
// is re-exported because Apple's Foundation includes the URL session types.
@_exported public import Connectivity
@_exported public import Foundation
@_exported public import FoundationNetworking

extension Notification.Name {
  /// Posted by the notifier when the status changes; the object is the ``Connectivity``.
  ///
  /// The notification is posted to `NotificationCenter.default` on the callback queue, before
  /// `whenConnected` or `whenDisconnected` is called. New code uses ``Connectivity/changes``.
  public static var ConnectivityDidChange: Notification.Name {
    Notification.Name("kNetworkConnectivityChangedNotification")
  }

  /// Posted by the notifier when the default route changes; the object is the ``Connectivity``.
  ///
  /// The notification is posted to `NotificationCenter.default` on the callback queue, before the
  /// check that the change triggers has finished.
  public static var ReachabilityDidChange: Notification.Name {
    Notification.Name("kNetworkReachabilityChangedNotification")
  }
}

/// Installs the hooks of the Connectivity module; a constructor of CConnectivityFoundation calls it
/// when the program is loaded.
@_cdecl("ccf_install_hooks")
func installHooks() {
  var hooks = ConnectivityHooks()
  hooks.connectivityDidChange = { connectivity in
    NotificationCenter.default.post(name: .ConnectivityDidChange, object: connectivity)
  }
  hooks.reachabilityDidChange = { connectivity in
    NotificationCenter.default.post(name: .ReachabilityDidChange, object: connectivity)
  }
  hooks.probeDefaults = { ProbeDefaults(Connectivity.urlSessionConfiguration) }
  ConnectivityHooks.installed = hooks
}
