import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import type * as Package from '../../../src/index.js'
import type { Took } from './took.js'

// The CommonJS package as Jest loads it: each module is a function compiled in a context with globals of its own, whose
// look-ups cost a call. Without `context` as the second argument it is loaded as Node.js does.

const [, , entry = '', where] = process.argv

/** Returns a `require` that compiles the package's own files in a context. */
function requireIn(context: object): (from: string) => NodeJS.Require {
  const loaded = new Map<string, { exports: unknown }>()
  const requireFrom = (from: string): NodeJS.Require => {
    const own = createRequire(from)
    const load = (id: string): unknown => {
      const path = own.resolve(id)
      if (!path.startsWith('/') || path.includes('node_modules')) return own(id)
      const known = loaded.get(path)
      if (known) return known.exports
      const module = { exports: {} as unknown }
      loaded.set(path, module)
      const text = `(function (module, exports, require, __filename, __dirname) {${readFileSync(path, 'utf8')}\n})`
      runInContext(text, context, { filename: path, importModuleDynamically: (id) => import(id) })(
        module,
        module.exports,
        requireFrom(path),
        path,
        dirname(path),
      )
      return module.exports
    }
    return load as NodeJS.Require // its only use is to be called
  }
  return requireFrom
}

/** Makes a context with the globals of Node.js, as jest-environment-node does. */
function contextOfNode(): object {
  const context = createContext({})
  const given = runInContext('new Set(Object.getOwnPropertyNames(globalThis))', context) as Set<string>
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!given.has(name)) Object.defineProperty(context, name, Object.getOwnPropertyDescriptor(globalThis, name) ?? {})
  return Object.assign(context, { global: context })
}

const used = () => {
  const { user, system } = process.cpuUsage()
  return { ms: performance.now(), cpuMs: (user + system) / 1000 }
}
const times: Record<string, Took> = {}
async function measure<R>(what: string, work: () => Promise<R>): Promise<R> {
  const begin = used()
  const result = await work()
  const end = used()
  times[what] = { ms: end.ms - begin.ms, cpuMs: end.cpuMs - begin.cpuMs }
  return result
}

const load = (where === 'context' ? requireIn(contextOfNode()) : createRequire)(import.meta.filename)
const { createCluster } = await measure('import', async () => load(entry) as typeof Package)
const cluster = createCluster()
const read = async (path: string) => (await cluster.fetch(`http://cluster.local${path}`)).text()
await measure('the index of OpenAPI', () => read('/openapi/v3'))
await measure('its document of apps/v1', () => read('/openapi/v3/apis/apps/v1'))
await measure('a thousand creates', async () => {
  for (let i = 0; i < 1000; i++)
    await cluster.create('ConfigMap', { metadata: { name: `a${i}`, namespace: 'default' } })
})
process.send!(times)
