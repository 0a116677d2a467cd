import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startCluster } from '../../src/node/start.js'

const folder = mkdtempSync(join(tmpdir(), 'access-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tokenOf = (kubeconfig: string): string =>
  (parse(kubeconfig) as { users: { user: { token: string } }[] }).users[0]!.user.token

async function whoami(url: string, token: string) {
  const reply = await fetch(`${url}/apis/authentication.k8s.io/v1/selfsubjectreviews`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }),
  })
  return ((await reply.json()) as { status: { userInfo: object } }).status.userInfo
}

test('users of a token file sign in, as from kube-apiserver’s', async () => {
  const file = join(folder, 'tokens.csv')
  writeFileSync(file, 'ann-token,ann,u-ann,"dev,""ops"""\r\n\nbob-token,bob,u-bob\n')
  await using server = await startCluster({ tokenAuthFile: file, authorization: 'rbac', controllers: 'none' })
  expect(await whoami(server.url, 'ann-token')).toEqual({
    username: 'ann',
    uid: 'u-ann',
    groups: ['dev', '"ops"', 'system:authenticated'],
  })
  expect(await whoami(server.url, 'bob-token')).toMatchObject({ username: 'bob', groups: ['system:authenticated'] })
  writeFileSync(file, 'one,two\n')
  await expect(startCluster({ tokenAuthFile: file })).rejects.toThrow(
    `${file}:1: a line has at least 3 columns (token, user name, user uid), found 2.`,
  )
  writeFileSync(file, 'a,b,c\nd,e,f,"g,h\n')
  await expect(startCluster({ tokenAuthFile: file })).rejects.toThrow(`${file}:2: a quote is not closed.`)
})

test('a kubeconfig is the administrator’s, or that of whom it is made for', async () => {
  await using server = await startCluster({ authorization: 'rbac', users: [{ name: 'ann', groups: ['dev'] }] })
  const { url, cluster, kubeconfig, kubeconfigFor } = server
  expect(await whoami(url, tokenOf(kubeconfig))).toMatchObject({ username: 'admin' })
  const ann = await kubeconfigFor('ann')
  expect(await kubeconfigFor('ann')).toBe(ann)
  expect(await whoami(url, tokenOf(ann))).toEqual({ username: 'ann', groups: ['dev', 'system:authenticated'] })
  await cluster.create('ServiceAccount', { metadata: { name: 'operator', namespace: 'default' } })
  expect(await whoami(url, tokenOf(await kubeconfigFor({ serviceAccount: 'default/operator' })))).toMatchObject({
    username: 'system:serviceaccount:default:operator',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
  })
  await expect(kubeconfigFor({ serviceAccount: 'default/nobody' })).rejects.toThrow(
    'serviceaccounts "nobody" not found',
  )
  // @ts-expect-error: it is no user
  await expect(kubeconfigFor(5)).rejects.toThrow('kubeconfigFor: whom:')
})
