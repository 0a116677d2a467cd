import { BinaryWriter } from '@bufbuild/protobuf/wire'
import { describe, expect, test } from 'vitest'
import type { Profile } from '../../../src/model/registry/profile.js'
import { type Connection, inProcess, overSocket } from '../../suites/transport.js'
import { bytesOf, envelope, join, message, metadata, namespace, samples } from './protobuf-bytes.js'

const HEADERS = {
  'content-type': 'application/vnd.kubernetes.protobuf',
  accept: 'application/json',
  'user-agent': 'test',
}

/** The paths to which samples of served kinds are posted. */
const PLACES: Readonly<Record<string, string>> = {
  'v1 Namespace': '/api/v1/namespaces',
  'v1 Node': '/api/v1/nodes',
  'v1 PersistentVolumeClaim': '/api/v1/namespaces/s-namespace/persistentvolumeclaims',
  'policy/v1 PodDisruptionBudget': '/apis/policy/v1/namespaces/s-namespace/poddisruptionbudgets',
  'coordination.k8s.io/v1 Lease': '/apis/coordination.k8s.io/v1/namespaces/s-namespace/leases',
  'coordination.k8s.io/v1beta1 LeaseCandidate':
    '/apis/coordination.k8s.io/v1beta1/namespaces/s-namespace/leasecandidates',
  'events.k8s.io/v1 Event': '/apis/events.k8s.io/v1/namespaces/s-namespace/events',
  'networking.k8s.io/v1 IPAddress': '/apis/networking.k8s.io/v1/ipaddresses',
  'networking.k8s.io/v1 ServiceCIDR': '/apis/networking.k8s.io/v1/servicecidrs',
  'node.k8s.io/v1 RuntimeClass': '/apis/node.k8s.io/v1/runtimeclasses',
  'apiregistration.k8s.io/v1 APIService': '/apis/apiregistration.k8s.io/v1/apiservices',
}

describe.each([inProcess, overSocket])('$name', ({ connect }) => {
  async function ask(
    { fetch }: Connection,
    method: string,
    path: string,
    body?: Uint8Array<ArrayBuffer> | string,
    headers: Readonly<Record<string, string>> = HEADERS,
  ) {
    const response = await fetch(path, { method, headers, ...(body === undefined ? {} : { body }) })
    const json: unknown = JSON.parse(await response.text())
    return { status: response.status, type: response.headers.get('content-type'), json }
  }
  const open = (profile: Profile['name'] = 'kubernetes') =>
    connect({ profile, seed: 1, runtimeConfig: { 'api/beta': true } })

  test('creates, updates and deletes objects', async () => {
    await using to = await open()
    const created = await ask(to, 'POST', '/api/v1/namespaces', namespace('shop'))
    expect(created).toMatchObject({
      status: 201,
      type: 'application/json',
      json: {
        metadata: { name: 'shop', labels: { 'kubernetes.io/metadata.name': 'shop' } },
        status: { phase: 'Active' },
      },
    })

    const path = '/apis/policy/v1/namespaces/shop/poddisruptionbudgets'
    const budget = (minAvailable: number, resourceVersion = '') => {
      const spec = new BinaryWriter()
      spec
        .tag(1, 2)
        .bytes(new BinaryWriter().tag(1, 0).int64(0).tag(2, 0).int32(minAvailable).tag(3, 2).string('').finish())
      spec.tag(2, 2).bytes(
        message([
          [
            1,
            message([
              [1, 'app'],
              [2, 'web'],
            ]),
          ],
        ]),
      )
      return envelope(
        'policy/v1',
        'PodDisruptionBudget',
        message([
          [
            1,
            message([
              [1, 'web'],
              [6, resourceVersion],
            ]),
          ],
          [2, spec.finish()],
          [3, ''],
        ]),
      )
    }
    const selector = { matchLabels: { app: 'web' } }
    expect(await ask(to, 'POST', `${path}?fieldValidation=Strict`, budget(1))).toMatchObject({
      status: 201,
      json: { spec: { minAvailable: 1, selector } },
    })
    const { uid, resourceVersion } = (await to.cluster.get('PodDisruptionBudget', { namespace: 'shop', name: 'web' }))
      .metadata
    expect(
      await ask(to, 'PUT', `${path}/web`, budget(2, resourceVersion), {
        ...HEADERS,
        'content-type': `${HEADERS['content-type']}; charset=binary`,
      }),
    ).toMatchObject({ status: 200, json: { spec: { minAvailable: 2, selector } } })

    const options = (uid: string) => envelope('policy/v1', 'DeleteOptions', message([[2, message([[1, uid]])]]))
    expect(await ask(to, 'DELETE', `${path}/web`, options('other'))).toMatchObject({ status: 409 })
    expect(await ask(to, 'DELETE', `${path}/web`, options(uid!))).toMatchObject({
      status: 200,
      json: { kind: 'Status', status: 'Success' },
    })
    expect(await ask(to, 'DELETE', path, envelope('', '', message([[5, 'All']])))).toMatchObject({ status: 200 })
  })

  const served = samples.filter(({ apiVersion, kind }) => PLACES[`${apiVersion} ${kind}`])

  test.each(served.map((sample) => [sample.apiVersion, sample.kind, sample] as const))(
    '%s %s is answered like its JSON',
    async (_, __, sample) => {
      const told = async (body: Uint8Array<ArrayBuffer> | string, type: string) => {
        await using to = await open()
        await ask(to, 'POST', '/api/v1/namespaces', namespace('s-namespace'))
        return await ask(to, 'POST', `${PLACES[`${sample.apiVersion} ${sample.kind}`]}?fieldValidation=Strict`, body, {
          ...HEADERS,
          'content-type': type,
        })
      }
      const binary = await told(bytesOf(sample), HEADERS['content-type'])
      expect(binary).toEqual(await told(JSON.stringify(sample.json), 'application/json'))
      expect([201, 422]).toContain(binary.status)
    },
  )

  test('there is a sample of each kind in PLACES', () => expect(served).toHaveLength(Object.keys(PLACES).length))

  test('an envelope without a type takes it from the path', async () => {
    await using to = await open('example')
    const body = envelope(
      '',
      '',
      message([
        [1, metadata('tick')],
        [2, message([[1, 'me']])],
      ]),
    )
    expect(await ask(to, 'POST', '/apis/coordination.example.io/v1/namespaces/default/leases', body)).toMatchObject({
      status: 201,
      json: { kind: 'Lease', spec: { holderIdentity: 'me' } },
    })
  })

  test('fields have the names of the profile', async () => {
    await using to = await open('example')
    const status = message([
      [6, message([[1, new BinaryWriter().tag(1, 0).int32(10250).finish()]])],
      [
        7,
        message([
          [7, 'v1.33.0'],
          [8, 'v1.32.0'],
        ]),
      ],
    ])
    const body = envelope(
      'v1',
      'Node',
      message([
        [1, metadata('one')],
        [2, ''],
        [3, status],
      ]),
    )
    expect(await ask(to, 'POST', '/api/v1/nodes?fieldValidation=Strict', body)).toMatchObject({
      status: 201,
      json: {
        status: {
          daemonEndpoints: { agentEndpoint: { Port: 10250 } },
          nodeInfo: { agentVersion: 'v1.33.0', proxyVersion: 'v1.32.0' },
        },
      },
    })
  })

  const head = 'the object provided is unrecognized (must be of type Namespace): '
  const prefix = 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]'
  test.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ['an empty body', join(), `${head}empty data (<empty>)`],
    ['JSON', join('{"kind":"Namespace"}'), `${head}${prefix} ({"kind":"Namespace"})`],
    ['an envelope alone', join('k8s\0'), `${head}empty body (6b387300)`],
    ['a truncated envelope', namespace('shop').subarray(0, 10), `${head}unexpected EOF (6b3873000a0f0a027631)`],
    [
      'a truncated object',
      envelope('v1', 'Namespace', Uint8Array.of(0x0a, 9)),
      'Namespace in version "v1" cannot be handled as a Namespace: unexpected EOF',
    ],
    [
      'another kind',
      envelope('v1', 'Secret', join()),
      'Secret in version "v1" cannot be handled as a Namespace: converting (v1.Secret) to (core.Namespace): unknown conversion',
    ],
    [
      'an unknown kind',
      envelope('x/v1', 'Y', join()),
      'Y in version "v1" cannot be handled as a Namespace: no kind "Y" is registered for version "x/v1" in scheme "pkg/runtime/scheme.go:110"',
    ],
  ])('400: %s', async (_, body, text) => {
    await using to = await open()
    expect(await ask(to, 'POST', '/api/v1/namespaces', body)).toMatchObject({
      status: 400,
      json: { reason: 'BadRequest', message: text },
    })
  })

  test('413: more than 3 MiB', async () => {
    await using to = await open()
    expect(await ask(to, 'POST', '/api/v1/namespaces', new Uint8Array(3 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      json: { message: 'Request entity too large: limit is 3145728' },
    })
  })

  test('415: a patch has no binary form', async () => {
    await using to = await open()
    expect(await ask(to, 'PATCH', '/api/v1/namespaces/default', namespace('default'))).toMatchObject({
      status: 415,
      json: { message: '415: Unsupported Media Type' },
    })
  })

  test('415: custom resources have no binary form, even with the name of a built-in kind', async () => {
    const crds = [
      {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'leases.coordination.example.com' },
        spec: {
          group: 'coordination.example.com',
          names: { plural: 'leases', singular: 'lease', kind: 'Lease', listKind: 'LeaseList' },
          scope: 'Cluster',
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
        },
      },
    ]
    await using to = await connect({ profile: 'kubernetes', seed: 1, crds })
    const body = envelope('coordination.example.com/v1', 'Lease', message([[1, metadata('a')]]))
    expect(await ask(to, 'POST', '/apis/coordination.example.com/v1/leases', body)).toMatchObject({
      status: 415,
      json: { message: expect.stringContaining('accepted media types include: application/json, application/yaml') },
    })
  })

  test('500: DeleteOptions that do not decode', async () => {
    await using to = await open()
    expect(await ask(to, 'DELETE', '/api/v1/nodes/none', join('odd'))).toMatchObject({
      status: 500,
      json: { message: prefix },
    })
    expect(await ask(to, 'DELETE', '/api/v1/nodes/none', envelope('v1', 'Node', join()))).toMatchObject({ status: 500 })
  })
})
