import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { giveNodeParts } from '../../../src/cluster/node-parts.js'
import { createCluster } from '../../../src/index.js'
import { fromBundle } from '../../../src/node/bundle/from-file.js'
import { admissionFiles } from '../../../src/node/files/admission-files.js'
import { dial } from '../../../src/node/webhooks/dial.js'
import { inspectNow } from '../../../src/node/bundle/inspect-now.js'
import { inspectRun } from '../../../src/node/bundle/inspect-run.js'

const folder = mkdtempSync(join(tmpdir(), 'fakecluster-'))
// The built Node.js entry loads this module synchronously; here it is set from the source.
beforeAll(() => void giveNodeParts({ inspect: inspectRun, dial, admissionFiles }))
afterAll(() => {
  giveNodeParts({ inspect: inspectNow, dial, admissionFiles })
  rmSync(folder, { recursive: true })
})

test('inspect() gives each file an unused name, in the folder that a cluster shares with its forks', async () => {
  const bundles = join(folder, 'not/there/yet')
  const cluster = createCluster({ seed: 1, bundles })
  await cluster.create('Lease', { metadata: { name: 'a' } })
  expect(cluster.inspect()).toBe(join(bundles, 'run-1.fakecluster.html'))
  writeFileSync(join(bundles, 'run-2.fakecluster.html'), 'of somebody else')
  expect(cluster.fork().inspect()).toBe(join(bundles, 'run-3.fakecluster.html'))
  expect(readdirSync(bundles)).toHaveLength(3)
  expect(cluster.diff(await fromBundle(join(bundles, 'run-1.fakecluster.html')))).toEqual([])
})

test('a file given by name is replaced, whatever the bundles folder', () => {
  const cluster = createCluster({ seed: 1, bundles: join(folder, 'unused') })
  const file = join(folder, 'named.html')
  expect([cluster.inspect({ file }), cluster.inspect({ file })]).toEqual([file, file])
  expect(readdirSync(folder)).not.toContain('unused')
})

test('the folder is FAKECLUSTER_BUNDLES, else a new temporary one', () => {
  const cluster = createCluster({ seed: 1 })
  vi.stubEnv('FAKECLUSTER_BUNDLES', join(folder, 'by-environment'))
  expect(cluster.inspect()).toBe(join(folder, 'by-environment/run-1.fakecluster.html'))
  vi.stubEnv('FAKECLUSTER_BUNDLES', '')
  vi.stubEnv('TMPDIR', folder)
  const path = cluster.inspect()
  expect(path).toMatch(/fakecluster-\w{6}\/run-1\.fakecluster\.html$/)
  expect(path.startsWith(folder)).toBe(true)
  vi.unstubAllEnvs()
})

test('a folder that cannot be created and an unknown option throw', () => {
  writeFileSync(join(folder, 'a-file'), '')
  const cluster = createCluster({ seed: 1, bundles: join(folder, 'a-file/in') })
  expect(() => cluster.inspect()).toThrow(/Cannot write .*a-file.*: a part of its path is no folder/)
  expect(() => cluster.inspect({ folder: 'x' } as object)).toThrow(/inspect: .*folder/)
})

test('where no module can be loaded synchronously, the error names bundle() instead', () => {
  giveNodeParts({ inspect: inspectNow, dial, admissionFiles })
  expect(() => createCluster({ seed: 1 }).inspect()).toThrow(/await bundle\(cluster, 'run.fakecluster.html'\)/)
  giveNodeParts({ inspect: inspectRun, dial, admissionFiles })
})
