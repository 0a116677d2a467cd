import type { Manifest } from '../scenario.js'

/** Fields of an object that a scenario overrides. */
type Spec = { readonly [member: string]: unknown }

/** A pod template; with `schedulerName: nobody` the scenario writes the status of its pods. */
export const template = (app: string, spec: Spec = {}, metadata: Spec = {}): Spec => ({
  metadata: { labels: { app }, ...metadata },
  spec: { containers: [{ name: 'a', image: 'example.io/a:1' }], ...spec },
})

/** A template whose pods are never scheduled: the scenario writes their status. */
export const unplayed = (app: string, spec: Spec = {}, metadata: Spec = {}): Spec =>
  template(app, { schedulerName: 'nobody', ...spec }, metadata)

const owner =
  (apiVersion: string, kind: string) =>
  (name: string, spec: Spec, metadata: Spec = {}): Manifest => ({
    apiVersion,
    kind,
    metadata: { name, ...metadata },
    spec: { selector: { matchLabels: { app: name } }, template: template(name), ...spec },
  })

export const deployment = owner('apps/v1', 'Deployment')
export const replicaSet = owner('apps/v1', 'ReplicaSet')
export const daemonSet = owner('apps/v1', 'DaemonSet')
export const statefulSet = (name: string, spec: Spec, metadata: Spec = {}): Manifest =>
  owner('apps/v1', 'StatefulSet')(name, { serviceName: name, ...spec }, metadata)
export const replicationController = (name: string, spec: Spec, metadata: Spec = {}): Manifest =>
  owner('v1', 'ReplicationController')(name, { selector: { app: name }, ...spec }, metadata)

export const job = (name: string, spec: Spec = {}, pod: Spec = {}): Manifest => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name },
  spec: { template: unplayed(name, { restartPolicy: 'Never', ...pod }), ...spec },
})

export const pod = (name: string, spec: Spec = {}, metadata: Spec = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...metadata },
  spec: { containers: [{ name: 'a', image: 'example.io/a:1' }], ...spec },
})

export const service = (name: string, spec: Spec = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { selector: { app: name }, ports: [{ port: 80 }], ...spec },
})

/** A ResourceQuota for a number of pods. */
export const quota = (pods: number): Manifest => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'few' },
  spec: { hard: { pods: String(pods) } },
})

/** The status that a node agent writes for a running pod, ready or not. */
export const ready = (status: 'True' | 'False' = 'True'): object => ({
  phase: 'Running',
  conditions: [{ type: 'Ready', status, lastTransitionTime: '2026-01-01T00:00:00Z' }],
})
export const ended = (phase: 'Succeeded' | 'Failed', exitCode = phase === 'Failed' ? 1 : 0): object => ({
  phase,
  containerStatuses: [
    {
      name: 'a',
      image: 'example.io/a:1',
      imageID: '',
      ready: false,
      restartCount: 0,
      state: { terminated: { exitCode, finishedAt: '2026-01-01T00:00:00Z' } },
    },
  ],
})

export const image = (name: string) => ({ spec: { template: { spec: { containers: [{ name: 'a', image: name }] } } } })
export const replicas = (count: number) => ({ spec: { replicas: count } })
