import { type Manifest, type Step, create, deletePods, patch, patchPods, remove, setPods } from '../scenario.js'
import { deployment, ended, pod, replicas, service } from '../scenarios/manifests.js'
import { type Family, areUnready, some } from './family.js'

const AT = 'v1/services/web'
const port = { containers: [{ name: 'a', image: 'example.io/a:1', ports: [{ name: 'web', containerPort: 8080 }] }] }

/** A node without an agent, so that its pods stay while they terminate. */
const idleNode = (number: number): Manifest => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: `node-${number}0`,
    labels: { unplayed: 'yes' },
    annotations: { 'fakecluster/agent': 'silent' },
  },
  spec: { taints: [{ key: 'example.io/own', effect: 'NoSchedule' }] },
})
const held = (name: string, number: number) =>
  pod(name, { nodeName: `node-${number}0`, ...port }, { labels: { app: 'web', name }, finalizers: ['example.io/hold'] })
const says = (name: string, number: number, status: 'True' | 'False') =>
  setPods(`name=${name}`, 1, {
    podIP: `10.9.7.${number}`,
    podIPs: [{ ip: `10.9.7.${number}` }],
    conditions: [{ type: 'Ready', status, lastTransitionTime: '2026-01-01T00:00:00Z' }],
  })

/** Services over pods that come, go, terminate slowly and are not ready. */
export const services: Family = (chance, number) => {
  const ports = () =>
    chance.one(
      [{ port: 80 }],
      [{ port: 80, targetPort: 'web' }],
      [
        { name: 'http', port: 80, targetPort: 'web' },
        { name: 'dns', port: 53, protocol: 'UDP', targetPort: 5353 },
      ],
      [{ name: 'none', port: 80, targetPort: 'missing' }],
    )
  const more = chance.one(
    {},
    { clusterIP: 'None' },
    { publishNotReadyAddresses: true },
    { clusterIP: 'None', publishNotReadyAddresses: true },
    { internalTrafficPolicy: 'Local' },
    { sessionAffinity: 'ClientIP' },
    { trafficDistribution: 'PreferClose' },
  )
  const made = create(service('web', { ports: ports(), ...more }))
  const label = () => ({ metadata: { labels: chance.one({ app: 'other' }, { app: 'web', tier: 'b' }) } })
  if (chance.below(2) === 0) {
    const change = () =>
      chance.one(
        () => patch('apps/v1/deployments/web', replicas(chance.below(5))),
        () => patch(AT, { spec: { selector: { app: chance.one('web', 'other') } } }),
        () => patch(AT, { spec: { selector: null } }),
        () => patch(AT, { spec: { publishNotReadyAddresses: chance.one(true, false) } }),
        () => patch(AT, { metadata: { labels: { tier: chance.one('a', 'b', null) } } }),
        () => patch(AT, { metadata: { annotations: { note: chance.one('a', 'b') } } }),
        () => patchPods('app=web', 1, label()),
        () => deletePods('app=web', 1),
        () => setPods('app=web', 1, ended('Failed')),
        () => areUnready(1),
        () => remove(AT),
      )()
    const owner = deployment('web', {
      replicas: 1 + chance.below(3),
      template: { metadata: { labels: { app: 'web' } }, spec: port },
    })
    return { byState: true, steps: [made, create(owner), ...some(chance, 4, change)] }
  }
  const names = ['one', 'two'] as const
  const change = (): Step => {
    const name = chance.one(...names)
    return chance.one(
      () => says(name, names.indexOf(name) + 1, chance.one('True', 'True', 'False')),
      () => deletePods(`name=${name}`, 1),
      () => patch(`v1/pods/${name}`, { metadata: { finalizers: null } }),
      () => patchPods(`name=${name}`, 1, label()),
      () => patch(AT, { spec: { publishNotReadyAddresses: chance.one(true, false) } }),
      () => setPods(`name=${name}`, 1, ended('Succeeded')),
    )()
  }
  return {
    byState: true,
    steps: [
      made,
      create(idleNode(number), held('one', number)),
      says('one', 1, 'True'),
      create(held('two', number)),
      ...some(chance, 4, change),
    ],
  }
}

/** Endpoints written by clients, and their mirrored EndpointSlices. */
export const endpoints: Family = (chance) => {
  const addresses = () =>
    Array.from({ length: 1 + chance.below(3) }, (_, number) => ({
      ip: `10.9.1.${number + 1}`,
      ...(chance.below(3) === 0 ? { hostname: `h${number}` } : {}),
    }))
  const subset = () => ({
    ...(chance.below(4) === 0 ? {} : { addresses: addresses() }),
    ...(chance.below(3) === 0 ? { notReadyAddresses: [{ ip: '10.9.2.1' }] } : {}),
    ports: chance.one(
      [{ port: 80 }],
      [
        { name: 'http', port: 80 },
        { name: 'dns', port: 53, protocol: 'UDP' as const },
      ],
    ),
  })
  const subsets = () =>
    chance.below(3) === 0 ? [subset(), { addresses: [{ ip: '10.9.3.1' }], ports: [{ port: 9 }] }] : [subset()]
  const change = () =>
    chance.one(
      () => patch('v1/endpoints/web', { subsets: subsets() }),
      () => patch('v1/endpoints/web', { metadata: { labels: { tier: chance.one('a', 'b') } } }),
      () => patch('v1/endpoints/web', { metadata: { annotations: { note: chance.one('a', 'b') } } }),
      () =>
        patch('v1/endpoints/web', {
          metadata: { labels: { 'endpointslice.kubernetes.io/skip-mirror': chance.one('true', null) } },
        }),
      () => patch(AT, { spec: { selector: chance.one({ app: 'web' }, null) } }),
      () => remove('v1/endpoints/web'),
      () => remove(AT),
    )()
  return {
    steps: [
      create(service('web', { selector: null }), {
        apiVersion: 'v1',
        kind: 'Endpoints',
        metadata: { name: 'web' },
        subsets: subsets(),
      }),
      ...some(chance, 3, change),
    ],
  }
}
