import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Told, Work } from './worker.js'

const print = (line: string) => void process.stdout.write(`${line}\n`)

// npm run fuzz -- --runs 5000 --seed 7: sends what nobody would send, and fails at what must not happen, with the requests that led to it.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    slow: { type: 'string', default: '1000' },
    all: { type: 'boolean', default: false },
  },
})
const work: Work = { runs: Number(values.runs), seed: Number(values.seed), slow: Number(values.slow), all: values.all }

/** Milliseconds without a word after which a run is taken for one that never ends. */
const STUCK = 60_000

let last: readonly string[] = []
let found = 0
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
  const stuck = setTimeout(() => {
    report(`no word for ${STUCK / 1000} s`, last)
    void worker.terminate()
    resolve(1)
  }, STUCK)
  worker.on('message', (told: Told) => {
    stuck.refresh()
    if (told.type === 'trying') last = told.requests
    if (told.type === 'found') report(told.finding.what, told.requests)
    if (told.type !== 'done') return
    print(
      `\n${told.runs} runs, seed ${work.seed}, ${Math.round((performance.now() - begun) / 1000)} s: ${found === 0 ? 'nothing found' : `${found} found`}`,
    )
    resolve(found === 0 ? 0 : 1)
  })
  worker.on('error', (error) => {
    report(`the worker died: ${error.stack ?? error.message}`, last)
    resolve(1)
  })
})
process.exit(code)
