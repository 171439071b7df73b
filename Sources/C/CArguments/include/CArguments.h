// The arguments of the process, as the kernel passed them.
#ifndef HALYARD_CARGUMENTS_H
#define HALYARD_CARGUMENTS_H

/// The number of arguments, with the name of the program.
int ca_count(void);

/// The argument at an index, or NULL if there is none.
const char *ca_argument(int index);

#endif
