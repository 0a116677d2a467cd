import fc from 'fast-check'
import { parentPort, workerData } from 'node:worker_threads'
import { type Asked, shown } from './asked.js'
import { createBase } from './cluster.js'
import { anyRequest } from './requests.js'
import { type Other, others, tryOther } from './others.js'
import { type Finding, play } from './play.js'

/** The task of a worker. */
export type Work = { readonly runs: number; readonly seed: number; readonly slow: number; readonly all: boolean }

/** Messages of a worker: what it is about to try, what it found, and that it is done. */
export type Told =
  | { readonly type: 'trying'; readonly requests: readonly string[] }
  | { readonly type: 'found'; readonly finding: Finding; readonly requests: readonly string[] }
  | { readonly type: 'done'; readonly runs: number }

// Passed by run.ts.
const { runs, seed, slow, all } = workerData as Work
const tell = (told: Told) => parentPort?.postMessage(told, [])
const strays: unknown[] = []
for (const event of ['unhandledRejection', 'uncaughtException'] as const)
  process.on(event, (error: unknown) => void strays.push(error))

const base = await createBase()
const known = new Set<string>()

/** Some requests in order, or another input. */
type Tried = readonly Asked[] | Other

/** Tries it again where it was slow: the first try may have loaded code, which `tsx` compiles. */
async function findingOf(tried: Tried): Promise<Finding | undefined> {
  const found = await findingOfOne(tried)
  return found?.at === SLOW ? findingOfOne(tried) : found
}

const SLOW = 'slow'

async function findingOfOne(tried: Tried): Promise<Finding | undefined> {
  const begun = process.cpuUsage()
  const found = await ('way' in tried ? tryOther(base, tried) : play(base, tried))
  // Unhandled rejections are reported at the end of a turn.
  await new Promise((resolve) => setImmediate(resolve))
  const { user, system } = process.cpuUsage(begun)
  const stray = strays.splice(0)[0]
  if (stray !== undefined)
    return {
      what: `into the void: ${stray instanceof Error ? stray.stack : String(stray)}`,
      at: `void ${String(stray).slice(0, 80)}`,
    }
  if (found) return found
  const ms = (user + system) / 1000
  return ms > slow ? { what: `${Math.round(ms)} ms of the processor`, at: SLOW } : undefined
}

const toldOf = (tried: Tried): readonly string[] => ('way' in tried ? [JSON.stringify(tried)] : tried.map(shown))

let count = 0
const requests = fc.array(anyRequest, { minLength: 1, maxLength: 3 })
const anything = fc.oneof({ weight: 9, arbitrary: requests }, { weight: 1, arbitrary: await others() })
const property = fc.asyncProperty(anything, async (tried: Tried) => {
  const told = toldOf(tried)
  count++
  tell({ type: 'trying', requests: told })
  const finding = await findingOf(tried)
  if (!finding || known.has(finding.at)) return
  if (!all) throw new Error(`${finding.what}\n${told.join('\n')}`)
  known.add(finding.at)
  tell({ type: 'found', finding, requests: told })
})
const {
  failed,
  errorInstance,
  counterexample,
  seed: used,
  counterexamplePath: path,
} = await fc.check(property, { numRuns: runs, seed })
if (failed) {
  const what = `${String(errorInstance)}\nseed ${used}, path ${path}`
  tell({ type: 'found', finding: { what, at: '' }, requests: counterexample ? toldOf(counterexample[0]) : [] })
}
tell({ type: 'done', runs: count })
