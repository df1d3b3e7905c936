# Asks the processor to fetch what will be needed soon, while other work is done.
cdef extern from * nogil:
    """
    #define aicore_prefetch(address) __builtin_prefetch(address)
    """
    void prefetch "aicore_prefetch"(const void* address)
