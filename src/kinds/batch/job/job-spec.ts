import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { fillTemplate, dropDisabledTemplateFields } from '../../core/pod/pod-template.js'
import type { Job, JobSpec } from './job-types.js'

const MOST = 2 ** 31 - 1
const LIMIT = 6

/** Sets the defaults of a Job (SetDefaults_Job). */
export const fillJob = (job: Job): Job => labelled({ ...job, spec: fillSpec(job.spec), status: { ...job.status } })

/** Defaults the labels of a Job to those of its pod template, as a server does on every read. */
export function labelled(job: Job): Job {
  const { metadata, spec } = job
  const labels = spec?.template?.metadata?.labels
  return labels && Object.keys(metadata.labels ?? {}).length === 0 ? { ...job, metadata: { ...metadata, labels } } : job
}

function fillSpec(spec: JobSpec = {}): JobSpec {
  const isSingle = spec.completions === undefined && spec.parallelism === undefined
  return {
    ...spec,
    ...(isSingle ? { completions: 1 } : {}),
    parallelism: spec.parallelism ?? 1,
    backoffLimit: spec.backoffLimit ?? (spec.backoffLimitPerIndex === undefined ? LIMIT : MOST),
    template: fillTemplate(spec.template),
    completionMode: spec.completionMode ?? 'NonIndexed',
    suspend: spec.suspend ?? false,
    ...filledPolicy(spec),
    podReplacementPolicy: spec.podReplacementPolicy ?? (spec.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed'),
    manualSelector: spec.manualSelector ?? false,
  }
}

/** Sets the defaults of what is done about failed pods (SetDefaults_PodFailurePolicyOnPodConditionsPattern). */
export const filledPolicy = ({ podFailurePolicy: policy }: JobSpec = {}): JobSpec =>
  policy?.rules ? { podFailurePolicy: { ...policy, rules: policy.rules.map(fillRule) } } : {}

type Rule = NonNullable<NonNullable<JobSpec['podFailurePolicy']>['rules']>[number]

const fillRule = (rule: Rule): Rule =>
  rule.onPodConditions
    ? { ...rule, onPodConditions: rule.onPodConditions.map((each) => ({ ...each, status: each.status || 'True' })) }
    : rule

/**
 * Drops the fields of feature gates that are off by default, unless the stored spec uses them: none has a `scheduling`.
 */
export const dropDisabledJobSpecFields = (
  { scheduling: _, ...spec }: JobSpec = {},
  gates: FeatureGates,
  old?: JobSpec,
): JobSpec =>
  spec.template ? { ...spec, template: dropDisabledTemplateFields(spec.template, gates, old?.template) } : spec
