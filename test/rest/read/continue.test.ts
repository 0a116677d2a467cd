import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { StatusError } from '../../../src/base/errors/status.js'
import { decodeContinue, encodeContinue } from '../../../src/rest/read/list.js'

const token = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

test('a continue token decodes to what was encoded', () => {
  expect(decodeContinue(encodeContinue(1234, 'default/a'))).toEqual({ revision: 1234, start: 'default/a\u0000' })
})

test('a leading slash of the key is ignored', () => {
  const startOf = (key: string) => decodeContinue(token(`{"v":"meta.k8s.io/v1","rv":7,"start":"${key}"}`)).start
  expect(startOf('/a/b')).toBe('a/b')
  expect(startOf('/')).toBe('')
})

test('a continue token of a revision still to come is refused in the words of etcd', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const reply = await cluster.fetch(`/api/v1/namespaces?continue=${encodeContinue(1_000_000, 'a')}`)
  expect(reply.status).toBe(500)
  expect(await reply.text()).toContain('etcdserver: mvcc: required revision is a future revision')
})

test('a continue token has the form of the real server', () => {
  expect(encodeContinue(7, 'a')).toBe(token('{"v":"meta.k8s.io/v1","rv":7,"start":"a\\u0000"}'))
})

test.each([
  ['illegal base64 data at input byte 1', '%%%', 0],
  ['unexpected end of JSON input', '', undefined],
  ["invalid character 'h' looking for beginning of value", token('hello'), undefined],
  ["invalid character '\\u0081' looking for beginning of value", 'garbage', undefined],
  ['illegal base64 data at input byte 4', 'abcde', 4],
  ['json: cannot unmarshal number into Go struct field continueToken.v of type string', token('{"v":1}'), undefined],
  ['server does not recognize this encoded version v2', token('{"v":"v2","rv":7,"start":"a"}'), undefined],
  [
    'incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
    token('{"v":"meta.k8s.io/v1","start":"a"}'),
    undefined,
  ],
  ['encoded start key empty (version meta.k8s.io/v1)', token('{"v":"meta.k8s.io/v1","rv":7}'), undefined],
  ['//a', token('{"v":"meta.k8s.io/v1","rv":7,"start":"//a"}'), undefined],
  ['../a', token('{"v":"meta.k8s.io/v1","rv":7,"start":"../a"}'), undefined],
])('a malformed continue token is refused: %s', (detail, text, at) => {
  const message = `invalid continue token: continue key is not valid: ${at === undefined ? detail : `illegal base64 data at input byte ${at}`}`
  let status: unknown
  try {
    decodeContinue(text)
  } catch (error) {
    status = error instanceof StatusError && error.status
  }
  expect(status).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason: 'BadRequest',
    code: 400,
  })
})
