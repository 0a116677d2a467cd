import { type Issue, immutable, invalid, required } from '../../base/issue.js'
import { GoText, goQuote } from '../../base/go-print.js'
import { jsonEqual } from '../../base/json.js'
import type { KubeObject } from '../../schema/object.js'
import { ageColumn, nameColumn } from '../../kind/columns.js'
import { type LabelSelector, selects } from '../../kind/label-selector.js'
import { companion, specEndpoint, statusEndpoint } from './companion.js'
import { fillStruct } from './defaults.js'
import { validatePodSpec } from './pod-rules.js'
import type { PodSpec } from './pod-types.js'
import { scaleView } from './scale.js'
import { selectorText } from './selector.js'

type Deployment = KubeObject & {
  readonly spec?: {
    readonly replicas?: number
    readonly selector?: LabelSelector | null
    readonly template?: { readonly metadata?: { readonly labels?: { readonly [label: string]: string } }; readonly spec?: PodSpec }
    readonly strategy?: { readonly type?: string; readonly rollingUpdate?: { readonly maxUnavailable?: number | string; readonly maxSurge?: number | string } }
    readonly revisionHistoryLimit?: number
    readonly progressDeadlineSeconds?: number
  }
  readonly status?: { readonly replicas?: number; readonly updatedReplicas?: number; readonly readyReplicas?: number; readonly availableReplicas?: number }
}

const QUARTER = '25%'

/** Deployment: pods of one sort. None are made here; its status is what clients write. */
export const deployment = companion<Deployment>('apps.v1.Deployment', (profile) => ({
  kind: 'Deployment',
  plural: 'deployments',
  shortNames: ['deploy'],
  categories: ['all'],
  group: 'apps',
  scope: 'Namespaced',
  generation: true,
  endpoints: { main: specEndpoint, status: statusEndpoint, scale: { verbs: ['get', 'patch', 'update'], keep: ['status'], view: scaleView(profile) } },
  dropOnCreate: ['status'],
  selectableWording: 'default',
  columns: [
    nameColumn,
    { name: 'Ready', description: 'Pods that are ready, of those wanted.', cell: ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}` },
    { name: 'Up-to-date', description: 'Pods made of the present template.', cell: ({ status }) => status?.updatedReplicas ?? 0 },
    { name: 'Available', description: 'Pods that have been ready long enough.', cell: ({ status }) => status?.availableReplicas ?? 0 },
    ageColumn,
    {
      name: 'Containers',
      priority: 1,
      description: 'Names of each container in the template.',
      cell: (object) =>
        containersOf(object)
          .map(({ name }) => name)
          .join(','),
    },
    {
      name: 'Images',
      priority: 1,
      description: 'Images referenced by each container in the template.',
      cell: (object) =>
        containersOf(object)
          .map(({ image }) => image ?? '')
          .join(','),
    },
    { name: 'Selector', priority: 1, description: 'Labels of the pods that are counted.', cell: ({ spec }) => selectorText(spec?.selector ?? undefined) },
  ],
  example: {
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'example.io/web:1' }] } },
    },
  },
  defaults: (object) => ({ ...object, spec: fill(object.spec) }),
  prepareCreate: (object) => ({ ...object, status: {} }),
  validate,
  validateUpdate: (next, old, { endpoint }) =>
    endpoint === 'status'
      ? []
      : [...validate(next), ...(jsonEqual(next.spec?.selector, old.spec?.selector) ? [] : [immutable('spec.selector', next.spec?.selector)])],
}))

const containersOf = ({ spec }: Deployment) => spec?.template?.spec?.containers ?? []

function fill(spec: NonNullable<Deployment['spec']> = {}): NonNullable<Deployment['spec']> {
  const type = spec.strategy?.type || 'RollingUpdate'
  const { maxUnavailable = QUARTER, maxSurge = QUARTER } = spec.strategy?.rollingUpdate ?? {}
  return {
    ...spec,
    replicas: spec.replicas ?? 1,
    template: { ...spec.template, spec: fillStruct('core.v1.PodSpec', spec.template?.spec ?? {}) },
    strategy: { ...spec.strategy, type, ...(type === 'RollingUpdate' ? { rollingUpdate: { maxUnavailable, maxSurge } } : {}) },
    revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
    progressDeadlineSeconds: spec.progressDeadlineSeconds ?? 600,
  }
}

const goLabels = (labels: { readonly [label: string]: string }) =>
  new GoText(
    `map[string]string{${Object.keys(labels)
      .sort()
      .map((key) => `${goQuote(key)}:${goQuote(labels[key]!)}`)
      .join(', ')}}`,
  )

function validate({ spec: { replicas = 0, selector, template } = {} }: Deployment): readonly Issue[] {
  const labels = template?.metadata?.labels ?? {}
  const issues: Issue[] = []
  if (replicas < 0) issues.push(invalid('spec.replicas', replicas, 'must be greater than or equal to 0'))
  if (!selector) issues.push(required('spec.selector'))
  else if (selectorText(selector) === '<none>') issues.push(invalid('spec.selector', selector, 'empty selector is invalid for deployment'))
  else if (!selects(selector, labels)) issues.push(invalid('spec.template.metadata.labels', goLabels(labels), '`selector` does not match template `labels`'))
  return [...issues, ...validatePodSpec(template?.spec, 'spec.template.spec')]
}
