import { expect, test } from 'vitest'
import { ensureBuilt } from './built.js'
import { root, run } from './install.js'

// Loads the package into a context of node:vm, as Jest and vitest's vmThreads do, and counts how often it reads globals
// of the language from the global object of that context.
const program = `
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { compileFunction, createContext, runInContext } from 'node:vm'

const context = createContext({})
const own = new Set(runInContext('Object.getOwnPropertyNames(globalThis)', context))
for (const name of Object.getOwnPropertyNames(globalThis)) if (!own.has(name)) context[name] = globalThis[name]
const reads = {}
for (const name of ['Array', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Set', 'String']) {
  const value = runInContext(name, context)
  reads[name] = 0
  Object.defineProperty(context, name, { get: () => (reads[name]++, value) })
}

const loaded = new Map()
const builtin = createRequire(process.cwd() + '/package.json')
function load(file) {
  if (loaded.has(file)) return loaded.get(file).exports
  const module = { exports: {} }
  loaded.set(file, module)
  const required = (name) => (name.startsWith('.') ? load(resolve(dirname(file), name)) : builtin(name))
  const parameters = ['exports', 'require', 'module', '__filename', '__dirname']
  const run = compileFunction(readFileSync(file, 'utf8'), parameters, { filename: file, parsingContext: context })
  run(module.exports, required, module, file, dirname(file))
  return module.exports
}

const { createCluster } = load(resolve('dist/commonjs/index.js'))
const cluster = createCluster({ seed: 1 })
const statuses = []
for (const path of ['/openapi/v3', '/openapi/v2', '/apis']) {
  const reply = await cluster.fetch(path)
  await reply.text()
  statuses.push(reply.status)
}
for (let i = 0; i < 200; i++) {
  await cluster.create('ConfigMap', { metadata: { name: 'a' + i }, data: { a: 'b' } })
  await (await cluster.fetch('/api/v1/configmaps')).text()
}
console.log(JSON.stringify({ statuses, reads, chunks: loaded.size }))
`

type Counted = { readonly statuses: readonly number[]; readonly reads: Record<string, number>; readonly chunks: number }

test('in a context of node:vm each chunk reads a global of the language once', async () => {
  await ensureBuilt()
  const printed = await run(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], root)
  const { statuses, reads, chunks } = JSON.parse(printed) as Counted // the program prints it
  expect(statuses).toEqual([200, 200, 200])
  expect(Object.entries(reads).filter(([, count]) => count > chunks)).toEqual([])
  expect(Math.max(...Object.values(reads))).toBeGreaterThan(0)
})
