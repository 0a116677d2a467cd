import {
  type Issue,
  duplicate,
  invalid,
  invalidUnshown,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../../../base/errors/issue.js'
import { domainPrefixedPath } from '../../../base/rules/domain.js'
import { isLonger } from '../../../base/rules/texts.js'
import { validateTemplate } from '../../core/pod/template-rules.js'
import { natural } from '../../struct/member-rules.js'
import type { FailureRule, JobSpec, SuccessRule } from './job-types.js'
import { repeatsOf } from '../../../base/lists/lists.js'
import { GoText, goQuote, jsonOf } from '../../../base/go/printable.js'
import { qualifiedName } from '../../../base/rules/names.js'
import { goList, goStruct } from '../../shared/go-struct.js'
import { IndexFault, countIndexes } from './indexes.js'

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
export function* validateJobSpec(spec: JobSpec, field: string): Iterable<Issue> {
  const { completionMode: mode, podFailurePolicy, successPolicy, template = {} } = spec
  const isIndexed = mode === 'Indexed'
  yield* NUMBERS.flatMap((member) => natural(spec[member], `${field}.${member}`, spec))
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined)
    yield required(`${field}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified')
  yield* validateManager(spec.managedBy, `${field}.managedBy`)
  if (!(mode === undefined || MODES.includes(mode))) yield notSupported(`${field}.completionMode`, mode, MODES)
  if (isIndexed) yield* validateIndexed(spec, field)
  if (mode === undefined || mode === 'NonIndexed') yield* refuseIndexed(spec, field)
  if (podFailurePolicy) yield* validateFailurePolicy(spec, `${field}.podFailurePolicy`)
  if (successPolicy && isIndexed) yield* validateSuccessPolicy(spec, `${field}.successPolicy`)
  else if (successPolicy)
    yield invalid(`${field}.successPolicy`, goSuccessPolicy(successPolicy), 'requires indexed completion mode')
  yield* validateReplacement(spec, `${field}.podReplacementPolicy`)
  yield* validateTemplate(template, `${field}.template`)
  yield* validateRestarts(spec, `${field}.template.spec.restartPolicy`)
}

const MODES = ['NonIndexed', 'Indexed']

function* validateManager(manager: string | undefined, field: string): Iterable<Issue> {
  if (manager === undefined) return
  if (manager === '') {
    yield required(field)
    return
  }
  yield* domainPrefixedPath(manager).map(({ part, detail }) => invalid(field, part, detail))
  if (isLonger(manager, LONGEST_MANAGER)) yield tooLong(field, LONGEST_MANAGER)
}

function* validateIndexed(spec: JobSpec, field: string): Iterable<Issue> {
  const { completions, parallelism = 0, maxFailedIndexes: failed } = spec
  const most = (member: 'parallelism' | 'maxFailedIndexes', limit: number, when = '') =>
    (spec[member] ?? 0) > limit
      ? [invalid(`${field}.${member}`, spec[member], `must be less than or equal to ${limit}${when}`)]
      : []
  const isMany = completions !== undefined && completions > MANY_COMPLETIONS && spec.backoffLimitPerIndex !== undefined
  const many = ` when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`
  if (completions === undefined) yield required(`${field}.completions`, 'when completion mode is Indexed')
  yield* most('parallelism', MOST_PARALLEL, ' when completion mode is Indexed')
  if (completions !== undefined && failed !== undefined && failed > completions)
    yield invalid(`${field}.maxFailedIndexes`, failed, 'must be less than or equal to completions')
  yield* most('maxFailedIndexes', MOST_FAILED)
  if (isMany && failed === undefined)
    yield required(`${field}.maxFailedIndexes`, `must be specified when completions is above ${MANY_COMPLETIONS}`)
  if (isMany && parallelism > MOST_WITH_MANY) yield* most('parallelism', MOST_WITH_MANY, many)
  if (isMany) yield* most('maxFailedIndexes', MOST_WITH_MANY, many)
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

const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore']
const OPERATORS = ['In', 'NotIn']
const STATUSES = ['False', 'True', 'Unknown']
const MOST_RULES = 20
const MOST_PATTERNS = 20
const MOST_CODES = 255
const MOST_INDEX_BYTES = 64 * 1024

const oneOf = (value: string, field: string, values: readonly string[]): readonly Issue[] => {
  if (value === '') return [required(field, `valid values: [${values.map(goQuote).join(' ')}]`)]
  return values.includes(value) ? [] : [notSupported(field, value, values)]
}

/** Validates a Job's podFailurePolicy (validatePodFailurePolicy). */
function* validateFailurePolicy(spec: JobSpec, field: string): Iterable<Issue> {
  const rules = spec.podFailurePolicy?.rules ?? []
  const { containers, initContainers = [] } = spec.template?.spec ?? {}
  const names = [...(containers ?? []), ...initContainers].map(({ name }) => name)
  if (rules.length > MOST_RULES) yield tooMany(`${field}.rules`, rules.length, MOST_RULES)
  yield* rules.flatMap((rule, i) => validateFailureRule(spec, rule, `${field}.rules[${i}]`, names))
}

function validateFailureRule(
  { backoffLimitPerIndex }: JobSpec,
  { action = '', onExitCodes, onPodConditions = [] }: FailureRule,
  at: string,
  names: readonly string[],
): readonly Issue[] {
  const given = Number(onExitCodes !== undefined) + Number(onPodConditions.length > 0)
  return [
    ...(action === 'FailIndex' && backoffLimitPerIndex === undefined
      ? [invalid(`${at}.action`, action, 'requires the backoffLimitPerIndex to be set')]
      : oneOf(action, `${at}.action`, ACTIONS)),
    ...(onExitCodes ? validateExitCodes(onExitCodes, `${at}.onExitCodes`, names) : []),
    ...validateConditions(onPodConditions, `${at}.onPodConditions`),
    ...(given === 2 ? [invalidUnshown(at, 'specifying both OnExitCodes and OnPodConditions is not supported')] : []),
    ...(given === 0 ? [invalidUnshown(at, 'specifying one of OnExitCodes and OnPodConditions is required')] : []),
  ]
}

function* validateConditions(patterns: NonNullable<FailureRule['onPodConditions']>, field: string): Iterable<Issue> {
  if (patterns.length > MOST_PATTERNS) yield tooMany(field, patterns.length, MOST_PATTERNS)
  yield* patterns.flatMap(({ type = '', status = '' }, i) => [
    ...qualifiedName(type).map((detail) => invalid(`${field}[${i}].type`, type, detail)),
    ...oneOf(status, `${field}[${i}].status`, STATUSES),
  ])
}

function* validateExitCodes(
  { operator = '', containerName, values }: NonNullable<FailureRule['onExitCodes']>,
  at: string,
  names: readonly string[],
): Iterable<Issue> {
  const codes = values ?? []
  const repeats = repeatsOf(codes)
  const shown = new GoText(values ? `[]int32{${values.join(', ')}}` : '[]int32(nil)', () => jsonOf(values ?? null))
  yield* oneOf(operator, `${at}.operator`, OPERATORS)
  if (containerName !== undefined && !names.includes(containerName))
    yield invalid(
      `${at}.containerName`,
      containerName,
      'must be one of the container or initContainer names in the pod template',
    )
  if (codes.length === 0) yield invalid(`${at}.values`, shown, 'at least one value is required')
  if (codes.length > MOST_CODES) yield tooMany(`${at}.values`, codes.length, MOST_CODES)
  yield* codes.flatMap((code, i) => [
    ...(operator === 'In' && code === 0
      ? [invalid(`${at}.values[${i}]`, code, 'must not be 0 for the In operator')]
      : []),
    ...(repeats(i) ? [duplicate(`${at}.values[${i}]`, code)] : []),
  ])
  if (codes.some((code, i) => i > 0 && (codes[i - 1] ?? code) > code))
    yield invalid(`${at}.values`, shown, 'must be ordered')
}

/** Formats a successPolicy like Go's `%#v`. */
function goSuccessPolicy({ rules }: NonNullable<JobSpec['successPolicy']>): GoText {
  const pointer = (type: string, value: unknown) =>
    new GoText(`(*${type})(${value === undefined || value === null ? 'nil' : '0xc000000000'})`, () =>
      jsonOf(value ?? null),
    )
  const printed = rules?.map(({ succeededIndexes, succeededCount }) =>
    goStruct('batch.SuccessPolicyRule', {
      SucceededIndexes: pointer('string', succeededIndexes),
      SucceededCount: pointer('int32', succeededCount),
    }),
  )
  return goStruct('batch.SuccessPolicy', { Rules: goList('batch.SuccessPolicyRule', printed) })
}

/** Validates the successPolicy of an Indexed Job (validateSuccessPolicy). */
function* validateSuccessPolicy({ successPolicy, completions = 0 }: JobSpec, field: string): Iterable<Issue> {
  const rules = successPolicy?.rules ?? []
  if (rules.length === 0)
    yield required(`${field}.rules`, 'at least one rules must be specified when the successPolicy is specified')
  if (rules.length > MOST_RULES) yield tooMany(`${field}.rules`, rules.length, MOST_RULES)
  yield* rules.flatMap((rule, i) => validateSuccessRule(rule, completions, `${field}.rules[${i}]`))
}

function validateSuccessRule(
  { succeededIndexes: indexes, succeededCount: count }: SuccessRule,
  completions: number,
  at: string,
): readonly Issue[] {
  const total = indexes === undefined ? 0 : countIndexes(indexes, completions)
  const most = (limit: number, what: string) =>
    invalid(`${at}.succeededCount`, count, `must be less than or equal to ${limit} (the number of ${what})`)
  const listed = total instanceof IndexFault ? 0 : total
  return [
    ...(count === undefined && indexes === undefined
      ? [required(at, 'at least one of succeededCount or succeededIndexes must be specified')]
      : []),
    ...(indexes !== undefined && isLonger(indexes, MOST_INDEX_BYTES)
      ? [tooLong(`${at}.succeededIndexes`, MOST_INDEX_BYTES)]
      : []),
    ...(total instanceof IndexFault
      ? [invalid(`${at}.succeededIndexes`, indexes, `error parsing succeededIndexes: ${total.text}`)]
      : []),
    ...natural(count, `${at}.succeededCount`, {}),
    ...(count !== undefined && count > completions ? [most(completions, 'specified completions')] : []),
    ...(count !== undefined && indexes !== undefined && count > listed
      ? [most(listed, 'indexes in the specified succeededIndexes field')]
      : []),
  ]
}
