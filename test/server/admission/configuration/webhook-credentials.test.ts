import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createCluster } from '../../../../src/node.js'
import { admissionFiles } from '../../../../src/node/files/admission-files.js'
import { readCredentials } from '../../../../src/server/admission/configuration/webhook-credentials.js'

const folder = mkdtempSync(join(tmpdir(), 'credentials-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a kubeconfig with these users, and returns its path. */
function kubeconfig(users: { readonly [name: string]: object }, current?: string): string {
  const path = join(folder, 'kubeconfig.yaml')
  const config = {
    ...{ apiVersion: 'v1', kind: 'Config' },
    users: Object.entries(users).map(([name, user]) => ({ name, user })),
    ...(current ? { contexts: [{ name: 'c', context: { user: current } }], 'current-context': 'c' } : {}),
  }
  writeFileSync(path, JSON.stringify(config))
  return path
}

const authorizations = (path: string, ...targets: readonly string[]) => {
  const credentialsFor = readCredentials(path, admissionFiles)
  return targets.map((target) => credentialsFor(target)?.headers.authorization)
}

test('the user of a webhook is named by its host, by a part of it, or is that of all', () => {
  const users = {
    'a.example.com': { token: 'a' },
    '*.example.com': { token: 'wide' },
    'b.shop.svc:8443': { token: 'b' },
  }
  const targets = [
    'a.example.com',
    'a.example.com:443',
    'c.d.example.com',
    'a.example.com:8443',
    'b.shop.svc:8443',
    'b.shop.svc:443',
  ]
  expect(authorizations(kubeconfig(users), ...targets)).toEqual([
    ...['Bearer a', 'Bearer a', 'Bearer wide', undefined, 'Bearer b', undefined],
  ])
  expect(authorizations(kubeconfig({ '*': { username: 'u', password: 'p' } }), 'x')).toEqual([`Basic ${btoa('u:p')}`])
  expect(authorizations(kubeconfig({ mine: { token: 'm' } }, 'mine'), 'x'), 'of the context').toEqual(['Bearer m'])
})

test('tokens, certificates and keys may be in files beside the kubeconfig', () => {
  for (const name of ['token', 'cert', 'key']) writeFileSync(join(folder, name), `the ${name}`)
  const user = { tokenFile: 'token', 'client-certificate': 'cert', 'client-key-data': btoa('a key') }
  expect(readCredentials(kubeconfig({ '*': user }), admissionFiles)('x')).toEqual({
    headers: { authorization: 'Bearer the token' },
    certificate: { cert: 'the cert', key: 'a key' },
  })
  expect(() => readCredentials(join(folder, 'none.yaml'), admissionFiles)).toThrow(
    `stat ${join(folder, 'none.yaml')}: no such file or directory`,
  )
  const exec = kubeconfig({ '*': { exec: { command: 'login' } } })
  expect(() => readCredentials(exec, admissionFiles)).toThrow(`${exec}: the user "*" has exec, which is not imitated`)
})

test('a webhook is shown who asks it', async () => {
  const seen: (string | null)[] = []
  const cluster = createCluster({
    ...{ seed: 1, controllers: 'none' },
    services: {
      'shop/hooks': async (request) => {
        seen.push(request.headers.get('authorization'))
        const { request: asked } = (await request.json()) as { readonly request: { readonly uid: string } }
        const response = { uid: asked.uid, allowed: true }
        return Response.json({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response })
      },
    },
    admissionConfiguration: {
      ...{ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration' },
      plugins: [
        {
          name: 'ValidatingAdmissionWebhook',
          configuration: {
            ...{ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'WebhookAdmissionConfiguration' },
            kubeConfigFile: kubeconfig({ 'hooks.shop.svc': { token: 'secret' } }),
          },
        },
      ],
    },
  })
  const hook = {
    ...{ name: 'a.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'] },
    clientConfig: { service: { namespace: 'shop', name: 'hooks' } },
    rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
  }
  for (const kind of ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'] as const)
    await cluster.create(kind, { metadata: { name: 'hooks' }, webhooks: [hook] })
  await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  expect(seen, 'of the mutating ones nothing was said').toEqual([null, 'Bearer secret'])
})
