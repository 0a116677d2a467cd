import { type Issue, invalid, notSupported, required, tooLong } from '../../../base/errors/issue.js'
import { domainPrefixedPath } from '../../../base/rules/domain.js'
import { isLonger } from '../../../base/rules/texts.js'
import { validateTemplate } from '../../core/pod/template-rules.js'
import { natural } from '../../struct/member-rules.js'
import type { JobSpec } from './job-types.js'
import { goSuccessPolicy, validateFailurePolicy, validateSuccessPolicy } from './policy-rules.js'

const MOST_PARALLEL = 100_000
const MOST_FAILED = 100_000
const MANY_COMPLETIONS = 100_000
const MOST_WITH_MANY = 10_000
const LONGEST_MANAGER = 63

const NUMBERS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const

/** Validates the spec of a Job or of a CronJob's jobTemplate, except for the selector (validateJobSpec). */
export function validateJobSpec(spec: JobSpec, field: string): readonly Issue[] {
  const { completionMode: mode, podFailurePolicy, successPolicy, template = {} } = spec
  const isIndexed = mode === 'Indexed'
  return [
    ...NUMBERS.flatMap((member) => natural(spec[member], `${field}.${member}`, spec)),
    ...(spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined
      ? [required(`${field}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified')]
      : []),
    ...validateManager(spec.managedBy, `${field}.managedBy`),
    ...(mode === undefined || MODES.includes(mode) ? [] : [notSupported(`${field}.completionMode`, mode, MODES)]),
    ...(isIndexed ? validateIndexed(spec, field) : []),
    ...(mode === undefined || mode === 'NonIndexed' ? refuseIndexed(spec, field) : []),
    ...(podFailurePolicy ? validateFailurePolicy(spec, `${field}.podFailurePolicy`) : []),
    ...(successPolicy
      ? isIndexed
        ? validateSuccessPolicy(spec, `${field}.successPolicy`)
        : [invalid(`${field}.successPolicy`, goSuccessPolicy(successPolicy), 'requires indexed completion mode')]
      : []),
    ...validateReplacement(spec, `${field}.podReplacementPolicy`),
    ...validateTemplate(template, `${field}.template`),
    ...validateRestarts(spec, `${field}.template.spec.restartPolicy`),
  ]
}

const MODES = ['NonIndexed', 'Indexed']

const validateManager = (manager: string | undefined, field: string): readonly Issue[] => {
  if (manager === undefined) return []
  if (manager === '') return [required(field)]
  return [
    ...domainPrefixedPath(manager).map(({ part, detail }) => invalid(field, part, detail)),
    ...(isLonger(manager, LONGEST_MANAGER) ? [tooLong(field, LONGEST_MANAGER)] : []),
  ]
}

function validateIndexed(spec: JobSpec, field: string): readonly Issue[] {
  const { completions, parallelism = 0, maxFailedIndexes: failed } = spec
  const most = (member: 'parallelism' | 'maxFailedIndexes', limit: number, when = '') =>
    (spec[member] ?? 0) > limit
      ? [invalid(`${field}.${member}`, spec[member], `must be less than or equal to ${limit}${when}`)]
      : []
  const isMany = completions !== undefined && completions > MANY_COMPLETIONS && spec.backoffLimitPerIndex !== undefined
  const many = ` when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`
  return [
    ...(completions === undefined ? [required(`${field}.completions`, 'when completion mode is Indexed')] : []),
    ...most('parallelism', MOST_PARALLEL, ' when completion mode is Indexed'),
    ...(completions !== undefined && failed !== undefined && failed > completions
      ? [invalid(`${field}.maxFailedIndexes`, failed, 'must be less than or equal to completions')]
      : []),
    ...most('maxFailedIndexes', MOST_FAILED),
    ...(isMany && failed === undefined
      ? [required(`${field}.maxFailedIndexes`, `must be specified when completions is above ${MANY_COMPLETIONS}`)]
      : []),
    ...(isMany && parallelism > MOST_WITH_MANY ? most('parallelism', MOST_WITH_MANY, many) : []),
    ...(isMany ? most('maxFailedIndexes', MOST_WITH_MANY, many) : []),
  ]
}

const refuseIndexed = (spec: JobSpec, field: string): readonly Issue[] =>
  (['backoffLimitPerIndex', 'maxFailedIndexes'] as const).flatMap((member) =>
    spec[member] === undefined ? [] : [invalid(`${field}.${member}`, spec[member], 'requires indexed completion mode')],
  )

function validateReplacement(
  { podReplacementPolicy: policy, podFailurePolicy }: JobSpec,
  field: string,
): readonly Issue[] {
  const values = podFailurePolicy ? ['Failed'] : ['Failed', 'TerminatingOrFailed']
  return policy === undefined || values.includes(policy) ? [] : [notSupported(field, policy, values)]
}

function validateRestarts({ template, podFailurePolicy }: JobSpec, field: string): readonly Issue[] {
  const { restartPolicy = '' } = template?.spec ?? {}
  if (restartPolicy === '' || restartPolicy === 'Always') return [required(field, 'valid values: "OnFailure", "Never"')]
  if (restartPolicy !== 'OnFailure' && restartPolicy !== 'Never')
    return [notSupported(field, restartPolicy, ['OnFailure', 'Never'])]
  return podFailurePolicy && restartPolicy !== 'Never'
    ? [invalid(field, restartPolicy, 'only "Never" is supported when podFailurePolicy is specified')]
    : []
}
