import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBundle } from '../../src/node/bundle/from-file.js'
import { evaluateInPause } from './debugged.js'
import { type InstalledProject, createProject, perform } from './project.js'
import { packedTarball } from './tarball.js'

describe.each(['20.19', '24'] as const)('Node.js %s', (node) => {
  let project: InstalledProject
  beforeAll(async () => {
    project = await createProject({ node, packages: [], folders: ['inspect'] }, packedTarball())
  })
  afterAll(() => project?.remove())

  test.each(['inspect.mjs', 'inspect-node.mjs', 'inspect.cjs'])(
    '%s writes its bundles synchronously, and prints nothing else',
    async (file) => {
      const env = { FAKECLUSTER_BUNDLES: join(project.folder, `bundles-${file}`) }
      const { prints } = await perform({ title: file, command: [file], prints: [[/^(.*)$/m, '']], env }, project)
      // Neither warnings nor anything else.
      expect(prints).toEqual(['written'])
    },
  )

  test.each(['paused.mjs', 'paused.cjs'])('inspect() works at a breakpoint of %s', async (file) => {
    const folder = join(project.folder, `kept-${file}`)
    const path = await evaluateInPause(project.node, file, {
      cwd: project.folder,
      expression: 'cluster.inspect()',
      env: { FAKECLUSTER_BUNDLES: folder },
    })
    expect(path).toBe(join(folder, 'run-1.fakecluster.html'))
    const cluster = await fromBundle(String(path))
    expect((await cluster.list('Lease')).items.map(({ metadata }) => metadata.name)).toEqual(
      file === 'paused.mjs' ? ['leader'] : [],
    )
  })
})
