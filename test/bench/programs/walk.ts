import { Session } from 'node:inspector/promises'
import { pathToFileURL } from 'node:url'
import type * as Package from '../../../src/node.js'
import { CONFIG_MAPS } from '../payload.js'

// Which functions of ours run for one request: modules that are not bundled, and V8's precise coverage.

/** What was run for one request. */
export type Walk = {
  readonly what: string
  /** Calls of functions; a generator that goes on counts as one more. */ readonly functions: number
  readonly files: readonly string[]
}

const [, , folder = '', entry = ''] = process.argv
const { startCluster } = (await import(pathToFileURL(entry).href)) as typeof Package
const root = pathToFileURL(`${folder}/`).href

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

const { url, cluster, close } = await startCluster({ profile: 'kubernetes' })
const at = `${url}${CONFIG_MAPS}`
const send = async (method: string, path: string, body?: object, type = 'application/json') => {
  const sent = await fetch(`${at}${path}`, {
    method,
    ...(body && { headers: { 'content-type': type }, body: JSON.stringify(body) }),
  })
  await sent.arrayBuffer()
  if (!sent.ok) throw new Error(`${method} ${path}: ${sent.status}`)
}
const STRATEGIC = 'application/strategic-merge-patch+json'
const steps = {
  'POST of a ConfigMap': (i: number) => send('POST', '', { metadata: { name: `a${i}` }, data: { key: 'value' } }),
  'strategic PATCH of it': (i: number) => send('PATCH', '/a0', { data: { key: `value ${i}` } }, STRATEGIC),
  'GET of it': () => send('GET', '/a0'),
}

/** Returns what has run since the last call. */
async function take(what: string): Promise<Walk> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const own = result
    .filter(({ url }) => url.startsWith(root) && !url.includes('node_modules'))
    .map(({ url, functions }) => ({
      file: url.slice(root.length),
      count: functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0),
    }))
    .filter(({ count }) => count > 0)
  return { what, functions: own.reduce((sum, { count }) => sum + count, 0), files: own.map(({ file }) => file) }
}

const walks: Walk[] = []
for (const [what, step] of Object.entries(steps)) {
  for (let i = 0; i < 5; i++) await step(i) // what is loaded or made at the first time is not counted
  await cluster.idle()
  await take(what)
  await step(9)
  walks.push(await take(what))
}
await close()
process.send!(walks)
