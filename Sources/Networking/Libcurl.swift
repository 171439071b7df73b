internal import CCurl
import Glibc

/// The library that sends the requests.
package enum Libcurl {
  /// Loads another file than the installed `libcurl.so.4`, for the whole process.
  ///
  /// Tests load one that lacks options. The call must come before the first request.
  package static func load(from path: String) {
    // The C library keeps the pointer until the file is loaded, so the copy is never freed.
    ccurl_load_from(strdup(path))
  }
}
