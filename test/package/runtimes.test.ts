import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installNode, run } from './install.js'
import { type InstalledProject, createProject } from './project.js'
import { packedTarball } from './tarball.js'

let project: InstalledProject
let version: string
/** The replies to the client of transcript.mjs in process. */
let transcript: string

beforeAll(async () => {
  project = await createProject({ node: '20.19', packages: [], folders: ['plain'] }, packedTarball())
  const manifest = await readFile(join(project.folder, 'node_modules/fakecluster/package.json'), 'utf8')
  version = (JSON.parse(manifest) as { readonly version: string }).version // every package has one
  transcript = await run(process.execPath, ['transcript.mjs', 'process'], project.folder)
})
afterAll(() => project?.remove())

test('the transcript has all methods and status codes, and watches with several events', () => {
  const { replies } = JSON.parse(transcript) as {
    readonly replies: readonly { readonly request: string; readonly status: number; readonly body: string }[]
  }
  expect(replies.length).toBeGreaterThan(60)
  expect([...new Set(replies.map(({ request }) => request.split(' ')[0]))].sort()).toEqual([
    'DELETE',
    'GET',
    'PATCH',
    'POST',
    'PUT',
    'watch',
  ])
  expect([...new Set(replies.map(({ status }) => status))].sort()).toEqual([200, 201, 400, 404, 409, 415, 422])
  const frames = replies
    .filter(({ request }) => request.startsWith('watch'))
    .map(({ body }) => body.trim().split('\n').length)
  expect(Math.min(...frames)).toBeGreaterThan(5)
})

describe.each(['20.19', '22', '24'])('Node.js %s', (release) => {
  let node: string
  beforeAll(async () => {
    node = await installNode(release)
  })

  test('is the expected version', async () => {
    expect(await run(node, ['--version'], project.folder)).toMatch(new RegExp(`^v${release}\\.`))
  })

  test('native import', async () => {
    expect(await run(node, ['import.mjs'], project.folder)).toContain(`import ${version}\n`)
  })

  test('native require', async () => {
    expect(await run(node, ['require.cjs'], project.folder)).toContain(`require ${version}\n`)
  })

  test.each(['process', 'socket'])('the same seed and requests give the same bytes: %s', async (way) => {
    expect(await run(node, ['transcript.mjs', way], project.folder)).toBe(transcript)
  })

  test('an import does not load fetch', async () => {
    const program = "await import('fakecluster/node'); console.log(process.moduleLoadList.join())"
    const loaded = await run(node, ['--input-type=module', '--eval', program], project.folder)
    expect(loaded).toContain('NativeModule _http_server')
    expect(loaded).not.toContain('undici')
  })

  // It came with 22.1.
  test.skipIf(release === '20.19')('the command keeps its compiled code', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fakecluster-code-'))
    const started = (more: NodeJS.ProcessEnv) =>
      run(node, ['node_modules/.bin/fakecluster', '--version'], project.folder, { TMPDIR: folder, ...more })
    await started({ NODE_DISABLE_COMPILE_CACHE: '1' })
    expect(await readdir(folder)).toEqual([])
    await started({})
    expect(await readdir(folder)).toEqual(['node-compile-cache'])
    const reused = await started({ NODE_DEBUG_NATIVE: 'COMPILE_CACHE' })
    expect(reused).toMatch(/cache for .*kinds\.js was accepted/)
    await rm(folder, { recursive: true })
  })

  test('the command prints its version', async () => {
    expect((await run(node, ['node_modules/.bin/fakecluster', '--version'], project.folder)).trim()).toBe(version)
  })
})

describe('on a Node.js that is too old', () => {
  let node: string
  beforeAll(async () => {
    node = await installNode('18')
  })

  const refusal = () => `fakecluster needs Node.js 20.19 or later, and this is 18.20.8 (${node}): install a later one`

  test('the command prints the required version, and fails', async () => {
    const outcome = await run(node, ['node_modules/.bin/fakecluster', '--port', '0'], project.folder).catch(
      (error: Error) => error,
    )
    expect(outcome).toMatchObject({ message: expect.stringContaining(refusal()), cause: { code: 2 } })
  })

  test('startCluster rejects with the required version', async () => {
    expect(await run(node, ['refused.mjs'], project.folder)).toContain(`StartError: ${refusal()}`)
  })
})
