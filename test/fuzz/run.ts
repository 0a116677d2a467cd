import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Told, Work } from './worker.js'

const print = (line: string) => void process.stdout.write(`${line}\n`)

// npm run fuzz -- --runs 5000 --seed 7: sends generated requests, and fails at a defect, with the requests that led to
// it.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    slow: { type: 'string', default: '1000' },
    all: { type: 'boolean', default: false },
  },
})
const work: Work = { runs: Number(values.runs), seed: Number(values.seed), slow: Number(values.slow), all: values.all }

/**
 * Milliseconds without a message after which a run counts as an endless loop, by CPU time, or as hanging, by the clock.
 */
const [STUCK, SILENT] = [60_000, 1_800_000]
const LOOK = 1_000
const inSeconds = (ms: number) => `${Math.round(ms / 1000)} s`

/** The number of runs between lines of progress. */
const STAGE = 10_000

let last: readonly string[] = []
let found = 0
let tried = 0
const report = (what: string, requests: readonly string[]) => {
  found++
  print(`\n== ${what}\n${requests.join('\n')}`)
}

const begun = performance.now()
const code = await new Promise<number>((resolve) => {
  const worker = new Worker(new URL('./start.js', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: 2048 },
  })
  let word = { worked: process.cpuUsage(), at: performance.now() }
  setInterval(() => {
    const { user, system } = process.cpuUsage(word.worked)
    const [worked, silent] = [(user + system) / 1000, performance.now() - word.at]
    if (worked < STUCK && silent < SILENT) return
    const why = worked < STUCK ? 'it waits for what does not come' : 'it does not end'
    report(`no word for ${inSeconds(silent)}, of which the processor worked ${inSeconds(worked)}: ${why}`, last)
    void worker.terminate()
    resolve(1)
  }, LOOK)
  worker.on('message', (told: Told) => {
    word = { worked: process.cpuUsage(), at: performance.now() }
    if (told.type === 'trying') {
      last = told.requests
      if (++tried % STAGE === 0 && tried < work.runs) print(`${tried} runs`)
    }
    if (told.type === 'found') report(told.finding.what, told.requests)
    if (told.type !== 'done') return
    print(
      `\n${told.runs} runs, seed ${work.seed}, ${Math.round((performance.now() - begun) / 1000)} s: ${found === 0 ? 'nothing found' : `${found} found`}`,
    )
    resolve(found === 0 ? 0 : 1)
  })
  worker.on('exit', () => {
    report('the worker ended without a word', last)
    resolve(1)
  })
  worker.on('error', (error) => {
    report(`the worker died: ${error.stack ?? error.message}`, last)
    resolve(1)
  })
})
process.exit(code)
