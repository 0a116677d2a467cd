import { definitionOf, versionOf } from '../suites/definition.js'
import { describe, expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import type { KubeObject } from '../../src/schema/object.js'

const clusterOf = (kubernetesVersion: string) =>
  createCluster({ seed: 1, controllers: 'none', kubernetesVersion, runtimeConfig: { 'api/beta': true } })

type Reply = {
  readonly code: number
  readonly warning: string | null
  readonly body: KubeObject & { message?: string }
}

/** Asks a cluster of a version. */
async function ask(
  { fetch }: Pick<ReturnType<typeof createCluster>, 'fetch'>,
  method: string,
  path: string,
  body?: object | string,
  type = 'application/json',
): Promise<Reply> {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const reply = await fetch(
    new Request(`http://localhost${path}`, { method, headers: { 'content-type': type }, ...sent }),
  )
  return { code: reply.status, warning: reply.headers.get('warning'), body: (await reply.json()) as Reply['body'] }
}

const MAPS = '/api/v1/namespaces/default/configmaps'

describe('what is told of faults', () => {
  test.each(['1.33', '1.37'])('of a field of the wrong type in %s', async (version) => {
    const path = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings'
    const reply = await ask(clusterOf(version), 'POST', path, { metadata: { name: 'a' }, spec: { policyName: 1 } })
    expect(reply).toMatchObject({
      code: 400,
      body: { message: expect.stringMatching(/spec.policyName of type string$/) },
    })
  })

  test.each([
    ['1.33', 'metadata.ownerReferences.name: Invalid value: "": name must not be empty'],
    ['1.34', 'metadata.ownerReferences.name: Invalid value: "": must not be empty'],
    ['1.36', 'metadata.ownerReferences.name: Invalid value: "": must not be empty'],
    ['1.37', 'metadata.ownerReferences[0].name: Required value: must not be empty'],
  ])('of an owner without a name in %s', async (version, message) => {
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', uid: 'a' }]
    const reply = await ask(clusterOf(version), 'POST', MAPS, { metadata: { name: 'a', ownerReferences } })
    expect(reply.body.message).toBe(`ConfigMap "a" is invalid: ${message}`)
  })

  test.each([
    ['1.33', 'rules[0].verbs: Required value: verbs must contain at least one value, rules[0].resources: '],
    ['1.36', 'rules[0].verbs: Required value: verbs must contain at least one value, rules[0].resources: '],
    ['1.37', 'rules[0].resources: Required value: resource rules must supply at least one resource, rules[0].verbs: '],
  ])('of a rule without verbs in %s', async (version, message) => {
    const path = '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles'
    const reply = await ask(clusterOf(version), 'POST', path, { metadata: { name: 'a' }, rules: [{ apiGroups: [''] }] })
    expect(reply.body.message).toContain(message)
  })

  test.each([
    ['1.33', 201, ''],
    ['1.34', 422, 'spec.template.spec.containers[0].volumeMounts[1].name: Not found: "nothing"'],
  ])('of a volume of the pods of a StatefulSet in %s', async (version, code, message) => {
    const volumeMounts = ['claim', 'nothing'].map((name) => ({ name, mountPath: `/${name}` }))
    const reply = await ask(clusterOf(version), 'POST', '/apis/apps/v1/namespaces/default/statefulsets', {
      metadata: { name: 'db' },
      spec: {
        serviceName: 'db',
        selector: { matchLabels: { app: 'db' } },
        template: {
          metadata: { labels: { app: 'db' } },
          spec: { containers: [{ name: 'main', image: 'stories.test/main:1', volumeMounts }] },
        },
        volumeClaimTemplates: [
          {
            metadata: { name: 'claim' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
      },
    })
    expect(reply.code).toBe(code)
    expect(reply.body.message ?? '').toContain(message)
  })

  test.each([
    ['1.33', 409],
    ['1.34', 404],
  ])('of an update of an object that is gone, with its uid, in %s', async (version, code) => {
    const metadata = { name: 'a', uid: 'b' }
    const reply = await ask(clusterOf(version), 'PUT', `${MAPS}/a`, { metadata })
    expect(reply.code).toBe(code)
  })

  test.each([
    ['1.35', 422],
    ['1.36', 201],
  ])('of a Service whose name begins with a digit in %s', async (version, code) => {
    const object = { metadata: { name: '1abc' }, spec: { ports: [{ port: 80 }] } }
    expect((await ask(clusterOf(version), 'POST', '/api/v1/namespaces/default/services', object)).code).toBe(code)
  })

  test.each([
    [
      '1.36',
      'error decoding patch: unexpected end of JSON input',
      'error decoding YAML: error converting YAML to JSON: ',
    ],
    ['1.37', 'invalid JSON patch', 'error encoding patch: '],
  ])('of a patch that is no JSON or YAML in %s', async (version, json, yaml) => {
    const cluster = clusterOf(version)
    await ask(cluster, 'POST', MAPS, { metadata: { name: 'a' } })
    const merge = await ask(cluster, 'PATCH', `${MAPS}/a`, '{', 'application/merge-patch+json')
    expect(merge).toMatchObject({ code: 400, body: { message: json } })
    const apply = await ask(cluster, 'PATCH', `${MAPS}/a?fieldManager=me`, '"', 'application/apply-patch+yaml')
    expect(apply).toMatchObject({ code: 400, body: { message: expect.stringContaining(yaml) } })
  })

  test('of a patch that begins as JSON and is no YAML either, which is decoded as it is in 1.37', async () => {
    const cluster = clusterOf('1.37')
    await ask(cluster, 'POST', MAPS, { metadata: { name: 'a' } })
    const { body } = await ask(cluster, 'PATCH', `${MAPS}/a?fieldManager=me`, ' {', 'application/apply-patch+yaml')
    expect(body['message']).toBe(
      'error decoding patch: error converting YAML to JSON: yaml: line 1: did not find expected node content',
    )
  })

  test.each([
    ['1.33', 400, 'Name parameter required.'],
    ['1.37', 500, `target.name: Invalid value: "a/b": a lowercase RFC 1123 subdomain`],
  ])('of a Binding to what no node is called in %s', async (version, code, message) => {
    const binding = { target: { name: 'a/b' } }
    const reply = await ask(clusterOf(version), 'POST', '/api/v1/namespaces/default/bindings', binding)
    expect(reply).toMatchObject({ code, body: { message: expect.stringContaining(message) } })
  })

  test.each([
    ['1.35', ['spec'], 'Too long: may not be more than 63 bytes'],
    ['1.36', ['spec.source.persistentVolumeName', 'spec'], 'Too long: may not be more than 63 bytes'],
    ['1.37', ['spec.source.persistentVolumeName', 'spec'], 'Too long: may not be more than 63 characters'],
  ])('of the names in a VolumeAttachment in %s', async (version, fields, tooLong) => {
    const cluster = clusterOf(version)
    const path = '/apis/storage.k8s.io/v1/volumeattachments'
    const spec = { attacher: 'a.example.com', nodeName: 'n', source: { persistentVolumeName: 'p' } }
    const long = await ask(cluster, 'POST', path, {
      metadata: { name: 'a' },
      spec: { ...spec, attacher: 'x'.repeat(64) },
    })
    expect(long).toMatchObject({ code: 422, body: { message: expect.stringContaining(tooLong) } })
    const nameless = await ask(cluster, 'POST', path, { metadata: { name: 'a' }, spec: { ...spec, attacher: '' } })
    const told = version === '1.35' ? ['spec.attacher', 'spec.attacher'] : ['spec.attacher']
    expect(nameless.body).toMatchObject({ details: { causes: told.map((field) => ({ field })) } })
    expect(await ask(cluster, 'POST', path, { metadata: { name: 'a' }, spec })).toMatchObject({ code: 201 })
    const changed = { spec: { source: { persistentVolumeName: 'a/b' } } }
    const { body } = await ask(cluster, 'PATCH', `${path}/a`, JSON.stringify(changed), 'application/merge-patch+json')
    expect(body).toMatchObject({ details: { causes: fields.map((field) => ({ field })) } })
  })

  test.each([
    ['1.33', 'omits key field "name" (and doesn\'t have default value)'],
    ['1.34', 'omits all key fields ["name"] (and doesn\'t have default values for any key fields)'],
  ])('of an item of a list without its key in %s', async (version, message) => {
    const cluster = clusterOf(version)
    const path = '/api/v1/namespaces/default/serviceaccounts'
    await ask(cluster, 'POST', path, { metadata: { name: 'a' }, secrets: [{ kind: 'X' }] })
    const config = JSON.stringify({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a' } })
    const reply = await ask(cluster, 'PATCH', `${path}/a?fieldManager=me`, config, 'application/apply-patch+yaml')
    expect(reply).toMatchObject({ code: 500, body: { message: expect.stringContaining(message) } })
  })

  test.each([
    ['1.33', 500, 'omits key field "b"'],
    ['1.34', 422, 'spec.list[0].b: Required value'],
  ])('of an applied item of a list with some of its keys in %s', async (version, code, message) => {
    const cluster = clusterOf(version)
    const text = { type: 'string' }
    const items = { type: 'object', required: ['a', 'b'], properties: { a: text, b: text } }
    const list = { type: 'array', items, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a', 'b'] }
    const spec = { type: 'object', properties: { list } }
    const definition = definitionOf('widgets.example.com', 'Widget', [
      versionOf({ type: 'object', properties: { spec } }),
    ])
    await cluster.create('CustomResourceDefinition', definition)
    const config = {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'a' },
      spec: { list: [{ a: 'x' }] },
    }
    const path = '/apis/example.com/v1/namespaces/default/widgets/a?fieldManager=me'
    const reply = await ask(cluster, 'PATCH', path, JSON.stringify(config), 'application/apply-patch+yaml')
    expect(reply).toMatchObject({ code, body: { message: expect.stringContaining(message) } })
  })

  test.each([
    ['1.34', 500, 'scheme.go:110'],
    ['1.35', 400, 'scheme.go:111'],
  ])('of DeleteOptions of another kind in %s', async (version, code, line) => {
    const cluster = clusterOf(version)
    await ask(cluster, 'POST', MAPS, { metadata: { name: 'a' } })
    const reply = await ask(cluster, 'DELETE', `${MAPS}/a`, { kind: 'Odd', apiVersion: 'v1' })
    expect(reply).toMatchObject({ code, body: { message: expect.stringContaining(line) } })
  })

  test.each([
    ['1.36', 3],
    ['1.37', 1],
  ])('by several validations of an update in %s: %d times', async (version, times) => {
    const cluster = clusterOf(version)
    const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
    const { body } = await ask(cluster, 'POST', leases, { metadata: { name: 'a' } })
    const metadata = { ...body.metadata, labels: { 'bad key!': 'x' } }
    const reply = await ask(cluster, 'PUT', `${leases}/a`, { ...body, metadata })
    expect(reply.code).toBe(422)
    expect((reply.body as unknown as { details: { causes: unknown[] } }).details.causes).toHaveLength(times)
  })
})

describe('values and lengths in faults', () => {
  const deployment = {
    metadata: { name: 'a' },
    spec: {
      selector: { matchLabels: { app: 'a' } },
      template: { metadata: { labels: { app: 'b', z: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  }
  test.each([
    ['1.33', 'map[string]string{"app":"b", "z":"x"}'],
    ['1.34', '{"app":"b","z":"x"}'],
    ['1.37', '{"app":"b","z":"x"}'],
  ])('a map is shown in %s', async (version, shown) => {
    const reply = await ask(clusterOf(version), 'POST', '/apis/apps/v1/namespaces/default/deployments', deployment)
    expect(reply.body.message).toContain(`Invalid value: ${shown}: \`selector\` does not match template \`labels\``)
  })

  test.each([
    ['1.34', 'characters'],
    ['1.35', 'bytes'],
  ])('a label is counted in %s in %s', async (version, unit) => {
    const labels = { ['k'.repeat(64)]: 'v'.repeat(64) }
    const { body } = await ask(clusterOf(version), 'POST', MAPS, { metadata: { name: 'a', labels } })
    expect(body.message).toContain(`name part must be no more than 63 ${unit}`)
    expect(body.message).toContain(`"${'v'.repeat(64)}": must be no more than 63 ${unit}`)
    // The labels of DNS are still counted in characters.
    const service = { metadata: { name: 'n'.repeat(64) }, spec: { ports: [{ port: 1 }] } }
    const named = await ask(clusterOf(version), 'POST', '/api/v1/namespaces/default/services', service)
    expect(named.body.message).toContain('must be no more than 63 characters')
  })

  test.each([
    ['1.36', '"b"'],
    ['1.37', 'null'],
  ])('a field that is declared as immutable in %s', async (version, shown) => {
    const cluster = clusterOf(version)
    const path = '/apis/node.k8s.io/v1/runtimeclasses'
    await ask(cluster, 'POST', path, { metadata: { name: 'a' }, handler: 'a' })
    const { body } = await ask(cluster, 'PATCH', `${path}/a`, { handler: 'b' }, 'application/merge-patch+json')
    expect(body.message).toContain(`handler: Invalid value: ${shown}: field is immutable`)
  })

  test.each([
    ['1.34', 'scheduling.tolerations.tolerations[0].operator'],
    ['1.35', 'scheduling.tolerations[0].operator'],
  ])('a toleration of a RuntimeClass in %s', async (version, field) => {
    const scheduling = { tolerations: [{ key: 'a', operator: 'No' }] }
    const { body } = await ask(clusterOf(version), 'POST', '/apis/node.k8s.io/v1/runtimeclasses', {
      ...{ metadata: { name: 'a' }, handler: 'a', scheduling },
    })
    expect(body.message).toContain(`${field}: `)
  })
})

describe('a creationTimestamp that is not set', () => {
  const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const deployment = { metadata: { name: 'a' }, spec: { selector: { matchLabels: { app: 'a' } }, template } }
  const access = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } }

  test.each([
    ['1.33', true],
    ['1.34', false],
    ['1.37', false],
  ])('is null in %s: %s', async (version, isNull) => {
    const cluster = clusterOf(version)
    const made = await ask(cluster, 'POST', '/apis/apps/v1/namespaces/default/deployments', deployment)
    const inTemplate = (made.body['spec'] as typeof deployment.spec).template.metadata
    const review = await ask(cluster, 'POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', access)
    const rules = { spec: { namespace: 'default' } }
    const rights = await ask(cluster, 'POST', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', rules)
    const component = await ask(cluster, 'GET', '/api/v1/componentstatuses/scheduler')
    for (const metadata of [inTemplate, review.body.metadata, rights.body.metadata, component.body.metadata])
      expect('creationTimestamp' in metadata).toBe(isNull)
    // Of what is stored it is always set.
    expect(made.body.metadata.creationTimestamp).toEqual(expect.any(String))
  })
})

describe('kinds', () => {
  test.each([
    ['1.35', null],
    ['1.36', '299 - "coordination.k8s.io/v1beta1 LeaseCandidate is deprecated in v1.36+, unavailable in v1.39+"'],
  ])('LeaseCandidates are deprecated in %s: %s', async (version, warning) => {
    const reply = await ask(clusterOf(version), 'GET', '/apis/coordination.k8s.io/v1beta1/leasecandidates')
    expect(reply).toMatchObject({ code: 200, warning })
  })

  test.each([
    ['1.36', undefined, undefined],
    ['1.37', 1, 2],
  ])('autoscalers count generations in %s', async (version, first, second) => {
    const cluster = clusterOf(version)
    const path = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers'
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' }
    const made = await ask(cluster, 'POST', path, { metadata: { name: 'a' }, spec: { scaleTargetRef, maxReplicas: 2 } })
    expect(made.body.metadata.generation).toBe(first)
    const patch = { spec: { maxReplicas: 3 } }
    const patched = await ask(cluster, 'PATCH', `${path}/a`, patch, 'application/merge-patch+json')
    expect(patched.body.metadata.generation).toBe(second)
  })

  test.each([
    ['1.36', undefined, undefined],
    ['1.37', 1, 3],
  ])('StatefulSets limit how many pods an update takes away in %s', async (version, byDefault, given) => {
    const cluster = clusterOf(version)
    const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const made = (name: string, updateStrategy?: object) =>
      ask(cluster, 'POST', '/apis/apps/v1/namespaces/default/statefulsets', {
        metadata: { name },
        spec: { selector: { matchLabels: { app: 'a' } }, serviceName: 'a', template, updateStrategy },
      })
    const limitOf = ({ body }: Reply) =>
      (body['spec'] as { updateStrategy: { rollingUpdate: { maxUnavailable?: number } } }).updateStrategy.rollingUpdate
        .maxUnavailable
    expect(limitOf(await made('a'))).toBe(byDefault)
    expect(limitOf(await made('b', { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 3 } }))).toBe(given)
  })

  test.each([
    ['1.33', 422],
    ['1.34', 200],
    ['1.37', 200],
  ])('an informer that begins with a watch gets %s: %d', async (version, code) => {
    const { fetch } = clusterOf(version)
    const query =
      'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1'
    const reply = await fetch(new Request(`http://localhost/api/v1/namespaces?${query}`))
    expect(reply.status).toBe(code)
    await reply.body?.cancel()
  })
})

describe('storage and networking', () => {
  const TOKENS = expect.stringContaining('serviceAccountTokenInSecrets is unset')

  test.each([
    ['1.34', null, undefined],
    ['1.36', TOKENS, undefined],
    ['1.37', TOKENS, false],
  ])('CSIDrivers in %s', async (version, warning, prevents) => {
    const spec = { tokenRequests: [{ audience: 'a' }] }
    const made = await ask(clusterOf(version), 'POST', '/apis/storage.k8s.io/v1/csidrivers', {
      metadata: { name: 'disk.example.com' },
      spec,
    })
    expect(made).toMatchObject({ code: 201, warning })
    expect((made.body['spec'] as { readonly [member: string]: unknown })['preventPodSchedulingIfMissing']).toBe(
      prevents,
    )
  })

  test.each([
    ['1.35', true],
    ['1.36', false],
  ])('a ServiceCIDR itself writes its status in %s: %s', async (version, isWritten) => {
    const status = {
      conditions: [{ type: 'Ready', status: 'True', reason: 'a', message: '', lastTransitionTime: null }],
    }
    const path = '/apis/networking.k8s.io/v1/servicecidrs'
    const made = await ask(clusterOf(version), 'POST', path, {
      metadata: { name: 'more' },
      spec: { cidrs: ['10.9.0.0/24'] },
      status,
    })
    expect('conditions' in (made.body['status'] as object)).toBe(isWritten)
  })

  test.each([
    ['1.34', ['Name', 'Secrets', 'Age']],
    ['1.35', ['Name', 'Age']],
  ])('columns of ServiceAccounts in %s', async (version, columns) => {
    const { fetch } = clusterOf(version)
    const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
    const reply = await fetch(new Request('http://localhost/api/v1/serviceaccounts', { headers }))
    const { columnDefinitions } = (await reply.json()) as { readonly columnDefinitions: readonly { name: string }[] }
    expect(columnDefinitions.map(({ name }) => name)).toEqual(columns)
  })
})
