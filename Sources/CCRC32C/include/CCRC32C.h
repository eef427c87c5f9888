#pragma once

#include <stddef.h>
#include <stdint.h>

/// Continues a CRC-32C (Castagnoli, RFC 3720 appendix B.4) over `length` bytes.
///
/// Pass 0, or a seed, for the first part and the previous result for each next one. Uses the processor's instruction
/// where there is one.
uint32_t phlist_crc32c(uint32_t crc, const void *bytes, size_t length);

/// The same sum by tables alone: what `phlist_crc32c` does on a processor without the instruction.
uint32_t phlist_crc32c_by_tables(uint32_t crc, const void *bytes, size_t length);
