import { expect, test } from 'vitest'
import { LoadError } from '../../../src/base/input/load-error.js'
import { lintJson, lintJunit, lintText } from '../../../src/cluster/lint/formats.js'
import { lint } from '../../../src/cluster/lint/lint.js'

const policies = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: replicas }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }]
  validations: [{ expression: object.spec.replicas <= 5, messageExpression: "string(object.spec.replicas) + ' are too many'" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: replicas }
spec: { policyName: replicas, validationActions: [Deny] }
`
const deployment = (name: string, replicas: number) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'shop' },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
  },
})
const REFUSED =
  "deployments.apps \"many\" is forbidden: ValidatingAdmissionPolicy 'replicas' with binding 'replicas' denied request: 7 are too many"

test('objects go through the whole way of a write, and policies are asked', async () => {
  const manifests = [
    deployment('few', 2),
    deployment('many', 7),
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { container: [] } },
    { apiVersion: 'v1', kind: 'Service', metadata: { name: 'Web' }, spec: { ports: [{ port: 80 }] } },
    { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } },
  ]
  const report = await lint({ manifests, policies })
  expect(report.refused).toBe(4)
  expect(report.results.map(({ object, isAdmitted, code }) => [object, isAdmitted, code])).toEqual([
    ['ValidatingAdmissionPolicy replicas', true, undefined],
    ['ValidatingAdmissionPolicyBinding replicas', true, undefined],
    ['Deployment shop/few', true, undefined],
    ['Deployment shop/many', false, 422],
    ['Pod a', false, 400],
    ['Service Web', false, 422],
    ['Widget w', false, 404],
  ])
  const [, , , many, pod, , widget] = report.results
  expect(many).toMatchObject({ source: 'manifests[1]', message: REFUSED, reason: 'Invalid' })
  expect(pod?.message).toContain('unknown field "spec.container"')
  expect(widget?.message).toBe('no matches for kind "Widget" in version "example.com/v1"')
})

test('namespaces and definitions are written before what needs them, and what is given twice is applied', async () => {
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  }
  const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'shop' } }
  const labelled = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { a: 'b' } } }
  const { results, refused } = await lint({ manifests: [widget, widget, definition, labelled] })
  expect(refused).toBe(0)
  expect(results.map(({ object }) => object)).toEqual([
    'Namespace shop',
    'CustomResourceDefinition widgets.example.com',
    'Widget shop/w',
    'Widget shop/w',
  ])
})

test('a dump tells which objects of a cluster a policy would refuse', async () => {
  const stored = { uid: 'u', resourceVersion: '7', creationTimestamp: '2024-01-01T00:00:00Z' }
  const dump = [deployment('few', 2), deployment('many', 7)].map((object) => ({
    ...object,
    metadata: { ...object.metadata, ...stored, uid: object.metadata.name },
    status: { replicas: 1 },
  }))
  const { results } = await lint({ policies, against: [{ apiVersion: 'v1', kind: 'List', items: dump }] })
  expect(results.slice(2).map(({ object, message }) => [object, message])).toEqual([
    ['Deployment shop/few', undefined],
    ['Deployment shop/many', REFUSED],
  ])
})

test('a report is printed as text with places, as JSON and as JUnit', async () => {
  const text = `${policies.replace('[Deny]', '[Warn]')}---
apiVersion: v1
kind: ConfigMap
metadata: { name: "A&B" }
---
${JSON.stringify(deployment('many', 7))}
`
  const report = await lint({ manifests: { name: 'all.yaml', text } })
  expect(lintText(report).split('\n')).toEqual([
    expect.stringMatching(/^all\.yaml:15: ConfigMap A&B is refused: ConfigMap "A&B" is invalid: metadata\.name/),
    "all.yaml:19: Deployment shop/many is warned of: Validation failed for ValidatingAdmissionPolicy 'replicas' with binding 'replicas': 7 are too many",
    '4 objects: 3 admitted, 1 refused, 1 warned of',
  ])
  expect(JSON.parse(lintJson(report))).toEqual(report)
  const xml = lintJunit(report)
  expect(xml).toContain('<testsuites tests="4" failures="1">')
  expect(xml).toContain('<testcase classname="all.yaml" name="ConfigMap A&amp;B"><failure type="Invalid" message="')
})

const mutating = `
apiVersion: admissionregistration.k8s.io/v1alpha1
kind: MutatingAdmissionPolicy
metadata: { name: team }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: ["*"], resources: [configmaps, namespaces] }]
  mutations:
    - patchType: ApplyConfiguration
      applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"team": "red"}}}' }
  reinvocationPolicy: Never
---
apiVersion: admissionregistration.k8s.io/v1alpha1
kind: MutatingAdmissionPolicyBinding
metadata: { name: team }
spec: { policyName: team }
`
const MUTATING = {
  policies: mutating,
  featureGates: { MutatingAdmissionPolicy: true },
  runtimeConfig: { 'admissionregistration.k8s.io/v1alpha1': true },
}
const configMap = (name: string, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'shop', ...metadata },
})
const TEAM = [{ op: 'add', path: '/metadata/labels', value: { team: 'red' } }]

/** Lints; returns each object with what was changed of it, apart from the policies. */
async function changesOf(options: Parameters<typeof lint>[0]) {
  const { results } = await lint(options)
  return results.filter(({ source }) => !source.startsWith('policies')).map(({ object, patch }) => [object, patch])
}

test('what admission changes of an object is told, apart from the defaults of its kind', async () => {
  const manifests = [
    configMap('bare'),
    configMap('labelled', { labels: { a: 'b', team: 'blue' } }),
    configMap('labelled', { labels: { team: 'red' } }),
    configMap('bare'),
    // Its namespace is made for it, and labelled.
    { ...configMap('unread', { namespace: 'other' }), spec: 1 },
    deployment('few', 2),
  ]
  expect(await changesOf({ ...MUTATING, manifests })).toEqual([
    ['ConfigMap shop/bare', TEAM],
    ['ConfigMap shop/labelled', [{ op: 'replace', path: '/metadata/labels/team', value: 'red' }]],
    ['ConfigMap shop/labelled', []],
    ['ConfigMap shop/bare', []],
    ['ConfigMap other/unread', []],
    ['Deployment shop/few', []],
  ])
})

test('a dump tells which objects of a cluster a policy would change', async () => {
  const against = [configMap('bare'), configMap('labelled', { labels: { team: 'red' } })]
  expect(await changesOf({ ...MUTATING, against })).toEqual([
    ['ConfigMap shop/bare', TEAM],
    ['ConfigMap shop/labelled', []],
  ])
})

test('built-in plug-ins and webhooks change objects too, also those that are refused then', async () => {
  const hooks = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'hooks' },
    webhooks: [
      {
        name: 'hooks.example.com',
        clientConfig: { service: { namespace: 'shop', name: 'hooks' } },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps', 'pods'] }],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  }
  const services = {
    'shop/hooks': async (request: Request) => {
      const { request: asked } = await request.json()
      const patch = btoa(JSON.stringify([{ op: 'add', path: '/metadata/annotations', value: { 'A B': '1' } }]))
      const response = { uid: asked.uid, allowed: true, patchType: 'JSONPatch', patch }
      return Response.json({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response })
    },
  }
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    spec: { containers: [{ name: 'a', image: 'a' }] },
  }
  const report = await lint({ policies: [hooks], services, manifests: [configMap('a'), pod] })
  const [, first, second] = report.results
  const annotated = { op: 'add', path: '/metadata/annotations', value: { 'A B': '1' } }
  expect(first).toMatchObject({ isAdmitted: false, patch: [annotated] })
  expect(second?.patch).toContainEqual({ op: 'add', path: '/spec/serviceAccountName', value: 'default' })
  expect(second?.patch).toContainEqual(annotated)
  expect(second?.patch.filter(({ path }) => path === '/spec/restartPolicy')).toEqual([])
  expect(lintText(report)).toContain('ConfigMap shop/a is changed:\n  + /metadata/annotations {"A B":"1"}\n')
  expect(JSON.parse(lintJson(report)).results[1].patch).toEqual([annotated])
  expect(lintJunit(report)).toContain('<testsuites tests="3" failures="2">')
})

const OVER_TIME = {
  name: 'deploy.yaml',
  text: `
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
data: { hostnameOverride: a.example.com }
---
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: a }
spec:
  selector: { matchLabels: { app: a } }
  template:
    metadata: { labels: { app: a } }
    spec: { hostnameOverride: a.example.com, containers: [{ name: a, image: a }] }
---
apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: { name: a.example.com }
spec: { tokenRequests: [{ audience: a }] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: A }
`,
}

test('several versions each say what becomes of an object, and what all say is printed once', async () => {
  const report = await lint({ manifests: OVER_TIME, kubernetesVersion: ['1.33', '1.36', '1.37'] })
  expect(report.results.map(({ kubernetesVersion, object, code }) => [kubernetesVersion, object, code])).toEqual([
    ['1.33', 'ConfigMap a', undefined],
    ['1.33', 'DaemonSet a', 400],
    ['1.33', 'CSIDriver a.example.com', undefined],
    ['1.33', 'ConfigMap A', 422],
    ['1.36', 'ConfigMap a', undefined],
    ['1.36', 'DaemonSet a', undefined],
    ['1.36', 'CSIDriver a.example.com', undefined],
    ['1.36', 'ConfigMap A', 422],
    ['1.37', 'ConfigMap a', undefined],
    ['1.37', 'DaemonSet a', undefined],
    ['1.37', 'CSIDriver a.example.com', undefined],
    ['1.37', 'ConfigMap A', 422],
  ])
  expect([report.refused, report.warned]).toEqual([4, 2])
  expect(lintText(report).split('\n')).toEqual([
    'deploy.yaml:7: DaemonSet a is refused by 1.33: DaemonSet in version "v1" cannot be handled as a DaemonSet: strict decoding error: unknown field "spec.template.spec.hostnameOverride"',
    expect.stringMatching(/^deploy\.yaml:16: CSIDriver a\.example\.com is warned of by 1\.36, 1\.37: /),
    expect.stringMatching(/^deploy\.yaml:21: ConfigMap A is refused: ConfigMap "A" is invalid: /),
    '1.33: 4 objects: 2 admitted, 2 refused, 0 warned of',
    '1.36: 4 objects: 3 admitted, 1 refused, 1 warned of',
    '1.37: 4 objects: 3 admitted, 1 refused, 1 warned of',
  ])
  const xml = lintJunit(report)
  expect(xml).toContain('<testsuites tests="12" failures="4">')
  expect(xml).toContain('  <testsuite name="fakecluster lint 1.37" tests="4" failures="1">')
})

test('a version is named at least once, and no more than once', async () => {
  await expect(lint({ manifests: OVER_TIME, kubernetesVersion: [] })).rejects.toThrow(
    'kubernetesVersion: must name at least one version, and each once',
  )
  await expect(lint({ manifests: OVER_TIME, kubernetesVersion: ['1.33', '1.99'] })).rejects.toThrow('"1.99"')
})

test('what is no object is a LoadError', async () => {
  await expect(lint({ manifests: 'a: 1' })).rejects.toThrow(LoadError)
})

test('numbers of any size are printed in JSON', () => {
  const patch = [{ op: 'add', path: '/spec', value: 12345678901234567890n } as const]
  const result = {
    kubernetesVersion: '1.33',
    source: 'manifests',
    object: 'Widget w',
    isAdmitted: true,
    warnings: [],
    patch,
  }
  expect(lintJson({ kubernetesVersions: ['1.33'], results: [result], refused: 0, warned: 0 })).toContain(
    '"value": 12345678901234567890',
  )
})
