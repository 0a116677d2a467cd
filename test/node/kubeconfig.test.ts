import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { kubeconfig, writeKubeconfig } from '../../src/node/kubeconfig.js'

const config = (cluster: object, token: string) => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'fakecluster', cluster }],
  users: [{ name: 'fakecluster', user: { token } }],
  contexts: [{ name: 'fakecluster', context: { cluster: 'fakecluster', user: 'fakecluster' } }],
  'current-context': 'fakecluster',
})

test('a kubeconfig of a plain HTTP server', () => {
  const url = 'http://127.0.0.1:8080'
  expect(parse(kubeconfig({ url }))).toEqual(config({ server: url, 'insecure-skip-tls-verify': true }, 'fakecluster'))
})

test('a kubeconfig of an HTTPS server quotes a token that YAML would misread', () => {
  const url = 'https://[::1]:8443'
  const data = Buffer.from('PEM\n').toString('base64')
  expect(parse(kubeconfig({ url, certificate: 'PEM\n', token: '0x1F: "\\' }))).toEqual(
    config({ server: url, 'certificate-authority-data': data }, '0x1F: "\\'),
  )
})

describe('the kubeconfig file', () => {
  let folder: string
  const text = kubeconfig({ url: 'http://127.0.0.1:1' })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fakecluster-'))
  })

  afterAll(() => rm(folder, { recursive: true }))

  test('is readable by its owner only', async () => {
    const path = join(folder, 'new')
    await writeKubeconfig(path, text)
    expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual([text, 0o600])
  })

  test.each([
    ['empty', ''],
    ['an earlier one', kubeconfig({ url: 'http://127.0.0.1:2', token: 'old' })],
  ])('replaces a file that is %s', async (name, before) => {
    const path = join(folder, name)
    await writeFile(path, before)
    await writeKubeconfig(path, text)
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  test.each([0o644, 0o666])('of mode %o is readable by its owner only once it holds a token', async (mode) => {
    const path = join(folder, `mode-${mode}`)
    await writeFile(path, kubeconfig({ url: 'http://127.0.0.1:2' }))
    await chmod(path, mode)
    await writeKubeconfig(path, text)
    expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual([text, 0o600])
  })

  test('keeps the clusters, users and contexts of others', async () => {
    const path = join(folder, 'config')
    const mine = {
      apiVersion: 'v1',
      kind: 'Config',
      preferences: { colors: true },
      clusters: [
        { name: 'prod', cluster: { server: 'https://prod:6443', 'certificate-authority-data': 'MTIz' } },
        { name: 'fakecluster', cluster: { server: 'http://127.0.0.1:2' } },
      ],
      users: [{ name: 'me', user: { token: '0x1F' } }],
      contexts: [{ name: 'prod', context: { cluster: 'prod', user: 'me', namespace: 'shop' } }],
      'current-context': 'prod',
    }
    await writeFile(path, JSON.stringify(mine), { mode: 0o644 })
    for (const url of ['http://127.0.0.1:3', 'http://127.0.0.1:1']) await writeKubeconfig(path, kubeconfig({ url }))
    const own = config({ server: 'http://127.0.0.1:1', 'insecure-skip-tls-verify': true }, 'fakecluster')
    expect(parse(await readFile(path, 'utf8'))).toEqual({
      ...mine,
      clusters: [mine.clusters[0], ...own.clusters],
      users: [...mine.users, ...own.users],
      contexts: [...mine.contexts, ...own.contexts],
      'current-context': 'fakecluster',
    })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['no kubeconfig', 'apiVersion: v1\n'],
    ['no YAML', 'a: [\n'],
    ['a kubeconfig that says something twice', 'kind: Config\nusers: []\nusers: []\n'],
    ['a kubeconfig whose users are no list', 'kind: Config\nusers: { me: {} }\n'],
  ])('is not written over %s', async (_, before) => {
    const path = join(folder, 'other')
    await writeFile(path, before)
    await expect(writeKubeconfig(path, text)).rejects.toThrow(
      `The file ${path} is not a kubeconfig, so it is not overwritten: name another path.`,
    )
    expect(await readFile(path, 'utf8')).toBe(before)
  })

  test('is where a link leads to; a link to nothing and a pipe are refused', async () => {
    const [path, link, dangling, loop, pipe] = ['real', 'link', 'dangling', 'loop', 'pipe'].map((name) =>
      join(folder, name),
    ) as [string, string, string, string, string]
    await writeFile(path, '', { mode: 0o644 })
    await symlink('real', link)
    await symlink('nothing', dangling)
    await symlink('loop', loop)
    execFileSync('mkfifo', [pipe])
    await writeKubeconfig(link, text)
    expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual([text, 0o600])
    await expect(writeKubeconfig(dangling, text)).rejects.toThrow(
      `Cannot write ${dangling}: it is a link to a file that is not there.`,
    )
    await expect(writeKubeconfig(loop, text)).rejects.toThrow(
      `Cannot write ${loop}: it is a link that leads back to itself.`,
    )
    await expect(writeKubeconfig(pipe, text)).rejects.toThrow(`Cannot write ${pipe}: it is not a plain file.`)
    expect((await readdir(folder)).filter((name) => /tmp|nothing/.test(name))).toEqual([])
  })

  test('cannot be a folder, nor in a folder that does not exist', async () => {
    await expect(writeKubeconfig(folder, text)).rejects.toThrow(`Cannot write ${folder}: it is a folder.`)
    const path = join(folder, 'no', 'config')
    await expect(writeKubeconfig(path, text)).rejects.toThrow(`Cannot write ${path}: there is no such file or folder.`)
  })
})
