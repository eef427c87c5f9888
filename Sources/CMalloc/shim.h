// The settings of glibc's allocator, which the module Glibc leaves out.
#pragma once
#include <malloc.h>
