import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Place, createProject, perform } from './project.js'
import { projects } from './projects.js'
import { packedTarball } from './tarball.js'

describe.each(projects)('$name', (project) => {
  let place: Place
  beforeAll(async () => {
    place = await createProject(project, packedTarball())
  })
  afterAll(() => place?.remove())

  test.each(project.steps)('$title', async (step) => {
    const { prints = [], fails = false } = step
    expect(await perform(step, place)).toEqual({ failed: fails, prints: prints.map(([, text]) => text) })
  })
})
