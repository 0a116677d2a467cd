import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createClients } from './clients.js'
import type { Measure } from './measure.js'

const print = (line: string) => void process.stdout.write(`${line}\n`)

// npm run soak -- --minutes 60: sixteen clients write, count, watch, fork and leave, for a server as the command line starts it. Fails if
// something was lost or answered by an error of the server, or if it uses more at the end than after a third of the time.
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, parts: { type: 'string', default: '12' } },
})
const parts = Number(values.parts)
const partMs = (Number(values.minutes) * 60_000) / parts

/** How much more memory the server may use at the end than after a third. */
const MOST_GROWTH = 1.1

const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), {
  execArgv: [...process.execArgv, '--expose-gc'],
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
const ended = new Promise<never>((_, reject) => {
  child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
})
const answer = <T>() =>
  Promise.race([
    new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T))), // what it is asked for
    ended,
  ])
const { url } = await answer<{ url: string }>()

const clients = createClients(url)
const measures: Measure[] = []
for (let part = 1; part <= parts; part++) {
  const until = performance.now() + partMs
  await clients.work(() => performance.now() < until)
  child.send('measure')
  const measured = await answer<Measure>()
  measures.push(measured)
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  print(
    `${part}/${parts}: ${clients.done()} replies, memory ${mb(measured.memory)}, heap ${mb(measured.heap)}, handles ${JSON.stringify(measured.handles)}`,
  )
}
child.removeAllListeners('exit')
child.kill()

const third = measures[Math.ceil(parts / 3) - 1]
const last = measures.at(-1)
if (!third || !last) throw new Error('nothing was measured')
const problems = [
  ...clients.faults(),
  ...(['memory', 'heap'] as const)
    .filter((what) => last[what] > third[what] * MOST_GROWTH)
    .map((what) => `${what} grew by ${Math.round((last[what] / third[what] - 1) * 100)} % after the first third`),
  ...(JSON.stringify(last.handles) === JSON.stringify(third.handles) ? [] : ['handles are left open']),
]
for (const problem of problems) print(problem)
print(problems.length === 0 ? 'nothing lost, no error, and no growth' : 'failed')
process.exit(problems.length === 0 ? 0 : 1)
