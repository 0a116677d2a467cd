import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { matchers } from '../../../src/cluster/testing/matchers.js'
import { runCtl } from '../../../src/node/cli/ctl/run.js'
import { goProgram } from '../setup/go-program.js'
import { type AtEnd, startServer } from '../support/server.js'
import { openShell } from '../support/shell.js'

expect.extend(matchers)

const program = await goProgram()

const version = (name: string, storage: boolean, fields: object, required: string) => ({
  ...{ name, served: true, storage, subresources: { status: {} } },
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', required: [required], properties: fields },
        status: { type: 'object', properties: { phase: { type: 'string' } } },
      },
    },
  },
})
const text = { type: 'string' }
const integer = { type: 'integer' }
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'backups.example.com' },
}

/** What kubebuilder writes into `config/crd/bases`, `config/crd/patches` and `config/webhook`, by what is in it. */
const manifests = {
  definition: {
    ...definition,
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'backups', singular: 'backup', kind: 'Backup', listKind: 'BackupList' },
      versions: [
        version('v1', true, { volume: text, days: integer }, 'volume'),
        version('v2', false, { source: text, keep: integer }, 'source'),
      ],
    },
  },
  conversion: {
    ...definition,
    spec: {
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { service: service('/convert') }, conversionReviewVersions: ['v1'] },
      },
    },
  },
  mutating: configuration('MutatingWebhookConfiguration', 'mutate'),
  validating: configuration('ValidatingWebhookConfiguration', 'validate'),
}

function service(path: string) {
  return { namespace: 'system', name: 'webhook-service', path }
}

function configuration(kind: string, verb: string) {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name: `${verb}-webhook-configuration` },
    webhooks: [
      {
        name: `${verb}-backup-v1.kb.io`,
        clientConfig: { service: service(`/${verb}-example-com-v1-backup`) },
        rules: [
          { operations: ['CREATE', 'UPDATE'], apiGroups: ['example.com'], apiVersions: ['v1'], resources: ['backups'] },
        ],
        failurePolicy: 'Fail',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  }
}

const rules = {
  read: { apiGroups: ['example.com'], resources: ['backups'], verbs: ['get', 'list', 'watch'] },
  write: { apiGroups: ['example.com'], resources: ['backups/status'], verbs: ['update'] },
}
const role = (...some: readonly object[]) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: 'operator' },
  rules: some,
})
const account = [
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'operator', namespace: 'default' } },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'operator' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'operator' },
    subjects: [{ kind: 'ServiceAccount', name: 'operator', namespace: 'default' }],
  },
]
const OPERATOR = 'system:serviceaccount:default:operator'

/** Starts a manager that signs in as its account and has some rules, with its webhooks installed for where it serves. */
async function operate(some: readonly object[], atEnd: AtEnd) {
  const port = await freePort()
  const certificates = mkdtempSync(join(tmpdir(), 'fakecluster-certificates-'))
  atEnd(() => rmSync(certificates, { recursive: true, force: true }))
  const webhooks = { manifests: Object.values(manifests), address: `127.0.0.1:${port}`, certificates }
  const fixtures = [...account, role(...some)]
  // Client-go sends no credentials over plain HTTP.
  const server = await startServer(
    { profile: 'kubernetes', tls: true, authorization: 'rbac', fixtures, webhooks },
    atEnd,
  )
  const shell = await openShell(await server.kubeconfigFor({ serviceAccount: 'default/operator' }), atEnd)
  const running = shell.start(program, ['operator', String(port), certificates])
  atEnd(async () => void (await running.interrupt()))
  await running.lines.until((all) => all.includes('serving'))
  return { ...server, running }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens at a port
  await new Promise((resolve) => server.close(resolve))
  return port
}

const backup = (name: string, source: string) => ({ metadata: { name }, spec: { source } })
const V2 = 'example.com/v2/Backup'

test('a manager of two versions, whose webhooks default, validate and convert', async ({ onTestFinished: atEnd }) => {
  const { cluster, running } = await operate([rules.read, rules.write], atEnd)
  const made = await cluster.create(V2, backup('nightly', 'orders'))
  expect(made).toMatchObject({ apiVersion: 'example.com/v2', spec: { source: 'orders', keep: 7 } })
  await expect(cluster.create(V2, backup('other', 'system'))).rejects.toThrow(
    'admission webhook "validate-backup-v1.kb.io" denied the request: the volume "system" is not backed up',
  )
  await running.lines.until((all) => all.includes('status ok'))
  expect(await cluster.get('example.com/v1/Backup', { name: 'nightly' })).toMatchObject({
    spec: { volume: 'orders', days: 7 },
    status: { phase: 'Done' },
  })
  expect(cluster.access.used(OPERATOR)).toNeedNoMoreThan(role(rules.read, rules.write))
})

test('a manager whose Role lacks a rule, which ctl prints', async ({ onTestFinished: atEnd }) => {
  const { cluster, running, url } = await operate([rules.read], atEnd)
  await cluster.create(V2, backup('nightly', 'orders'))
  await running.lines.until((all) => all.includes('status Forbidden'))
  expect(() => expect(cluster.access.used(OPERATOR)).toNeedNoMoreThan(role(rules.read))).toThrow(
    /they lack:[^]*backups\/status\n {2}verbs:\n {2}- update\n/,
  )
  const printed: string[] = []
  const words = ['--server', url, '--insecure', 'access', 'used', OPERATOR]
  await runCtl(words, { out: (line) => void printed.push(line), err: () => undefined, env: {} })
  expect(printed.join('\n')).toContain('  - backups/status\n  verbs:\n  - update')
})

test('a suite made for envtest, which installs its webhooks', async ({ onTestFinished: atEnd }) => {
  const server = await startServer({ profile: 'kubernetes' }, atEnd)
  const { mutating, validating } = manifests
  const { run } = await openShell(server.kubeconfig, atEnd, {
    'config/crd/bases/backups.yaml': stringify(manifests.definition),
    'config/webhook/manifests.yaml': [mutating, validating].map((one) => stringify(one)).join('---\n'),
  })
  const { code, stdout, stderr } = await run(program, ['envtest', 'config/crd/bases', 'config/webhook'])
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: [
      'admission webhook "validate-backup-v1.kb.io" denied the request: the volume "system" is not backed up',
      'kept 7',
      'status ok',
      'Done',
      '',
    ].join('\n'),
    stderr: '',
  })
})
