import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { KubernetesVersion } from '../../../../src/model/registry/kubernetes-version.js'
import { type Cluster, createCluster } from '../../../../src/node.js'
import { admissionFiles } from '../../../../src/node/files/admission-files.js'
import { refusalOf } from '../message.js'

const root = mkdtempSync(join(tmpdir(), 'manifests-'))
afterAll(() => rmSync(root, { recursive: true }))

// The folders are removed while they are watched.
const tell = vi.spyOn(admissionFiles, 'tell').mockImplementation(() => undefined)

/** A folder that the system does not watch is read every minute. */
const PATIENCE = { timeout: 100_000 }

const VALIDATING = 'ValidatingAdmissionPolicy'

let folders = 0

/** Writes files to a new folder, and returns its path. */
function folderOf(files: { readonly [name: string]: string | object }): string {
  const folder = join(root, String(folders++))
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return folder
}

const KINDS: { readonly [plugin: string]: string } = {
  ValidatingAdmissionWebhook: 'WebhookAdmissionConfiguration',
  MutatingAdmissionWebhook: 'WebhookAdmissionConfiguration',
  ValidatingAdmissionPolicy: 'ValidatingAdmissionPolicyConfiguration',
  MutatingAdmissionPolicy: 'MutatingAdmissionPolicyConfiguration',
}

const apiVersion = 'apiserver.config.k8s.io/v1'

const clusterWith = (
  folders: { readonly [plugin: string]: string },
  kubernetesVersion: KubernetesVersion = '1.37',
  more: { readonly featureGates?: object } = {},
): Cluster =>
  createCluster({
    ...{ seed: 1, kubernetesVersion, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] },
    admissionConfiguration: {
      ...{ apiVersion, kind: 'AdmissionConfiguration' },
      plugins: Object.entries(folders).map(([name, staticManifestsDir]) => ({
        name,
        configuration: { apiVersion, kind: KINDS[name], staticManifestsDir },
      })),
    },
    ...more,
  })

const REGISTRATION = 'admissionregistration.k8s.io/v1'
const rule = (group: string, ...resources: readonly string[]) => ({
  ...{ apiGroups: [group], apiVersions: ['*'] },
  ...{ operations: ['CREATE', 'UPDATE'], resources },
})

const policy = (name: string, expression: string, ...resourceRules: readonly object[]) => ({
  ...{ apiVersion: REGISTRATION, kind: 'ValidatingAdmissionPolicy' },
  metadata: { name },
  spec: { matchConstraints: { resourceRules }, validations: [{ expression }] },
})
const binding = (name: string, policyName: string) => ({
  ...{ apiVersion: REGISTRATION, kind: 'ValidatingAdmissionPolicyBinding' },
  metadata: { name },
  spec: { policyName, validationActions: ['Deny'] },
})
const webhook = (kind: string, name: string, clientConfig: object) => ({
  ...{ apiVersion: REGISTRATION, kind },
  metadata: { name },
  webhooks: [{ name: 'a.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'], clientConfig }],
})

const yamlOf = (...documents: readonly object[]) => documents.map((one) => JSON.stringify(one)).join('\n---\n')

test('policies of files are asked before those that are stored, are not stored, and guard what configures admission', async () => {
  const maps = rule('', 'configmaps')
  const folder = folderOf({
    'a.yaml': yamlOf(
      policy('no-b.static.k8s.io', "object.metadata.name != 'b'", maps),
      binding('no-b.static.k8s.io', 'no-b.static.k8s.io'),
    ),
    'b.yaml': yamlOf(
      policy('kept.static.k8s.io', "object.metadata.name == 'mine'", rule('admissionregistration.k8s.io', '*')),
      binding('kept.static.k8s.io', 'kept.static.k8s.io'),
    ),
    'notes.txt': 'not a manifest',
  })
  const cluster = clusterWith({ ValidatingAdmissionPolicy: folder })
  const denied =
    "ValidatingAdmissionPolicy 'no-b.static.k8s.io' with binding 'no-b.static.k8s.io' denied request: failed expression: object.metadata.name != 'b'"
  const map = (name: string) => refusalOf(cluster.create('ConfigMap', { metadata: { name } }))
  expect(await map('a')).toBe(undefined)
  expect(await map('b')).toBe(`configmaps "b" is forbidden: ${denied}`)
  expect((await cluster.list('ValidatingAdmissionPolicy')).items).toEqual([])
  const { kind: _, apiVersion: __, ...mine } = policy('mine', 'false', maps)
  await cluster.create('ValidatingAdmissionPolicy', mine)
  const yours = { ...mine, metadata: { name: 'yours' } }
  expect(await refusalOf(cluster.create('ValidatingAdmissionPolicy', yours))).toContain('kept.static.k8s.io')
  const { kind: ___, apiVersion: ____, ...bound } = binding('mine', 'mine')
  await cluster.create('ValidatingAdmissionPolicyBinding', bound)
  expect(await map('c')).toContain("'mine' with binding 'mine'")
  expect(await map('b'), 'those of files come first').toContain(denied)
})

test('mutating policies and webhooks of files change and refuse what is written', async () => {
  const mutating = {
    ...{ apiVersion: REGISTRATION, kind: 'MutatingAdmissionPolicy' },
    metadata: { name: 'team.static.k8s.io' },
    spec: {
      matchConstraints: { resourceRules: [rule('', 'configmaps')] },
      reinvocationPolicy: 'Never',
      mutations: [
        {
          patchType: 'ApplyConfiguration',
          applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"team": "shop"}}}' },
        },
      ],
    },
  }
  const bound = {
    ...{ apiVersion: REGISTRATION, kind: 'MutatingAdmissionPolicyBinding' },
    ...{ metadata: { name: 'team.static.k8s.io' }, spec: { policyName: 'team.static.k8s.io' } },
  }
  const hooks = webhook('ValidatingWebhookConfiguration', 'hooks.static.k8s.io', { url: 'https://127.0.0.1:1/' })
  const [hook] = hooks.webhooks
  const asked = { ...hooks, webhooks: [{ ...hook, rules: [rule('', 'secrets')] }] }
  const cluster = clusterWith({
    MutatingAdmissionPolicy: folderOf({ 'a.json': { apiVersion: 'v1', kind: 'List', items: [mutating, bound] } }),
    ValidatingAdmissionWebhook: folderOf({
      'a.yml': JSON.stringify({ apiVersion: REGISTRATION, kind: 'ValidatingWebhookConfigurationList', items: [asked] }),
    }),
  })
  const { metadata } = await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  expect(metadata.labels).toEqual({ team: 'shop' })
  expect(await refusalOf(cluster.create('Secret', { metadata: { name: 'a' } }))).toContain(
    'failed calling webhook "a.example.com": failed to call webhook: Post "https://127.0.0.1:1/?timeout=10s": dial tcp 127.0.0.1:1: connect: connection refused',
  )
})

test('files that have changed are read again, without the clock of the cluster; those that do not load are not', async () => {
  const withName = (name: string) =>
    yamlOf(
      policy('a.static.k8s.io', `object.metadata.name != '${name}'`, rule('', 'configmaps')),
      binding('a.static.k8s.io', 'a.static.k8s.io'),
    )
  const folder = folderOf({ 'a.yaml': withName('a') })
  const cluster = clusterWith({ ValidatingAdmissionPolicy: folder })
  const refuses = async (name: string) =>
    (await refusalOf(cluster.create('ConfigMap', { metadata: { name } }, { dryRun: true }))) !== undefined
  expect([await refuses('a'), await refuses('b')]).toEqual([true, false])
  writeFileSync(join(folder, 'a.yaml'), withName('b'))
  await vi.waitFor(async () => expect([await refuses('a'), await refuses('b')]).toEqual([false, true]), PATIENCE)
  writeFileSync(join(folder, 'a.yaml'), 'kind: Unknown')
  const why = `reloading manifest config for ${VALIDATING} in "${folder}": error loading ${join(folder, 'a.yaml')}: Object 'apiVersion' is missing in 'kind: Unknown'`
  await vi.waitFor(() => expect(tell).toHaveBeenCalledWith(why), PATIENCE)
  expect([await refuses('a'), await refuses('b')]).toEqual([false, true])
  writeFileSync(join(folder, 'b.yaml'), withName('c'))
  rmSync(join(folder, 'a.yaml'))
  await vi.waitFor(async () => expect([await refuses('b'), await refuses('c')]).toEqual([false, true]), PATIENCE)
})

test('the names of files are theirs: the API refuses them where files are read, and warns of them before', async () => {
  const { kind: _, apiVersion: __, ...mine } = policy('mine.static.k8s.io', 'true', rule('', 'configmaps'))
  const created = async (kubernetesVersion: KubernetesVersion) => {
    const cluster = clusterWith({}, kubernetesVersion)
    const path = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies'
    const reply = await cluster.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(mine),
    })
    return {
      code: reply.status,
      warning: reply.headers.get('warning'),
      ...((await reply.json()) as { message?: string }),
    }
  }
  const reserved =
    'names ending with \\".static.k8s.io\\" are reserved for static manifest-based configurations and cannot be managed via the API'
  expect(await created('1.35')).toMatchObject({ code: 201, warning: null })
  expect(await created('1.36')).toMatchObject({ code: 201, warning: `299 - "metadata.name: ${reserved}"` })
  expect(await created('1.37')).toMatchObject({
    code: 422,
    message: `ValidatingAdmissionPolicy.admissionregistration.k8s.io "mine.static.k8s.io" is invalid: metadata.name: Invalid value: "mine.static.k8s.io": ${reserved.replaceAll('\\', '')}`,
  })
})

const loading = (plugin: string, what: string, folder: string) =>
  `failed to initialize admission plugin "${plugin}": failed to load static ${what} manifests from "${folder}": `

test.each<[string, string, string, string | object, (file: string) => string]>([
  [
    'another kind',
    VALIDATING,
    'policy',
    { apiVersion: 'v1', kind: 'ConfigMap' },
    (file) => `error loading ${file}: no kind "ConfigMap" is registered for version "v1"`,
  ],
  [
    'a kind of another plug-in',
    'MutatingAdmissionWebhook',
    'webhook',
    webhook('ValidatingWebhookConfiguration', 'a.static.k8s.io', { url: 'https://a.example.com' }),
    (file) => `error loading ${file}: unsupported resource type *v1.ValidatingWebhookConfiguration`,
  ],
  [
    'another kind in a list',
    VALIDATING,
    'policy',
    { apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'ConfigMap' }] },
    (file) => `error loading ${file}: failed to decode list item: no kind "ConfigMap" is registered for version "v1"`,
  ],
  [
    'another version',
    VALIDATING,
    'policy',
    { ...policy('a.static.k8s.io', 'true'), apiVersion: 'admissionregistration.k8s.io/v1beta1' },
    (file) => `error loading ${file}: unsupported resource type *v1beta1.ValidatingAdmissionPolicy`,
  ],
  ['no kind', VALIDATING, 'policy', 'a: 1', (file) => `error loading ${file}: Object 'Kind' is missing in 'a: 1'`],
  [
    'an unknown member',
    VALIDATING,
    'policy',
    { ...policy('a.static.k8s.io', 'true'), specs: {} },
    (file) => `error loading ${file}: strict decoding error: unknown field "specs"`,
  ],
  [
    'what is not valid',
    VALIDATING,
    'policy',
    policy('a.static.k8s.io', '1 +', rule('', 'pods')),
    (file) =>
      `error loading ${file}: ValidatingAdmissionPolicy "a.static.k8s.io": spec.validations[0].expression: Invalid value: "1 +"`,
  ],
  [
    'another name',
    VALIDATING,
    'policy',
    policy('a', 'true', rule('', 'pods')),
    (file) => `error loading ${file}: "a" in file "${file}" must have a name ending with ".static.k8s.io"`,
  ],
  [
    'one name twice',
    VALIDATING,
    'policy',
    yamlOf(policy('a.static.k8s.io', 'true', rule('', 'pods')), policy('a.static.k8s.io', 'true', rule('', 'pods'))),
    (file) =>
      `error loading ${file}: duplicate name "a.static.k8s.io" found in file "${file}" (previously seen in "${file}")`,
  ],
  [
    'a binding to nothing',
    VALIDATING,
    'policy',
    binding('a.static.k8s.io', 'b.static.k8s.io'),
    () =>
      'binding "a.static.k8s.io" references policy "b.static.k8s.io" which does not exist in the manifest directory',
  ],
  [
    'a binding to a stored policy',
    VALIDATING,
    'policy',
    binding('a.static.k8s.io', 'b'),
    (file) => `error loading ${file}: binding "a.static.k8s.io": spec.policyName "b" must end with ".static.k8s.io"`,
  ],
  [
    'a webhook behind a Service',
    'ValidatingAdmissionWebhook',
    'webhook',
    webhook('ValidatingWebhookConfiguration', 'a.static.k8s.io', { service: { name: 'a', namespace: 'b' } }),
    (file) =>
      `error loading ${file}: webhook "a.example.com" in "a.static.k8s.io" (file "${file}"): clientConfig.service is not supported for static manifests; use clientConfig.url instead`,
  ],
])('a server does not start with %s in a file', async (_, plugin, what, content, message) => {
  const folder = folderOf({ 'a.yaml': content })
  await expect(clusterWith({ [plugin]: folder }).ready()).rejects.toThrow(
    loading(plugin, what, folder) + message(join(folder, 'a.yaml')),
  )
})

test('a folder must be there, and be read by the version', async () => {
  const made = (why: string) => `couldn't init admission plugin "${VALIDATING}": ${why}`
  const refusal = async (folder: string, version?: KubernetesVersion, more?: { readonly featureGates?: object }) => {
    const failing = clusterWith({ [VALIDATING]: folder }, version, more).ready()
    return failing.then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : ''),
    )
  }
  const field = 'staticManifestsDir'
  expect(await refusal('some')).toContain(made(`${field}: Invalid value: "some": must be an absolute file path`))
  expect(await refusal('/nowhere/at/all')).toContain(
    made(`${field}: Invalid value: "/nowhere/at/all": unable to read: stat /nowhere/at/all: no such file or directory`),
  )
  const file = join(folderOf({ 'a.yaml': '' }), 'a.yaml')
  expect(await refusal(file)).toContain(made(`${field}: Invalid value: "${file}": must be a directory`))
  const folder = folderOf({})
  const gated = `${field}: Forbidden: ${field} requires the ManifestBasedAdmissionControlConfig feature gate to be enabled`
  expect(await refusal(folder, '1.36')).toContain(made(gated))
  const on = { featureGates: { ManifestBasedAdmissionControlConfig: true } }
  expect(await refusal(folder, '1.36', on)).toBe(undefined)
  expect(await refusal('/nowhere', '1.35'), 'policies were not configured before').toBe(undefined)
})
