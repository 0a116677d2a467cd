import { createServer } from 'node:http'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Bounds } from '../../../../src/node/cli/import/bounds.js'
import { createImports } from './imported.js'
import { listening, startScripted } from './scripted.js'

const imports = createImports()
const pod = (name: string) => ({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }] } })

/** The answers of a server with one more group, in a version with one kind. */
const withGroup = (group: string, version: string, plural: string) => (path: string) =>
  path === '/apis'
    ? { groups: [{ name: group, versions: [{ version }], preferredVersion: { version } }] }
    : path === '/openapi/v3'
      ? { paths: { [`apis/${group}/${version}`]: { serverRelativeURL: '/document' } } }
      : path === '/document'
        ? { openapi: '3.0.0', info: { title: '', version: '' }, paths: {} }
        : path.startsWith('/apis/')
          ? { resources: [{ name: plural, kind: 'Kind', namespaced: true, verbs: ['list'] }] }
          : undefined

describe('a name that no server can give is never part of a path', () => {
  test.each([
    ['a', 'v1/../../../mine', 'widgets'],
    ['..', 'v1', 'widgets'],
    ['a/../../..', 'mine', 'widgets'],
    ['A', 'v1', 'widgets'],
    ['a\nb', 'v1', 'widgets'],
  ])('group %j in version %j', async (group, version, plural) => {
    await using server = await startScripted(withGroup(group, version, plural))
    writeFileSync(join(imports.folder, 'mine.json'), 'mine')
    const before = readdirSync(imports.folder)
    const { code, err } = await imports.run('--server', server.url)
    const shown = `${group}/${version}`.replace('\n', '\\u000a')
    expect(code).toBe(1)
    expect(err.split('\n')[0]).toBe(
      `fakecluster import: ${shown} is left out: no group and version can have that name.`,
    )
    expect(readdirSync(imports.folder)).toEqual(before)
  })

  test.each(['../../../mine', '..', 'a.b', 'A', ''])('plural %j', async (plural) => {
    await using server = await startScripted(withGroup('a.io', 'v1', plural))
    const { err } = await imports.run('--server', server.url, '--objects', plural || 'kind')
    expect(err).toContain('The server has no kind')
  })
})

describe('a list that never ends is given up', () => {
  const page = (rest: string, items: readonly object[] = []) => ({ metadata: { continue: rest }, items })
  test.each<[string, (path: string, count: number) => object, Partial<Bounds>, string]>([
    ['whose continue token never changes', () => page('x'), {}, 'continues at the same place again and again'],
    ['of ever more pages', (_, count) => page(`${count}`), { pages: 30 }, 'has more than 30 pages'],
    ['of ever more objects', (_, i) => page(`${i}`, [pod(`a-${i}`)]), { objects: 5 }, 'has more than 5 objects'],
    [
      'of ever more text',
      (_, i) => ({ ...page(`${i}`), x: 'x'.repeat(1e5) }),
      { bytes: 1e6 },
      'more than 1 MiB in all',
    ],
    ['that takes long in all', (_, i) => page(`${i}`), { all: 50 }, 'is given up'],
    [
      'that is gone after each page',
      (path) => (path.includes('continue') ? { status: 410 } : page('x')),
      {},
      'answers 410 where it is asked to list pods',
    ],
  ])('%s', async (_, answer, bounds, message) => {
    let count = 0
    await using server = await startScripted((path) =>
      path.startsWith('/api/v1/pods') ? { ...answer(path, ++count) } : undefined,
    )
    const { code, err, dir } = await createImports(bounds).run('--server', server.url, '--objects', 'pods')
    expect([code, existsSync(dir)]).toEqual([1, false])
    expect(err).toContain(message)
  })
})

describe('a reply that is too much is given up', () => {
  test('if it drips', async () => {
    await using server = await listening(
      createServer((_, reply) => {
        const drops = setInterval(() => reply.write(' '), 5)
        reply.on('close', () => clearInterval(drops))
      }),
    )
    const { code, err } = await createImports({ patience: 1000, reply: 60 }).run('--server', server.url)
    expect(code).toBe(1)
    expect(err).toContain('its answer was not complete after 0.06 s')
  })

  test('if it is long', async () => {
    await using server = await startScripted((path) => (path === '/version' ? { x: 'x'.repeat(3e6) } : undefined))
    const { code, err } = await createImports({ replyBytes: 2 * 1024 ** 2 }).run('--server', server.url)
    expect(code).toBe(1)
    expect(err).toContain('its answer is longer than 2 MiB')
  })

  test('if it is nested deeply', async () => {
    await using server = await listening(
      createServer((_, reply) => void reply.end(`{"gitVersion":${'['.repeat(1e5)}${']'.repeat(1e5)}}`)),
    )
    const { code, err } = await imports.run('--server', server.url)
    expect(code).toBe(1)
    expect(err).toContain(
      "answers JSON at /version that is nested too deeply: invalid character '[' exceeded max depth",
    )
  })

  test('if it lists thousands of groups; a few are asked for at once', async () => {
    let [most, open] = [0, 0]
    const versions = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ name: `g${i}.io`, versions: [{ version: 'v1' }] }))
    const start = (count: number) =>
      listening(
        createServer(({ url = '' }, reply) => {
          most = Math.max(most, ++open)
          const body =
            url === '/version' ? {} : url === '/apis' ? { groups: versions(count) } : { versions: [], resources: [] }
          setTimeout(() => {
            open--
            reply.end(JSON.stringify(body))
          }, 2)
        }),
      )
    await using large = await start(20_000)
    expect((await imports.run('--server', large.url)).err).toContain(
      'lists 20000 versions of groups; at most 2000 are imported',
    )
    await using small = await start(60)
    expect((await imports.run('--server', small.url)).err).toContain('There is nothing to write')
    expect(most).toBeLessThan(20)
  })
})

test('200,000 objects in one list are read', async () => {
  const items = Array.from({ length: 200_000 }, () => ({ metadata: { name: 'same' } }))
  await using server = await startScripted((path) =>
    path.startsWith('/api/v1/pods') ? { metadata: {}, items } : undefined,
  )
  const { createRemote } = await import('../../../../src/node/cli/import/remote.js')
  const { createLister } = await import('../../../../src/node/cli/import/read-server.js')
  const { BOUNDS } = await import('../../../../src/node/cli/import/bounds.js')
  const list = createLister(createRemote({ base: server.url }, BOUNDS), BOUNDS)
  const pods = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true, listed: true }
  expect(await list({ ...pods, names: [], categories: [] }, [])).toHaveLength(200_000)
})

test('all objects that would not load are left out in one round', async () => {
  const items = Array.from({ length: 60 }, (_, i) => ({ ...pod(`p${i}`), unknown: true }))
  await using server = await startScripted((path) =>
    path.startsWith('/api/v1/pods') ? { metadata: {}, items: [...items, pod('good')] } : undefined,
  )
  const { out, err } = await imports.run('--server', server.url, '--objects', 'pods')
  expect(out).toContain('1 pods')
  expect(err.split('\n')).toHaveLength(60)
})

test("control characters of a server's words reach neither the terminal nor the files", async () => {
  const evil = 'a\u001b]0;owned\u0007\u009b2J\r\n\u202eb'
  await using server = await startScripted((path) =>
    path === '/version'
      ? { gitVersion: evil }
      : path === '/apis'
        ? { groups: [{ name: evil, versions: [{ version: 'v1' }] }] }
        : path.startsWith('/api/v1/pods')
          ? { metadata: {}, items: [pod('good'), { ...pod('bad'), [evil]: 1 }] }
          : undefined,
  )
  const { out, err, dir } = await imports.run('--server', server.url, '--objects', 'pods')
  const control = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/
  for (const text of [out, err, imports.read(dir, 'objects/pods.yaml')]) expect(text).not.toMatch(control)
  expect(err.split('\n')).toHaveLength(2)
  expect(imports.read(dir, 'objects/pods.yaml').split('\n')[0]).toBe(
    '# Imported from a server of version a\\u001b]0;owned\\u0007\\u009b2J\\u000d\\u000a\\u202eb.',
  )
})
