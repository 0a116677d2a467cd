import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../package/install.js'
import { type Chromium, startChromium } from './chromium.js'
import { type FileServer, serveFiles } from './files.js'

let chromium: Chromium
let files: FileServer
beforeAll(async () => {
  ;[chromium, files] = await Promise.all([startChromium(), serveFiles()])
})
afterAll(async () => {
  await Promise.all([chromium?.close(), files?.close()])
})

/** Counts the files of the package that a page has loaded, and their bytes, each compressed with gzip. */
async function loadedBy(module: string): Promise<{ readonly files: number; readonly bytes: number }> {
  const visit = await chromium.open(files.origin)
  const result = await visit.run(
    `${module}
     export const result = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
  )
  await visit.close()
  // The paths are strings.
  const loaded = (result as readonly string[]).filter((path) => path.startsWith('/dist/'))
  const sizes = loaded.map((path) => gzipSync(readFileSync(join(root, path))).length)
  return { files: loaded.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

const first = () =>
  loadedBy(
    `import { createCluster, intercept } from '${files.origin}/dist/browser.js'
     intercept(createCluster(), { hosts: ['cluster.local'] })
     const reply = await fetch('http://cluster.local/api/v1/namespaces/default/configmaps')
     if (reply.status !== 200) throw new Error(await reply.text())
     await reply.json()`,
  )

test('a page loads at most 460 kB, compressed, up to its first reply', async () => {
  const { bytes, files } = await first()
  expect(files).toBeGreaterThan(8)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(460_000)
})

test('modules that are loaded later count too', async () => {
  const before = await first()
  const after = await loadedBy(
    `import { createCluster } from '${files.origin}/dist/browser.js'
     const reply = await createCluster().fetch('http://cluster.local/openapi/v3')
     await reply.json()`,
  )
  expect(after.bytes).toBeGreaterThan(before.bytes + 10_000)
})
