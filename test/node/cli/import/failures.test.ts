import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runImport } from '../../../../src/node/cli/import/run.js'
import { startCluster } from '../../../../src/node/start.js'
import { createImports } from './imported.js'
import { startMute, startScripted } from './scripted.js'

const imports = createImports()

/** Runs an import that has to fail: returns its exit code and error, and checks that nothing was printed or written. */
async function failure(...words: readonly string[]) {
  const { code, out, err, dir } = await imports.run(...words)
  expect({ out, written: existsSync(dir) }).toEqual({ out: '', written: false })
  return { code, err: err.replace('fakecluster import: ', '') }
}

describe('an import fails with an explanation for', () => {
  const HOW = 'Ask as somebody who may: through kubectl proxy, with --kubeconfig FILE, or with --token T'

  test('a request without credentials (401)', async () => {
    await using server = await startCluster({ token: 'secret' })
    expect(await failure('--server', server.url)).toEqual({
      code: 1,
      err: `${server.url} does not know who asks (401). ${HOW}.`,
    })
  })

  test('a kind that may not be listed (403), after others were read', async () => {
    await using server = await startCluster()
    await server.cluster.hooks.script([
      { before: { verb: 'list', kind: 'Secret' }, then: { status: { code: 403, message: 'secrets is forbidden' } } },
    ])
    expect(await failure('--server', server.url, '--objects', 'namespaces', 'secrets')).toEqual({
      code: 1,
      err: `${server.url} does not let you list secrets (403): secrets is forbidden. ${HOW}, or ask for some namespaces: --namespace NAME….`,
    })
  })

  test('a server that is not a Kubernetes API', async () => {
    await using server = await startScripted((path) => (path === '/version' ? { status: 404 } : undefined))
    expect(await failure('--server', server.url)).toEqual({
      code: 1,
      err: `${server.url} answers 404 where it is asked to tell its version; is it a Kubernetes API?`,
    })
  })

  test('a server that has nothing to import', async () => {
    await using server = await startScripted(() => undefined)
    expect((await failure('--server', server.url)).err).toContain('There is nothing to write')
  })
})

describe('an import fails when the server', () => {
  test('does not listen', async () => {
    const server = await startScripted(() => undefined)
    await server[Symbol.asyncDispose]()
    expect(await failure('--server', server.url)).toEqual({
      code: 1,
      err: `${server.url} cannot be reached: nothing listens there; start it with kubectl proxy, or name another with --server.`,
    })
  })

  test('accepts connections and never answers', async () => {
    await using server = await startMute()
    const err: string[] = []
    const io = { out: () => undefined, err: (line: string) => err.push(line), env: {}, patience: 20 }
    expect(await runImport(['--server', server.url, '--out', join(imports.folder, 'mute')], io)).toBe(1)
    expect(err).toEqual([`fakecluster import: ${server.url} cannot be reached: nothing came of it for 0.02 s.`])
  })
})

test('a group version whose extension server is down is left out with a warning', async () => {
  await using server = await startScripted((path) =>
    path === '/apis'
      ? { groups: [{ name: 'metrics.k8s.io', versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } }] }
      : path === '/apis/metrics.k8s.io/v1'
        ? { status: 503 }
        : path.startsWith('/api/v1/pods')
          ? { metadata: {}, items: [{ metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }] }
          : undefined,
  )
  const { code, out, err } = await imports.run('--server', server.url, '--objects', 'po')
  expect({ code, err }).toEqual({
    code: 0,
    err: 'fakecluster import: metrics.k8s.io/v1 does not answer (503), and is left out.',
  })
  expect(out).toContain('objects  1 pods')
})

describe('the output folder', () => {
  test.each([
    ['is left alone where it is not empty', (dir: string) => writeFileSync(join(dir, 'mine'), ''), ['mine'], 2],
    ['is filled where it is empty', () => undefined, ['objects'], 0],
  ])('%s', async (_, fill, left, code) => {
    await using server = await startCluster()
    const dir = join(imports.folder, `folder-${code}`)
    mkdirSync(dir)
    fill(dir)
    const err: string[] = []
    const io = { out: () => undefined, err: (line: string) => err.push(line), env: {} }
    expect(await runImport(['--server', server.url, '--out', dir, '--objects', 'ns'], io)).toBe(code)
    expect(readdirSync(dir)).toEqual(left)
    expect(err).toEqual(
      code === 0 ? [] : [`fakecluster import: The folder ${dir} is not empty: remove it, or name another.`],
    )
  })
})

describe('a wrong command line is refused', () => {
  test.each([
    ['', 'Which server? Give --server URL, as kubectl proxy tells it, or --kubeconfig FILE.'],
    ['--server http://x --kubeconfig y', 'Give --server or --kubeconfig, not both: a kubeconfig names a server.'],
    ['--server nonsense', '--server takes a URL such as http://127.0.0.1:8001, not "nonsense".'],
    ['--sever http://x', 'There is no flag --sever. Did you mean --server?'],
    ['pods', 'import takes no "pods". See fakecluster import --help.'],
    ['--objects', '--objects needs a value: --objects KIND….'],
    ['--insecure=yes', '--insecure takes no value.'],
    ['--kubeconfig /nowhere', 'Cannot read /nowhere: there is no such file or folder.'],
  ])('%s', async (line, message) => {
    expect(await failure(...line.split(' ').filter(Boolean))).toEqual({ code: 2, err: message })
  })

  test('without --out', async () => {
    const err: string[] = []
    const io = { out: () => undefined, err: (text: string) => err.push(text), env: {} }
    expect(await runImport(['--server', 'http://x'], io)).toBe(2)
    expect(err).toEqual(['fakecluster import: --out DIR is missing: the folder to write.'])
  })

  test('with a kind that the server does not have, and one that cannot be listed', async () => {
    await using server = await startCluster()
    expect(await failure('--server', server.url, '--objects', 'deploymnts')).toEqual({
      code: 1,
      err: 'The server has no kind "deploymnts". Did you mean deployments?',
    })
    expect(await failure('--server', server.url, '--objects', 'tokenreviews')).toEqual({
      code: 1,
      err: 'TokenReview of authentication.k8s.io/v1 cannot be listed: nothing of it is stored.',
    })
  })
})
