import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InstalledProject, createProject, perform } from './project.js'
import { projects } from './projects.js'
import { packedTarball } from './tarball.js'

describe.each(projects)('$name', (project) => {
  let installed: InstalledProject
  beforeAll(async () => {
    installed = await createProject(project, packedTarball())
  })
  afterAll(() => installed?.remove())

  test.each(project.steps)('$title', async (step) => {
    const { prints = [], fails = false } = step
    expect(await perform(step, installed)).toEqual({ failed: fails, prints: prints.map(([, text]) => text) })
  })
})
