// The settings of the heap of the C library, which the Glibc module of Swift lacks.
#ifndef HALYARD_CMALLOC_SHIM_H
#define HALYARD_CMALLOC_SHIM_H

#include <malloc.h>

#endif
