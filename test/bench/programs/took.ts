/** A duration in milliseconds, by the clock and of CPU time. */
export type Took = { readonly ms: number; readonly cpuMs: number }
