import { describe, expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { definitionOf } from '../suites/definition.js'

type Json = { readonly [member: string]: unknown }
type Entry = {
  readonly manager: string
  readonly operation: string
  readonly subresource?: string
  readonly time?: string
  readonly fieldsV1: Json
}

const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const SIZES = '/apis/example.com/v1/namespaces/default/sizes'
const APPLY = 'application/apply-patch+yaml'
const MERGE = 'application/merge-patch+json'
const REPLICAS = { 'f:spec': { 'f:replicas': {} } }

const deployment = (replicas?: number) => ({
  metadata: { name: 'web' },
  spec: {
    ...(replicas === undefined ? {} : { replicas }),
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'example.io/web' }] },
    },
  },
})
const scaleOf = (replicas?: number, metadata: object = {}) => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: { name: 'web', ...metadata },
  ...(replicas === undefined ? {} : { spec: { replicas } }),
})

const open = (collection: string, options: Parameters<typeof createCluster>[0] = {}) => {
  const cluster = createCluster({ seed: 1, controllers: 'none', ...options })
  const ask = async (method: string, path: string, body?: object, type = 'application/json') => {
    const reply = await cluster.fetch(path, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': type } } : {}),
    })
    return [reply.status, await reply.json()] as [number, Json]
  }
  const PATH = `${collection}/web`
  const said = async (reply: Promise<[number, Json]>) => {
    const [code, { message, spec }] = await reply
    return [code, message ?? spec]
  }
  return {
    ask,
    make: (body: object) => ask('POST', `${collection}?fieldManager=maker`, body),
    apply: (manager: string, body: object, query = '') =>
      said(ask('PATCH', `${PATH}/scale?fieldManager=${manager}${query}`, body, APPLY)),
    merge: (manager: string, body: object, at = '/scale') =>
      said(ask('PATCH', `${PATH}${at}?fieldManager=${manager}`, body, MERGE)),
    put: (manager: string, body: object) => said(ask('PUT', `${PATH}/scale?fieldManager=${manager}`, body)),
    /** The managers that own spec.replicas: manager, operation, subresource, and `timed` where the entry has a time. */
    owners: async (fields: Json = REPLICAS) => {
      const { managedFields } = (await ask('GET', PATH))[1]['metadata'] as { managedFields: Entry[] }
      const owns = ({ fieldsV1 }: Entry) =>
        'f:replicas' in ((fieldsV1['f:spec'] ?? {}) as Json) || JSON.stringify(fieldsV1) === JSON.stringify(fields)
      return managedFields
        .filter(owns)
        .map(
          ({ manager, operation, subresource, time }) =>
            `${manager} ${operation} ${subresource ?? '-'} ${time ? 'timed' : ''}`,
        )
    },
    revision: async () => ((await ask('GET', PATH))[1]['metadata'] as Json)['resourceVersion'],
  }
}

describe('an apply to the scale of a Deployment', () => {
  test('shares, conflicts over and takes fields that others own', async () => {
    const { make, apply, owners, revision } = open(DEPLOYMENTS)
    await make(deployment(2))
    expect(await apply('hpa', scaleOf(2))).toEqual([200, { replicas: 2 }])
    expect(await owners()).toEqual(['hpa Apply scale ', 'maker Update - '])
    expect(await apply('other', scaleOf(3))).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "hpa" with subresource "scale": .spec.replicas',
    ])
    expect(await apply('other', scaleOf(3), '&force=true')).toEqual([200, { replicas: 3 }])
    expect(await owners()).toEqual(['other Apply scale '])
    const before = await revision()
    expect(await apply('other', scaleOf(3))).toEqual([200, { replicas: 3 }])
    expect(await revision()).toBe(before)
    expect(await apply('other', scaleOf())).toEqual([200, {}])
    expect(await owners()).toEqual([])
  })

  test('conflicts with applies to the Deployment, both ways', async () => {
    const { ask, apply, owners } = open(DEPLOYMENTS)
    const whole = (replicas: number, query = '') =>
      ask(
        'PATCH',
        `${DEPLOYMENTS}/web?fieldManager=app${query}`,
        { apiVersion: 'apps/v1', kind: 'Deployment', ...deployment(replicas) },
        APPLY,
      )
    await whole(1)
    expect(await apply('hpa', scaleOf(5))).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "app": .spec.replicas',
    ])
    expect(await apply('hpa', scaleOf(5), '&force=true')).toEqual([200, { replicas: 5 }])
    expect((await whole(7))[1]['message']).toBe(
      'Apply failed with 1 conflict: conflict with "hpa" with subresource "scale": .spec.replicas',
    )
    await whole(7, '&force=true')
    expect(await owners()).toEqual(['app Apply - timed'])
  })

  test('an owner of a subresource comes before the same of the object', async () => {
    const { ask, apply } = open(DEPLOYMENTS)
    const body = (replicas: number, app: string) => {
      const { spec } = deployment(replicas)
      return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', labels: { app } }, spec }
    }
    await ask('PATCH', `${DEPLOYMENTS}/web?fieldManager=one`, body(1, 'a'), APPLY)
    await apply('one', scaleOf(1))
    const [, { message }] = await ask('PATCH', `${DEPLOYMENTS}/web?fieldManager=two`, body(2, 'b'), APPLY)
    expect(message).toBe(
      'Apply failed with 3 conflicts: conflicts with "one" with subresource "scale":\n- .spec.replicas\nconflicts with "one":\n- .metadata.labels.app\n- .spec.replicas',
    )
  })

  test('conflicts with before-first-apply where nobody owns the replicas', async () => {
    const { make, ask, put, apply, owners } = open(DEPLOYMENTS)
    await make(deployment(2))
    await ask('PATCH', `${DEPLOYMENTS}/web`, { metadata: { managedFields: [{}] } }, MERGE)
    expect(await put('k', scaleOf(3))).toEqual([200, { replicas: 3 }])
    expect((await ask('GET', `${DEPLOYMENTS}/web`))[1]['metadata']).not.toHaveProperty('managedFields')
    expect(await apply('k', scaleOf(4))).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "before-first-apply" with subresource "scale" using autoscaling/v1: .spec.replicas',
    ])
    expect(await apply('k', scaleOf(4), '&force=true')).toEqual([200, { replicas: 4 }])
    expect(await owners()).toEqual(['k Apply scale '])
  })

  test.each<[string, object, number, string]>([
    [
      'another name',
      { ...scaleOf(3), metadata: { name: 'two' } },
      400,
      'the name of the object (two) does not match the name on the URL (web)',
    ],
    [
      'a negative number',
      scaleOf(-1),
      422,
      'Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      'a string',
      { ...scaleOf(), spec: { replicas: 'x' } },
      500,
      'failed to create typed patch object (/web; autoscaling/v1, Kind=Scale): .spec.replicas: expected numeric (int or float), got string',
    ],
    [
      'a Deployment',
      { apiVersion: 'apps/v1', kind: 'Deployment', ...deployment(3) },
      400,
      'invalid object type: apps/v1, Kind=Deployment',
    ],
  ])('is refused with %s', async (_, body, code, message) => {
    const { make, apply } = open(DEPLOYMENTS)
    await make(deployment(2))
    expect(await apply('hpa', body, '&force=true')).toEqual([code, message])
  })
})

describe('an update of the scale of a Deployment', () => {
  test('makes the writer own the replicas, in an entry without a time', async () => {
    const { make, merge, put, owners } = open(DEPLOYMENTS)
    await make(deployment(2))
    expect(await merge('k', { spec: { replicas: 3 } })).toEqual([200, { replicas: 3 }])
    expect(await owners()).toEqual(['k Update scale '])
    expect(await put('maker', scaleOf(4))).toEqual([200, { replicas: 4 }])
    expect(await owners()).toEqual(['maker Update scale '])
    expect(await merge('maker', { spec: { replicas: 5 } }, '')).toMatchObject([200, { replicas: 5 }])
    expect(await owners()).toEqual(['maker Update - timed'])
  })

  test('can test managedFields in a JSON Patch', async () => {
    const { ask, make } = open(DEPLOYMENTS)
    await make(deployment(2))
    const test = (value: string) =>
      ask(
        'PATCH',
        `${DEPLOYMENTS}/web/scale`,
        [{ op: 'test', path: '/metadata/managedFields/0/manager', value }],
        'application/json-patch+json',
      )
    expect([(await test('maker'))[0], (await test('k'))[0]]).toEqual([200, 422])
  })

  test('with another uid is a conflict', async () => {
    const { make, merge } = open(DEPLOYMENTS)
    await make(deployment(2))
    expect(await merge('k', { metadata: { uid: 'x' } })).toEqual([
      409,
      expect.stringMatching(
        /^Operation cannot be fulfilled on deployments\/scale\.apps "web": Precondition failed: UID in precondition: x, UID in object meta: /,
      ),
    ])
  })
})

describe('the scale of a custom resource', () => {
  const version = (name: string, path?: string) => ({
    name,
    served: true,
    storage: name === 'v1',
    schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as object },
    ...(path ? { subresources: { scale: { specReplicasPath: path, statusReplicasPath: '.status.replicas' } } } : {}),
  })
  const definition = definitionOf('sizes.example.com', 'Size', [
    version('v1', '.spec.replicas'),
    version('v2', '.spec.deep.count'),
    version('v3'),
  ])
  const size = (spec: object) => ({ apiVersion: 'example.com/v1', kind: 'Size', metadata: { name: 'web' }, spec })

  test('accepts an apply that changes nothing, and no other, as v1.33 does', async () => {
    const { make, apply, owners } = open(SIZES, { crds: [definition] })
    await make(size({ replicas: 2 }))
    expect(await apply('hpa', scaleOf(2))).toEqual([200, { replicas: 2 }])
    expect(await owners()).toEqual(['hpa Apply scale ', 'maker Update - '])
    const why = 'request to convert CR to an invalid group/version: autoscaling/v1'
    expect(await apply('hpa', scaleOf(3), '&force=true')).toEqual([
      500,
      `failed to convert new object (/web; autoscaling/v1, Kind=Scale) to proper version: ${why}`,
    ])
    expect(await apply('other', scaleOf(4))).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "hpa" with subresource "scale": .spec.replicas',
    ])
  })

  test('accepts no apply where nobody owns the replicas', async () => {
    const { make, apply } = open(SIZES, { crds: [definition] })
    await make(size({ other: 2 }))
    expect(await apply('hpa', scaleOf(2))).toEqual([
      500,
      'failed to create manager for existing fields: failed to convert live object (/; autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an invalid group/version: autoscaling/v1',
    ])
  })

  test('has its own specReplicasPath in each version', async () => {
    const { ask, make, merge } = open(SIZES, { crds: [definition] })
    await make(size({ replicas: 2, deep: { count: 7 } }))
    const [code, { spec }] = await ask(
      'PATCH',
      `${SIZES.replace('v1', 'v2')}/web/scale?fieldManager=k`,
      { spec: { replicas: 8 } },
      MERGE,
    )
    expect([code, spec]).toEqual([200, { replicas: 8 }])
    const { metadata } = (await ask('GET', `${SIZES}/web`))[1] as { metadata: { managedFields: Entry[] } }
    expect(metadata.managedFields.find(({ manager }) => manager === 'k')).toEqual({
      manager: 'k',
      operation: 'Update',
      apiVersion: 'example.com/v2',
      subresource: 'scale',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:spec': { 'f:deep': { 'f:count': {} } } },
    })
    expect(await merge('k', { spec: { replicas: 9 } })).toEqual([200, { replicas: 9 }])
  })

  test('refuses any body that is not a Scale with the same message', async () => {
    const { make, put } = open(SIZES, { crds: [definition] })
    await make(size({ replicas: 2 }))
    const refusal = [400, 'no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:110"']
    expect(await put('k', size({ replicas: 3 }))).toEqual(refusal)
    expect(await put('k', { ...scaleOf(), spec: { replicas: '3' } })).toEqual(refusal)
  })

  test('takes no strategic merge patch', async () => {
    const { ask, make } = open(SIZES, { crds: [definition] })
    await make(size({ replicas: 2 }))
    expect(
      (
        await ask('PATCH', `${SIZES}/web/scale`, { spec: { replicas: 3 } }, 'application/strategic-merge-patch+json')
      )[0],
    ).toBe(415)
  })
})
