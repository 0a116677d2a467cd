import type { Took } from './took.js'

// Measures an import in a fresh process.
const used = process.cpuUsage()
const begin = performance.now()
await import(process.argv[2]!)
const { user, system } = process.cpuUsage(used)
process.send!({ ms: performance.now() - begin, cpuMs: (user + system) / 1000 } satisfies Took)
