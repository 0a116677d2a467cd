import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap of this process grow by at most half of what it holds before garbage is collected. V8 would let it grow
 * fourfold on a machine with much memory, so that a few requests of 3 MiB took hundreds of megabytes. Only for
 * processes of our own: an embedded cluster leaves its host's settings alone.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=50')
