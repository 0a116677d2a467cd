import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { StatusError } from '../../../src/base/errors/status.js'

const containers = [{ name: 'c', image: 'example.io/c:1' }]
const patience = ['not-ready', 'unreachable'].map((state) => ({
  key: `node.kubernetes.io/${state}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}))

describe.each(['example', 'kubernetes'] as const)('a pod and its RuntimeClass, in profile %s', (profile) => {
  const open = async () => {
    const cluster = createCluster({ profile, seed: 1 })
    await cluster.create('RuntimeClass', { metadata: { name: 'plain' }, handler: 'runc' })
    await cluster.create('RuntimeClass', {
      metadata: { name: 'sandboxed' },
      handler: 'runsc',
      overhead: { podFixed: { cpu: '250m', memory: '64Mi' } },
      scheduling: {
        nodeSelector: { sandbox: 'yes' },
        tolerations: [
          { key: 'sandbox', operator: 'Exists' },
          { operator: 'Exists', effect: 'NoExecute' },
        ],
      },
    })
    return cluster
  }
  const create = async (spec: object) =>
    (await open()).create('v1/Pod', { metadata: { name: 'p' }, spec: { containers, ...spec } })

  test('gets overhead, nodeSelector and tolerations of the class', async () => {
    const { spec } = (await create({ runtimeClassName: 'sandboxed', nodeSelector: { disk: 'fast' } })) as {
      spec?: { [member: string]: unknown }
    }
    expect([spec?.['overhead'], spec?.['nodeSelector'], spec?.['tolerations']]).toEqual([
      { cpu: '250m', memory: '64Mi' },
      { disk: 'fast', sandbox: 'yes' },
      [
        { key: 'sandbox', operator: 'Exists' },
        { operator: 'Exists', effect: 'NoExecute' },
      ],
    ])
  })

  test('is not changed by a class without overhead and scheduling', async () => {
    const { spec } = (await create({ runtimeClassName: 'plain' })) as { spec?: { [member: string]: unknown } }
    expect([spec?.['overhead'], spec?.['nodeSelector'], spec?.['tolerations']]).toEqual([
      undefined,
      undefined,
      patience,
    ])
  })

  test('may set the same overhead in another notation', async () => {
    const { spec } = (await create({
      runtimeClassName: 'sandboxed',
      overhead: { cpu: '0.25', memory: '65536Ki' },
    })) as { spec?: { [member: string]: unknown } }
    expect(spec?.['overhead']).toEqual({ cpu: '250m', memory: '64Mi' })
  })

  test.each([
    ['names a class that does not exist', { runtimeClassName: 'gone' }, 'pod rejected: RuntimeClass "gone" not found'],
    [
      'has an empty overhead without a class',
      { overhead: {} },
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    ],
    [
      'has an overhead without a class',
      { overhead: { cpu: '1' } },
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    ],
    [
      'has an overhead that its class does not have',
      { runtimeClassName: 'plain', overhead: { cpu: '1' } },
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    ],
    [
      'has another overhead than its class',
      { runtimeClassName: 'sandboxed', overhead: { cpu: '1' } },
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    ],
    [
      'has a conflicting nodeSelector',
      { runtimeClassName: 'sandboxed', nodeSelector: { sandbox: 'no' } },
      'conflict: runtimeClass.scheduling.nodeSelector[sandbox] = yes; pod.spec.nodeSelector[sandbox] = no',
    ],
  ])('is refused where it %s', async (_, spec, why) => {
    const error = (await create(spec).catch((refused: unknown) => refused)) as StatusError
    expect(error.status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: `pods "p" is forbidden: ${why}`,
      reason: 'Forbidden',
      details: { name: 'p', kind: 'pods' },
      code: 403,
    })
  })

  test.each([
    ['', 'resource name may not be empty'],
    ['a/b', `invalid resource name "a/b": [may not contain '/']`],
  ])('gets a 500 for the invalid class name %j', async (runtimeClassName, message) => {
    const error = (await create({ runtimeClassName }).catch((refused: unknown) => refused)) as StatusError
    expect(error.status).toMatchObject({ message, code: 500 })
    expect(error.status).not.toHaveProperty('reason')
  })
})
