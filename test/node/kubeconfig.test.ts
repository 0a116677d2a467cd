import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
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

  test('is not written over a kubeconfig of somebody else', async () => {
    const path = join(folder, 'config')
    await writeFile(path, 'apiVersion: v1\n')
    await expect(writeKubeconfig(path, text)).rejects.toThrow(
      `The file ${path} is not a kubeconfig that fakecluster wrote, so it is not overwritten: name another path.`,
    )
    expect(await readFile(path, 'utf8')).toBe('apiVersion: v1\n')
  })

  test('cannot be a folder, nor in a folder that does not exist', async () => {
    await expect(writeKubeconfig(folder, text)).rejects.toThrow(`Cannot write ${folder}: it is a folder.`)
    const path = join(folder, 'no', 'config')
    await expect(writeKubeconfig(path, text)).rejects.toThrow(`Cannot write ${path}: there is no such file or folder.`)
  })
})
