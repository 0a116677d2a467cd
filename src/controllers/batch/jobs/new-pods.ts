import type { Pod } from '../../pods/pod-state.js'
import { INDEX, failureAnnotations } from './completion-index.js'
import { verdictOn } from './failure-policy.js'
import { type JobSpec, TRACKING_FINALIZER } from './job.js'
import type { JobSnapshot } from './job-snapshot.js'

type Template = JobSpec['template']
type Containers = NonNullable<NonNullable<Template['spec']>['containers']>

const INDEX_VARIABLE = {
  name: 'JOB_COMPLETION_INDEX',
  valueFrom: { fieldRef: { fieldPath: `metadata.labels['${INDEX}']` } },
}
/** Longest prefix of a generated name. */
const LONGEST_PREFIX = 58

/** The template of a new pod of a Job, and its generateName. */
export type NewPod = { readonly template: Template; readonly generateName?: string }

/** Returns a pod without a completion index: its template with the tracking finalizer. */
export const plainPod = ({ spec: { template } }: JobSnapshot): NewPod => ({ template: tracked(template) })

/**
 * Returns the pod of a completion index, with the index in an annotation, a label, an environment variable and its
 * hostname.
 */
export function indexedPod({ job, spec, indexes }: JobSnapshot, index: number): NewPod {
  const name = job.metadata.name ?? ''
  const template = tracked(spec.template)
  const { containers = [], initContainers, ...rest } = template.spec ?? { containers: [] }
  const text = { [INDEX]: String(index) }
  const annotations = {
    ...template.metadata?.annotations,
    ...text,
    ...(indexes?.failed ? failuresFor(indexes.kept.get(index), spec) : {}),
  }
  return {
    generateName: prefixFor(name, index),
    template: {
      ...template,
      metadata: { ...template.metadata, labels: { ...template.metadata?.labels, ...text }, annotations },
      spec: {
        ...rest,
        ...(initContainers ? { initContainers: withVariable(initContainers) } : {}),
        containers: withVariable(containers),
        hostname: `${name}-${index}`,
      },
    },
  }
}

const failuresFor = (before: Pod | undefined, spec: JobSpec) =>
  failureAnnotations(before, before === undefined || verdictOn(before, spec.podFailurePolicy).counts)

function tracked(template: Template): Template {
  const finalizers = template.metadata?.finalizers ?? []
  return finalizers.includes(TRACKING_FINALIZER)
    ? template
    : { ...template, metadata: { ...template.metadata, finalizers: [...finalizers, TRACKING_FINALIZER] } }
}

const withVariable = (containers: Containers): Containers =>
  containers.map((container) =>
    container.env?.some(({ name }) => name === INDEX_VARIABLE.name)
      ? container
      : { ...container, env: [...(container.env ?? []), INDEX_VARIABLE] },
  )

function prefixFor(name: string, index: number): string {
  const end = `-${index}-`
  return `${name.slice(0, LONGEST_PREFIX - end.length)}${end}`
}
