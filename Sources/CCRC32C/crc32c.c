#include "CCRC32C.h"

#include <string.h>

#if defined(__x86_64__)
#include <nmmintrin.h>
#define INSTRUCTION_TARGET __attribute__((target("sse4.2")))
#define SUM_8(crc, word) ((uint32_t)_mm_crc32_u64(crc, word))
#define SUM_1(crc, byte) _mm_crc32_u8(crc, byte)
#elif defined(__aarch64__) && defined(__linux__)
#include <arm_acle.h>
#include <asm/hwcap.h>
#include <sys/auxv.h>
#define INSTRUCTION_TARGET __attribute__((target("crc")))
#define SUM_8(crc, word) __crc32cd(crc, word)
#define SUM_1(crc, byte) __crc32cb(crc, byte)
#endif

/// The polynomial 0x1EDC6F41 with its bits in the order in which they arrive.
static const uint32_t polynomial = 0x82F63B78;

/// tables[n][b] is the sum of the byte b followed by n zero bytes ("slicing by 8").
static uint32_t tables[8][256];

static uint32_t by_tables(uint32_t crc, const uint8_t *bytes, size_t length) {
    for (; length >= 8; bytes += 8, length -= 8) {
        crc ^= (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
        crc = tables[7][crc & 255] ^ tables[6][crc >> 8 & 255] ^ tables[5][crc >> 16 & 255] ^ tables[4][crc >> 24]
            ^ tables[3][bytes[4]] ^ tables[2][bytes[5]] ^ tables[1][bytes[6]] ^ tables[0][bytes[7]];
    }
    for (; length > 0; bytes += 1, length -= 1) {
        crc = tables[0][(crc ^ *bytes) & 255] ^ crc >> 8;
    }
    return crc;
}

#if defined(INSTRUCTION_TARGET)
INSTRUCTION_TARGET
static uint32_t by_instruction(uint32_t crc, const uint8_t *bytes, size_t length) {
    for (; length >= 8; bytes += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        crc = SUM_8(crc, word);
    }
    for (; length > 0; bytes += 1, length -= 1) {
        crc = SUM_1(crc, *bytes);
    }
    return crc;
}
#endif

static uint32_t (*best)(uint32_t, const uint8_t *, size_t) = by_tables;

/// Runs before `main`, so that the tables and the choice need no lock.
__attribute__((constructor))
static void prepare(void) {
    for (uint32_t byte = 0; byte < 256; byte += 1) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; bit += 1) {
            crc = crc >> 1 ^ (crc & 1 ? polynomial : 0);
        }
        tables[0][byte] = crc;
    }
    for (int table = 1; table < 8; table += 1) {
        for (int byte = 0; byte < 256; byte += 1) {
            uint32_t crc = tables[table - 1][byte];
            tables[table][byte] = tables[0][crc & 255] ^ crc >> 8;
        }
    }
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("sse4.2")) {
        best = by_instruction;
    }
#elif defined(INSTRUCTION_TARGET)
    if (getauxval(AT_HWCAP) & HWCAP_CRC32) {
        best = by_instruction;
    }
#endif
}

uint32_t phlist_crc32c(uint32_t crc, const void *bytes, size_t length) {
    return ~best(~crc, bytes, length);
}

uint32_t phlist_crc32c_by_tables(uint32_t crc, const void *bytes, size_t length) {
    return ~by_tables(~crc, bytes, length);
}
