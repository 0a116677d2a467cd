import { deepStrictEqual, equal, match } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { bundle, fromBundle } from 'fakecluster/node'

/** The packed Bundle in a page. */
const read = (file) => {
  const [, data] = /id="bundle">([^<]+)</.exec(readFileSync(file, 'utf8'))
  return JSON.parse(gunzipSync(Buffer.from(data, 'base64')))
}

/** What is written at once is what `bundle` writes, and each file has a name of its own. */
export async function check(createCluster) {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  await cluster.create('Secret', { metadata: { name: 'leader' }, stringData: { word: 'hidden' } })
  cluster.hooks.before({ client: 'test', verb: 'list', kind: 'Node' }, () => {
    throw new Error('of a hook')
  })
  await cluster.list('Node').catch(() => undefined)
  // Nothing may be awaited between these.
  const first = cluster.inspect()
  const second = cluster.fork().inspect()
  const told = cluster.inspect({ file: 'deep/told.fakecluster.html', secrets: true })
  deepStrictEqual(read(first), read(await bundle(cluster, 'awaited.fakecluster.html')))
  const { start } = await (await fromBundle(first)).bundle()
  equal(start.filter(({ bootstrap }) => bootstrap).length > 50, true)
  match(first, /run-1\.fakecluster\.html$/)
  equal(second, first.replace('run-1', 'run-2'))
  equal(JSON.stringify(read(first)).includes(btoa('hidden')), false)
  equal(JSON.stringify(read(told)).includes(btoa('hidden')), true)
  console.log('written')
}
