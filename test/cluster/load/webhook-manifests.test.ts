import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'
import { LoadError } from '../../../src/base/input/load-error.js'

const CONFIGURATION = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: validating-webhook-configuration }
webhooks:
  - admissionReviewVersions: [v1]
    clientConfig: { service: { name: webhook-service, namespace: system, path: /validate-v1-pod } }
    name: vpod.kb.io
    rules: [{ apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods] }]
    sideEffects: None
`
// What else such folders hold: none of it is installed.
const OTHERS = `
resources: [manifests.yaml, service.yaml]
---
nameReference: [{ kind: Service, version: v1 }]
---
apiVersion: v1
kind: Service
metadata: { name: webhook-service, namespace: system }
spec: { ports: [{ port: 443, targetPort: 9443 }] }
---
apiVersion: cert-manager.io/v1
kind: Issuer
metadata: { name: selfsigned-issuer, namespace: system }
---
- { op: add, path: /spec, value: {} }
`
const DEFINITION = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: shops.example.com }
spec:
  group: example.com
  names: { kind: Shop, plural: shops }
  scope: Namespaced
  versions:
    - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
    - { name: v2, served: true, storage: false, schema: { openAPIV3Schema: { type: object } } }
`
const PATCH = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: shops.example.com }
spec:
  conversion:
    strategy: Webhook
    webhook:
      clientConfig: { service: { namespace: system, name: webhook-service, path: /convert } }
      conversionReviewVersions: [v1]
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: shops.example.com, annotations: { cert-manager.io/inject-ca-from: system/serving-cert } }
`
const CA = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
const AT = { address: '127.0.0.1:9444', caBundle: CA }
const LED = (path: string) => ({ url: `https://127.0.0.1:9444${path}`, caBundle: btoa(CA) })

test('configurations and definitions are installed at the address, patches merged, the rest left out', async () => {
  const manifests = [CONFIGURATION, OTHERS, PATCH, DEFINITION]
  const cluster = createCluster({ seed: 1, webhooks: { manifests, ...AT } })
  const stored = await cluster.get('ValidatingWebhookConfiguration', { name: 'validating-webhook-configuration' })
  expect(stored).toMatchObject({ webhooks: [{ name: 'vpod.kb.io', clientConfig: LED('/validate-v1-pod') }] })
  expect(JSON.stringify(stored)).not.toContain('"service"')
  expect(await cluster.get('CustomResourceDefinition', { name: 'shops.example.com' })).toMatchObject({
    metadata: { annotations: { 'cert-manager.io/inject-ca-from': 'system/serving-cert' } },
    spec: { conversion: { webhook: { clientConfig: LED('/convert') } }, versions: [{ name: 'v1' }, { name: 'v2' }] },
  })
  const { items } = await cluster.list('Service', { namespace: 'system' })
  expect(items).toEqual([])
})

test('a definition to be patched may be among `crds`, or be there already', async () => {
  const given = createCluster({ seed: 1, crds: DEFINITION, webhooks: { manifests: PATCH } })
  const loaded = createCluster({ seed: 1, crds: DEFINITION })
  await loaded.load(PATCH, { webhooks: AT })
  const conversionOf = async (cluster: typeof given) =>
    JSON.stringify(await cluster.get('CustomResourceDefinition', { name: 'shops.example.com' }))
  // Where nothing is said, webhooks are where controller-runtime serves them.
  expect(await conversionOf(given)).toContain('"clientConfig":{"url":"https://127.0.0.1:9443/convert"}')
  expect(await conversionOf(loaded)).toContain('"url":"https://127.0.0.1:9444/convert"')
  expect(await conversionOf(loaded)).toContain('"generation":2')
})

test('manifests without webhooks, and patches of nothing, are faults', async () => {
  const faults = async (manifests: string) => {
    const cluster = createCluster({ seed: 1 })
    const error: unknown = await cluster.load({ name: 'w.yaml', text: manifests }, { webhooks: AT }).catch((e) => e)
    return error instanceof LoadError ? error.message : error
  }
  expect(await faults(OTHERS)).toContain(
    'w.yaml: webhooks: there is no configuration of webhooks and no definition in it',
  )
  expect(await faults(CONFIGURATION + '---' + PATCH)).toContain(
    'webhooks: patches an object of which there is no manifest',
  )
})

test.each([
  [{ manifests: CONFIGURATION, address: '9443' }, 'webhooks.address: must be a host and a port'],
  [{ address: '127.0.0.1:9443' }, 'they are installed: there is no "manifests"'],
])('%j is refused', (webhooks, message) => {
  expect(() => createCluster({ webhooks: webhooks as { manifests: string } })).toThrow(message)
})
