import { podStructOf } from '../../core/pod/kept-empty.js'
import { type Issue, invalid } from '../../../base/errors/issue.js'
import { jsonEqual } from '../../../base/json/json.js'
import { internalPodSpec } from '../../core/pod/internal-pod-spec.js'
import type { PodTemplateSpec } from '../../core/pod/pod-template.js'
import { validateImmutable, validateSameSelector } from '../../shared/immutable.js'
import { formatGoSyntax } from '../../struct/go-formats.js'
import type { Job, JobSpec } from './job-types.js'

/** The immutable fields, with the Go struct that messages print for some of them. */
const FIXED = [
  ['completionMode'],
  ['podFailurePolicy', 'batch.PodFailurePolicy'],
  ['backoffLimitPerIndex'],
  ['managedBy'],
  ['successPolicy', 'batch.SuccessPolicy'],
] as const

const shownTemplate = (template: PodTemplateSpec | undefined) =>
  formatGoSyntax('core.PodTemplateSpec', template && { ...template, spec: internalPodSpec(template.spec ?? {}) })

/** Rejects changes of immutable spec fields (ValidateJobSpecUpdate). */
export function validateFixed({ spec = {} }: Job, old: Job): readonly Issue[] {
  const { spec: before = {}, status } = old
  const template = before.suspend && !status?.startTime ? redirected(before.template, spec.template) : before.template
  return [
    ...validateCompletions(spec, before),
    ...validateSameSelector(spec, before),
    ...validateImmutable<PodTemplateSpec | undefined>(
      spec.template,
      template,
      'spec.template',
      shownTemplate,
      podStructOf('core.v1.PodTemplateSpec'),
    ),
    ...FIXED.flatMap(([member, struct]) =>
      validateImmutable<unknown>(spec[member], before[member], `spec.${member}`, (value) =>
        struct ? formatGoSyntax(struct, value) : value,
      ),
    ),
  ]
}

/** Validates completions, which only an Indexed Job may change, and only together with parallelism. */
function validateCompletions({ completions, parallelism, completionMode }: JobSpec, old: JobSpec): readonly Issue[] {
  if (completionMode !== 'Indexed') return validateImmutable(completions, old.completions, 'spec.completions')
  if (completions === undefined || completions === old.completions || completions === parallelism) return []
  return [invalid('spec.completions', completions, 'can only be modified in tandem with spec.parallelism')]
}

type Affinity = { readonly nodeAffinity?: object }
type Directed = NonNullable<PodTemplateSpec['spec']> & { readonly affinity?: Affinity }

/**
 * Returns the template of a suspended Job that has not started, with the new template's mutable fields: labels,
 * annotations and scheduling directives.
 */
function redirected(template: PodTemplateSpec = {}, next: PodTemplateSpec = {}): PodTemplateSpec {
  const {
    affinity: old,
    nodeSelector: _,
    tolerations: __,
    schedulingGates: ___,
    ...spec
  } = (template.spec ?? {}) as Directed // ensured by the schema
  const { affinity: wanted, nodeSelector, tolerations, schedulingGates } = (next.spec ?? {}) as Directed // likewise
  const { nodeAffinity: ____, ...others } = old ?? {}
  const affinity = { ...others, ...(wanted?.nodeAffinity ? { nodeAffinity: wanted.nodeAffinity } : {}) }
  const hasAffinity = wanted ? true : Object.keys(affinity).length > 0
  const { labels: _____, annotations: ______, ...metadata } = template.metadata ?? {}
  const { labels, annotations } = next.metadata ?? {}
  const given = { nodeSelector, tolerations, schedulingGates, ...(hasAffinity ? { affinity } : {}) }
  return {
    ...template,
    metadata: { ...metadata, ...stated({ labels, annotations }) },
    spec: { ...spec, ...stated(given) },
  }
}

const stated = <T extends object>(members: T): Partial<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T> // a subset of T

/** Tells whether two values of a status differ; undefined and null are equal. */
export const differ = (a: unknown, b: unknown): boolean => !jsonEqual(a ?? null, b ?? null)
