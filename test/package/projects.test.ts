import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Place, createProject, perform } from './project.js'
import { projects } from './projects.js'
import { type Tarball, packTarball } from './tarball.js'

let tarball: Tarball
beforeAll(async () => {
  tarball = await packTarball()
})
afterAll(() => tarball?.remove())

describe.each(projects)('$name', (project) => {
  let place: Place
  beforeAll(async () => {
    place = await createProject(project, tarball.path)
  })
  afterAll(() => place?.remove())

  test.each(project.steps)('$title', async (step) => {
    const { prints = [], fails = false } = step
    expect(await perform(step, place)).toEqual({ failed: fails, prints: prints.map(([, text]) => text) })
  })
})
