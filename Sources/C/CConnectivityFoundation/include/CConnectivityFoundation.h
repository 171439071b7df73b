#ifndef C_CONNECTIVITY_FOUNDATION_H
#define C_CONNECTIVITY_FOUNDATION_H

// Installs the hooks of ConnectivityFoundation; implemented in Swift.
void ccf_install_hooks(void);

#endif
