/** What something took, in milliseconds of the clock and of the processor. */
export type Took = { readonly ms: number; readonly cpuMs: number }
