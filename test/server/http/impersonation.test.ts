import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'

const REVIEWS = 'http://localhost/apis/authentication.k8s.io/v1/selfsubjectreviews'
const BODY = '{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}'

const ask = (headers: [string, string][]) =>
  createCluster({ seed: 1 }).fetch(
    new Request(REVIEWS, { method: 'POST', body: BODY, headers: [['Content-Type', 'application/json'], ...headers] }),
  )

const whoAmI = async (...headers: [string, string][]) => {
  const reply = await ask(headers)
  expect(reply.status).toBe(201)
  return ((await reply.json()) as { status: { userInfo: unknown } }).status.userInfo
}

test.each<[string, [string, string][], object]>([
  ['a user', [['Impersonate-User', 'ann']], { username: 'ann', groups: ['system:authenticated'] }],
  [
    'a user with a uid, groups and extra values',
    [
      ['Impersonate-User', 'ann'],
      ['Impersonate-Uid', '7'],
      ['Impersonate-Group', 'dev'],
      ['Impersonate-Group', ',,,ops'],
      ['Impersonate-Extra-Example.com%2Fscopes', 'read'],
      ['Impersonate-Extra-Example.com%2Fscopes', 'write'],
    ],
    {
      username: 'ann',
      uid: '7',
      groups: ['dev', ',,,ops', 'system:authenticated'],
      extra: { 'example.com/scopes': ['read', 'write'] },
    },
  ],
  [
    'a service account',
    [['Impersonate-User', 'system:serviceaccount:default:robot']],
    {
      username: 'system:serviceaccount:default:robot',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
    },
  ],
  [
    'a name that is no service account',
    [['Impersonate-User', 'system:serviceaccount:default:a:b']],
    { username: 'system:serviceaccount:default:a:b', groups: ['system:authenticated'] },
  ],
  [
    'a service account with groups of its own',
    [
      ['Impersonate-User', 'system:serviceaccount:default:robot'],
      ['Impersonate-Group', 'dev'],
    ],
    { username: 'system:serviceaccount:default:robot', groups: ['dev', 'system:authenticated'] },
  ],
  [
    'nobody',
    [['Impersonate-User', 'system:anonymous']],
    { username: 'system:anonymous', groups: ['system:unauthenticated'] },
  ],
  [
    'a user without authentication',
    [
      ['Impersonate-User', 'ann'],
      ['Impersonate-Group', 'system:unauthenticated'],
    ],
    { username: 'ann', groups: ['system:unauthenticated'] },
  ],
])('a request acts as %s', async (_, headers, userInfo) => {
  expect(await whoAmI(...headers)).toEqual(userInfo)
})

test('empty names count as none', async () => {
  const admin = { username: 'admin', uid: 'admin', groups: ['system:masters', 'system:authenticated'] }
  expect(await whoAmI(['Impersonate-User', ''], ['Impersonate-Uid', ''])).toEqual(admin)
})

test.each<[string, [string, string][], string]>([
  ['an empty group', [['Impersonate-Group', '']], '{Group      }'],
  ['a group', [['Impersonate-Group', 'dev']], '{Group  dev    }'],
  ['a uid', [['Impersonate-Uid', '<7>']], '{UID  &lt;7&gt;  authentication.k8s.io/v1  }'],
])('%s without a user is refused in plain text', async (_, headers, asked) => {
  const reply = await ask(headers)
  expect(reply.status).toBe(500)
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await reply.text()).toBe(
    `Internal Server Error: "/apis/authentication.k8s.io/v1/selfsubjectreviews": requested [${asked}] without impersonating a user\n`,
  )
})

test('the journal names the user that a request acts as', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.fetch(
    new Request('http://localhost/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Impersonate-User': 'ann' },
      body: JSON.stringify({ metadata: { name: 'a' } }),
    }),
  )
  expect(cluster.journal.requests({ verb: 'create' }).at(-1)).toMatchObject({ user: 'ann', name: 'a' })
})
