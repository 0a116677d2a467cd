import { type Scenario, create, deletePods, patch, remove, setPods } from '../scenario.js'
import { daemonSet, ended, image, template } from './manifests.js'

const at = 'apps/v1/daemonsets/web'
const web = (spec: object = {}) => daemonSet('web', { ...spec })
const rolling = (rollingUpdate: object) => ({ updateStrategy: { type: 'RollingUpdate', rollingUpdate } })
const onNode = (name: string) => ({ nodeSelector: { 'kubernetes.io/hostname': name } })

/** Scenarios of the DaemonSet controller on the nodes of the recording. */
export const daemonSets: readonly Scenario[] = [
  { name: 'DaemonSet/made', steps: [create(web()), deletePods('app=web', 1), remove(at)] },
  {
    name: 'DaemonSet/rolls',
    steps: [create(web()), patch(at, image('example.io/a:2')), patch(at, image('example.io/a:1'))],
  },
  ...[2, '50%', '100%'].map((maxUnavailable) => ({
    name: `DaemonSet/rolls with ${maxUnavailable}`,
    steps: [create(web(rolling({ maxUnavailable }))), patch(at, image('example.io/a:2'))],
  })),
  ...[1, '100%'].map((maxSurge) => ({
    name: `DaemonSet/rolls with ${maxSurge} more`,
    steps: [create(web(rolling({ maxSurge, maxUnavailable: 0 }))), patch(at, image('example.io/a:2'))],
  })),
  {
    name: 'DaemonSet/changes on deletion',
    steps: [
      create(web({ updateStrategy: { type: 'OnDelete' } })),
      patch(at, image('example.io/a:2')),
      deletePods('app=web', 3),
    ],
  },
  ...['node-1', 'nowhere'].map((name) => ({
    name: `DaemonSet/on ${name === 'nowhere' ? name : 'one node'}`,
    alone: true as const,
    nodes: true as const,
    steps: [
      create(web({ template: template('web', onNode(name)) })),
      patch(at, { spec: { template: { spec: onNode('node-2') } } }),
    ],
  })),
  {
    name: 'DaemonSet/pods that failed',
    steps: [create(web()), setPods('app=web', 1, ended('Failed'))],
  },
  ...(['Background', 'Foreground', 'Orphan'] as const).map((propagationPolicy) => ({
    name: `DaemonSet/deleted ${propagationPolicy}`,
    steps: [create(web()), remove(at, { propagationPolicy })],
  })),
  ...[0, 1].map((limit) => ({
    name: `DaemonSet/keeps ${limit} of its history`,
    steps: [
      create(web({ revisionHistoryLimit: limit, ...rolling({ maxUnavailable: '100%' }) })),
      patch(at, image('example.io/a:2')),
      patch(at, image('example.io/a:3')),
      patch(at, image('example.io/a:1')),
    ],
  })),
  {
    name: 'DaemonSet/left by its pods and adopted again',
    steps: [create(web()), remove(at, { propagationPolicy: 'Orphan' }), create(web())],
  },
]
