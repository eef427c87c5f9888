/* Lets chosen calls of a program fail, for files below one directory only. Preloaded into phlistd by the crash tests.
 *
 *   FAULT_BELOW   the directory, with its slash at the end
 *   FAULT_CALL    fdatasync, fsync, pwrite or rename
 *   FAULT_NTH     which of these calls fails first, counted from 1
 *   FAULT_COUNT   how many calls fail from there on
 *   FAULT_ERRNO   what they fail with
 *   FAULT_STRUCK  a file that gets a line for each failure
 *
 * A failing pwrite writes its first half. A failing fdatasync leaves zeros where the file was written since the last
 * one that succeeded: that is what a reader finds behind the end of the old file once the kernel has dropped the pages that
 * it could not write, although a second fdatasync would succeed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { descriptors_max = 1024 };

/* Taken again by the thread that holds it: a note of a failure closes a file, too. */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static long calls;
/* The bytes of each descriptor that no flush has made durable; empty when begin is not below end. */
static struct {
    off_t begin, end;
} dirty[descriptors_max];

static long number(const char *name) {
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : 0;
}

static int is_below(const char *path) {
    const char *below = getenv("FAULT_BELOW");
    return below && strncmp(path, below, strlen(below)) == 0;
}

/* A directory is below itself, since its slash is added. */
static int descriptor_is_below(int descriptor) {
    char link[64], path[PATH_MAX + 1];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t size = readlink(link, path, sizeof path - 2);
    if (size < 0) return 0;
    memcpy(path + size, "/", 2);
    return is_below(path);
}

static void note(const char *call) {
    const char *path = getenv("FAULT_STRUCK");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (file < 0) return;
    if (dprintf(file, "%s %ld\n", call, calls) < 0) perror(path);
    close(file);
}

/* Counts a call below the directory; says whether it fails, and has then set errno. The lock is held. */
static int strikes(const char *call) {
    const char *chosen = getenv("FAULT_CALL");
    if (!chosen || strcmp(chosen, call) != 0) return 0;
    calls++;
    if (calls < number("FAULT_NTH") || calls >= number("FAULT_NTH") + number("FAULT_COUNT")) return 0;
    note(call);
    errno = (int)number("FAULT_ERRNO");
    return 1;
}

static ssize_t real_pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
    static ssize_t (*real)(int, const void *, size_t, off_t);
    if (!real) real = (ssize_t(*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, "pwrite");
    return real(descriptor, bytes, size, offset);
}

static void soil(int descriptor, off_t begin, off_t end) {
    if (descriptor >= descriptors_max) return;
    if (dirty[descriptor].begin >= dirty[descriptor].end) dirty[descriptor].begin = begin;
    if (begin < dirty[descriptor].begin) dirty[descriptor].begin = begin;
    if (end > dirty[descriptor].end) dirty[descriptor].end = end;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
    if (!descriptor_is_below(descriptor)) return real_pwrite(descriptor, bytes, size, offset);
    pthread_mutex_lock(&lock);
    int fails = strikes("pwrite"), cause = errno;
    ssize_t written = real_pwrite(descriptor, bytes, fails ? size / 2 : size, offset);
    if (written > 0) soil(descriptor, offset, offset + written);
    pthread_mutex_unlock(&lock);
    if (!fails) return written;
    errno = cause;
    return -1;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off_t offset) {
    return pwrite(descriptor, bytes, size, offset);
}

static void lose(int descriptor) {
    static const char zeros[4096];
    off_t begin = dirty[descriptor].begin, end = dirty[descriptor].end;
    while (begin < end) {
        size_t size = end - begin < (off_t)sizeof zeros ? (size_t)(end - begin) : sizeof zeros;
        if (real_pwrite(descriptor, zeros, size, begin) <= 0) return;
        begin += (off_t)size;
    }
}

static int flush(int descriptor, const char *call) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, call);
    if (!descriptor_is_below(descriptor)) return real(descriptor);
    pthread_mutex_lock(&lock);
    int fails = strikes(call), cause = errno, result = fails ? -1 : real(descriptor);
    if (descriptor < descriptors_max && (fails || result == 0)) {
        if (fails) lose(descriptor);
        dirty[descriptor].begin = dirty[descriptor].end = 0;
    }
    pthread_mutex_unlock(&lock);
    if (fails) errno = cause;
    return result;
}

/* The next file of this number is another one. */
int close(int descriptor) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "close");
    pthread_mutex_lock(&lock);
    if (descriptor >= 0 && descriptor < descriptors_max) dirty[descriptor].begin = dirty[descriptor].end = 0;
    pthread_mutex_unlock(&lock);
    return real(descriptor);
}

int fdatasync(int descriptor) {
    return flush(descriptor, "fdatasync");
}

int fsync(int descriptor) {
    return flush(descriptor, "fsync");
}

int rename(const char *from, const char *to) {
    int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    if (!is_below(to)) return real(from, to);
    pthread_mutex_lock(&lock);
    int fails = strikes("rename"), cause = errno;
    pthread_mutex_unlock(&lock);
    if (!fails) return real(from, to);
    errno = cause;
    return -1;
}
