import { parseArgs } from 'node:util'
import { startCluster } from '../../src/node/start.js'
import { type Measure, measure } from './measure.js'
import { createClients } from './clients.js'

const print = (line: string) => void process.stdout.write(`${line}\n`)

// npm run soak -- --minutes 10: clients connect, write, watch and leave; fails unless heap and handles in the end are
// those after the first part.
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, parts: { type: 'string', default: '10' } },
})
const parts = Number(values.parts)
const partMs = (Number(values.minutes) * 60_000) / parts

/** The most bytes that the heap may grow by: room for caches of the runtime. */
const MOST_GROWTH = 8 * 1024 * 1024

// Limits that are reached in the first part, so that history and journal stay full from then on.
const server = await startCluster({
  seed: 1,
  clock: 'system',
  history: { changes: 500, bytes: 16 * 1024 * 1024 },
  journal: { requests: 500, bytes: 4 * 1024 * 1024 },
  log: 'off',
})
const clients = createClients(server)
const measures: Measure[] = []
for (let part = 1; part <= parts; part++) {
  const until = performance.now() + partMs
  await clients.work(() => performance.now() < until)
  measures.push(await measure())
  const { heap, handles } = measures.at(-1) ?? { heap: 0, handles: {} }
  print(
    `${part}/${parts}: ${clients.done()} requests, heap ${(heap / 1024 / 1024).toFixed(1)} MiB, handles ${JSON.stringify(handles)}`,
  )
}
await server.close()

const [first, last] = [measures[0], measures.at(-1)]
const grown = (last?.heap ?? 0) - (first?.heap ?? 0)
const isFlat =
  grown <= MOST_GROWTH &&
  JSON.stringify(first?.handles) === JSON.stringify(last?.handles) &&
  clients.faults().length === 0
for (const fault of clients.faults()) print(fault)
print(
  `${isFlat ? 'flat' : 'not flat'}: heap ${grown < 0 ? '' : '+'}${(grown / 1024 / 1024).toFixed(1)} MiB since the first part`,
)
process.exit(isFlat ? 0 : 1)
