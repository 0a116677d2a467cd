import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roomOf, storeyOf } from '../../tools/storeys.js'
import { run } from './install.js'
import { type InstalledProject, createProject } from './project.js'
import { packedTarball } from './tarball.js'

let project: InstalledProject
let dist: string

beforeAll(async () => {
  project = await createProject({ node: '20.19', packages: [], folders: ['frames'] }, packedTarball())
  dist = join(project.folder, 'node_modules/fakecluster/dist')
})
afterAll(() => project?.remove())

/** Returns the source file of a line of a built file, from the comment that the bundler writes above it. */
function sourceAt(file: string, line: number): string | undefined {
  const above = readFileSync(file, 'utf8').split('\n').slice(0, line)
  return above.flatMap((text) => /^\/\/(?:#region)? ?(src\/\S+)/.exec(text)?.[1] ?? []).at(-1)
}

describe.each(['frames.mjs', 'frames.cjs'])('the stacks of %s', (program) => {
  test('have frames in existing files, named after the room or the storey of their source', async () => {
    const printed = await run(project.node, [program], project.folder)
    const frames = [...printed.matchAll(/(\/\S*node_modules\/fakecluster\/dist\/\S+?\.js):(\d+):\d+/g)]
    const found = frames.map(([, file = '', line]) => {
      expect(existsSync(file)).toBe(true)
      const [, name = ''] = /^(?:commonjs\/)?chunks\/([a-z-]+?)\d*\.js$/.exec(relative(dist, file)) ?? []
      return { name, source: sourceAt(file, Number(line)) }
    })
    const moduleOf = (source = '') => source.replace(/^src\//, '')
    const rooms = found.map(({ source }) => roomOf(moduleOf(source)))
    const elsewhere = found.filter(
      ({ name, source }) => ![roomOf, storeyOf].some((by) => by(moduleOf(source)) === name),
    )
    expect(elsewhere).toEqual([])
    // The failure happens within a request, a hook and a controller.
    expect([...new Set(rooms)]).toEqual(expect.arrayContaining(['controllers', 'server']))
  })

  test('lead from a wrong call to its line', async () => {
    const printed = await run(project.node, [program], project.folder)
    expect(printed).toMatch(
      new RegExp(`^TypeError: get: no kind "Leese" is served.*\\n\\s+at .*${program.replace('.', '\\.')}:\\d+`, 'm'),
    )
  })
})

test('no file refers to a missing source map', () => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const maps = files.flatMap((file) =>
    [...readFileSync(join(dist, file), 'utf8').matchAll(/^\/\/# sourceMappingURL=(\S+)$/gm)].map(([, url = '']) =>
      join(dist, file, '..', url),
    ),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(maps.filter((map) => !existsSync(map))).toEqual([])
})
