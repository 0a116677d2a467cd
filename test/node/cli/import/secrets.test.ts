import { describe, expect, test } from 'vitest'
import { maskSecret } from '../../../../src/kinds/core/secret/mask.js'
import { startCluster } from '../../../../src/node/start.js'
import { createImports } from './imported.js'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'
const secrets = [
  {
    metadata: {
      name: 'login',
      annotations: {
        [LAST_APPLIED]: JSON.stringify({
          kind: 'Secret',
          data: { password: base64('hunter22') },
          stringData: { user: 'mallory' },
        }),
        note: 'the password is hunter22',
        color: 'green',
      },
    },
    data: { password: base64('hunter22'), pin: base64('1') },
  },
  {
    metadata: { name: 'registry' },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': base64('{"auths":{}}') },
  },
  {
    metadata: { name: 'pair' },
    type: 'kubernetes.io/tls',
    data: { 'tls.crt': base64('crt'), 'tls.key': base64('key') },
  },
  { metadata: { name: 'none' } },
].map((each) => ({ apiVersion: 'v1', kind: 'Secret', ...each, metadata: { namespace: 'default', ...each.metadata } }))

test('maskSecret keeps keys and masks values, in annotations too', () => {
  expect(maskSecret(secrets[0] ?? {})).toMatchObject({
    metadata: {
      annotations: {
        [LAST_APPLIED]: `${JSON.stringify({ kind: 'Secret', data: { password: base64('masked') }, stringData: { user: 'masked' } })}\n`,
        note: 'masked',
        color: 'green',
      },
    },
    data: { password: base64('masked'), pin: base64('masked') },
  })
})

describe('imported Secrets are', () => {
  const imports = createImports()

  test.each([
    ['masked, and still valid for their type', [], base64('masked')],
    ['unchanged with --show-secrets', ['--show-secrets'], base64('hunter22')],
  ])('%s', async (_, flags, password) => {
    await using server = await startCluster({ fixtures: secrets })
    const { code, err, dir } = await imports.run('--server', server.url, '--objects', 'secrets', ...flags)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const text = imports.read(dir, 'objects/secrets.yaml')
    expect(text.includes(base64('hunter22'))).toBe(flags.length > 0)
    expect(text.includes('hunter22')).toBe(flags.length > 0)
    expect(text.includes('The values of Secrets are masked: keys stay')).toBe(flags.length === 0)
    await using again = await startCluster({ fixtures: text })
    const { data } = await again.cluster.get('Secret', { name: 'login' })
    expect(data?.['password']).toBe(password)
    expect((await again.cluster.list('Secret')).items).toHaveLength(4)
  })
})
