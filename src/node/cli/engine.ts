import module from 'node:module'
import { setFlagsFromString } from 'node:v8'

// Settings of V8, only for processes of our own: an embedded cluster leaves those of its host alone. Flags are set when
// most modules have been loaded, since V8 takes no code that was compiled in advance with others.

/** What `node:module` has since Node.js 22.1. */
type CodeKeeper = { readonly enableCompileCache?: () => unknown }

/**
 * Keeps the compiled code of what this process imports from now on between runs, on Node.js 22.1 and later: in the
 * folder that `NODE_COMPILE_CACHE` names, or in that of temporary files; not with `NODE_DISABLE_COMPILE_CACHE=1`.
 */
export function keepCompiledCode(): void {
  const keeper = module as object as CodeKeeper // the types are those of the oldest Node.js
  keeper.enableCompileCache?.()
}

/**
 * Lets the heap of this process grow by at most half of what it holds before garbage is collected. V8 would let it grow
 * fourfold on a machine with much memory, so that a few requests of 3 MiB took hundreds of megabytes.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=50')

/**
 * Has functions optimized after three times as much use as V8 has by itself. Its optimizing compiler would take up to
 * half of the CPU time of a process that answers some hundred requests and ends, which is more than it saves there.
 */
export function optimizeLate(): void {
  const release = Number.parseInt(process.versions.node, 10)
  // V8 has counted calls since the one in Node 22, and bytecode before.
  setFlagsFromString(release < 22 ? '--interrupt-budget=200000' : '--invocation-count-for-turbofan=9000')
}
