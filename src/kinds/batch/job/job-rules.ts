import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { type Issue, duplicate, invalid, invalidUnshown, required } from '../../../base/errors/issue.js'
import { dns1123Label } from '../../../base/rules/names.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import type { RuleContext } from '../../../model/registry/rule-context.js'
import { validateSelected } from '../../core/pod/template-rules.js'
import { validateLabelSelector } from '../../shared/label-selector.js'
import { hasPrefixedLabels, validateOwnLabels } from './job-selector.js'
import { validateJobSpec } from './job-spec-rules.js'
import type { Job, JobSpec, JobStatus } from './job-types.js'
import { formOf } from '../../../base/json/as-given.js'
import { isBefore } from '../../../base/time/time.js'
import { goStrings, goStruct, goTime } from '../../shared/go-struct.js'
import { validateCounts } from '../../shared/replica-counts.js'
import { IndexFault, countIndexes, sharedIndex } from './indexes.js'
import { type PodSpec, podStructOf } from '../../core/pod/pod-types.js'
import { jsonEqual } from '../../../base/json/json.js'
import { internalPodSpec } from '../../core/pod/internal-pod-spec.js'
import type { PodTemplateSpec } from '../../core/pod/pod-template.js'
import { validateImmutable, validateSameSelector } from '../../shared/immutable.js'
import { formatGoSyntax } from '../../struct/go-formats.js'

/** Validates a change of a Job or of its status (ValidateJobUpdate, ValidateJobUpdateStatus). */
export function validateChange(
  next: Job,
  old: Job,
  { subresource, validateObjectMeta, validateObjectMetaUpdate, featureGates }: RuleContext<Job>,
): readonly Issue[] {
  const change = validateObjectMetaUpdate(next, old)
  if (subresource === 'status') return [...change, ...validateJobStatus(next, old)]
  // Until 1.37 a real server runs all rules of a create first, then validates the spec once more.
  const before = runsAtLeast('1.37') ? [] : [...validateObjectMeta(next), ...validateJob(next, old)]
  return [...before, ...change, ...validateWholeSpec(next, old), ...validateFixed(next, old, featureGates)]
}

/** Validates a Job, except for its metadata (ValidateJob). */
export function* validateJob(job: Job, old?: Job): Iterable<Issue> {
  const {
    metadata: { name = '' },
    spec = {},
  } = job
  const last = `${name}-${(spec.completions ?? 0) - 1}`
  const isIndexed = spec.completionMode === 'Indexed' && (spec.completions ?? 0) > 0
  yield* validateOwnLabels(job, !old || hasPrefixedLabels(old))
  yield* validateWholeSpec(job, old)
  if (isIndexed && dns1123Label(last).length > 0)
    yield invalid('metadata.name', name, `will not able to create pod with invalid DNS label: ${last}`)
}

function* validateWholeSpec({ spec = {} }: Job, old?: Job): Iterable<Issue> {
  const { selector, template = {} } = spec
  const before = old?.spec?.selector
  const anyValues = before !== undefined && validateLabelSelector(before, '').length > 0
  const isGood = !selector || validateLabelSelector(selector, '').length === 0
  yield* validateJobSpec(spec, 'spec')
  if (selector) yield* validateLabelSelector(selector, 'spec.selector', { anyValues })
  else yield required('spec.selector')
  if (isGood) yield* validateSelected(template, selector, 'spec.template')
}

const has = ({ conditions = [] }: JobStatus, condition: string, value = 'True') =>
  conditions.some(({ type, status }) => type === condition && status === value)

const isFinished = (status: JobStatus) => has(status, 'Complete') || has(status, 'Failed')

const EARLY = 'completionTime cannot be set before startTime'

/** Returns the detail that does not name the field, as versions tell it since v1.34. */
const laterText = (first: string, later: string): string => (runsAtLeast('1.34') ? later : first)

const conditions = (detail: string) => invalidUnshown('status.conditions', detail)

/** A change of a status: most rules apply only if the fields they concern change. */
type Change = {
  readonly next: JobStatus
  readonly old: JobStatus
  /** Tells whether any of the conditions became true, or ceased to be true. */
  readonly turned: (...conditions: readonly string[]) => boolean
  readonly changed: (...members: readonly (keyof JobStatus)[]) => boolean
}

const changeOf = (next: JobStatus, old: JobStatus): Change => ({
  next,
  old,
  turned: (...types) => types.some((type) => has(next, type) !== has(old, type)),
  // A null time is the zero time, which differs from an unset one.
  changed: (...members) =>
    members.some(
      (member) => (next[member] === null) !== (old[member] === null) || differ(formOf(next, member), old[member]),
    ),
})

/** Validates an update of a Job's status (ValidateJobStatusUpdate). */
function validateJobStatus(job: Job, { status: old = {} }: Job): readonly Issue[] {
  const { status: next = {} } = job
  const change = changeOf(next, old)
  return [
    ...validateCounts(countsOf(next), ['active', 'succeeded', 'failed', 'ready', 'terminating']),
    ...validateUncounted(next),
    ...validateEnd(change),
    ...validateFinished(job, change),
    ...validateIndexes(job, change),
    ...validatePods(change),
    ...validateSuccess(job, next),
    ...validateKept(job, change),
  ]
}

const countsOf = ({ active, succeeded, failed, ready, terminating }: JobStatus) => ({
  active,
  succeeded,
  failed,
  ready,
  terminating,
})

function validateUncounted({ uncountedTerminatedPods: { succeeded = [], failed = [] } = {} }: JobStatus) {
  const seen = new Set<string>()
  const check = (uids: readonly string[], member: string): readonly Issue[] =>
    uids.flatMap((uid, i) => {
      const at = `status.uncountedTerminatedPods.${member}[${i}]`
      if (uid === '') return [invalid(at, uid, 'must not be empty')]
      return seen.size < seen.add(uid).size ? [] : [duplicate(at, uid)]
    })
  return [...check(succeeded, 'succeeded'), ...check(failed, 'failed')]
}

/** Returns a time that is set; null means the zero time, which counts as set. */
const timeOf = (time: string | null | undefined) => (time === null ? '0001-01-01T00:00:00Z' : time)

/** Validates how and when a Job has ended. */
function validateEnd({ next, turned, changed }: Change): readonly Issue[] {
  const [startTime, completionTime] = [timeOf(formOf(next, 'startTime')), timeOf(formOf(next, 'completionTime'))]
  const [isComplete, isFailed] = [has(next, 'Complete'), has(next, 'Failed')]
  const asksEnd = turned('Complete') || changed('completionTime')
  const field = 'status.completionTime'
  const issues: Issue[] = []
  if (turned('Complete', 'Failed') && isComplete && isFailed)
    issues.push(conditions('cannot set Complete=True and Failed=true conditions'))
  if (turned('Complete', 'FailureTarget') && isComplete && has(next, 'FailureTarget'))
    issues.push(conditions('cannot set Complete=True and FailureTarget=true conditions'))
  if (asksEnd && completionTime && !isComplete)
    issues.push(
      invalid(field, goTime(completionTime), 'cannot set completionTime when there is no Complete=True condition'),
    )
  if (asksEnd && !completionTime && isComplete)
    issues.push(required(field, 'completionTime is required for Complete jobs'))
  if (changed('startTime', 'completionTime') && startTime && completionTime && isBefore(completionTime, startTime))
    issues.push(invalid(field, goTime(completionTime), laterText(EARLY, 'must be equal to or after `startTime`')))
  if ((turned('Failed') || changed('failedIndexes')) && isFailed && !has(next, 'FailureTarget'))
    issues.push(conditions('cannot set Failed=True condition without the FailureTarget=true condition'))
  if (turned('Complete', 'SuccessCriteriaMet') && isComplete && !has(next, 'SuccessCriteriaMet'))
    issues.push(conditions('cannot set Complete=True condition without the SuccessCriteriaMet=true condition'))
  return issues
}

/** Validates that a finished Job has no active or uncounted pods. */
function* validateFinished({ spec }: Job, { next, old, changed }: Change): Iterable<Issue> {
  if (!isFinished(next)) return
  const { active = 0, uncountedTerminatedPods: uncounted } = next
  const begins = !isFinished(old)
  const neverRan = spec?.suspend === true && spec.completions === 0
  const some = (uncounted?.failed ?? []).length + (uncounted?.succeeded ?? []).length > 0
  if ((begins || changed('active')) && active > 0)
    yield invalid('status.active', active, 'active>0 is invalid for finished job')
  if ((begins || changed('startTime')) && !neverRan && !next.startTime)
    yield required('status.startTime', 'startTime is required for finished job')
  if ((begins || changed('uncountedTerminatedPods')) && some)
    yield invalid(
      'status.uncountedTerminatedPods',
      goUncounted(uncounted),
      laterText('uncountedTerminatedPods needs to be empty for finished job', 'must be empty for finished job'),
    )
}

const goUncounted = (uncounted: JobStatus['uncountedTerminatedPods']) =>
  goStruct('batch.UncountedTerminatedPods', {
    Succeeded: goStrings(uncounted?.succeeded, 'types.UID'),
    Failed: goStrings(uncounted?.failed, 'types.UID'),
  })

/** Validates completedIndexes and failedIndexes. */
function* validateIndexes({ spec = {} }: Job, { next, changed }: Change): Iterable<Issue> {
  const { completedIndexes: done = '', failedIndexes: failed } = next
  const { completions, backoffLimitPerIndex } = spec
  const [asksDone, asksFailed] = [changed('completedIndexes'), changed('failedIndexes')]
  const faulty = (list: string, member: 'completedIndexes' | 'failedIndexes') => {
    const count = completions === undefined ? 0 : countIndexes(list, completions)
    return count instanceof IndexFault
      ? [invalid(`status.${member}`, list, `error parsing ${member}: ${count.text}`)]
      : []
  }
  const shared =
    (asksDone || asksFailed) && failed !== undefined && completions !== undefined
      ? sharedIndex(done, failed, completions)
      : undefined
  if (asksDone) yield* faulty(done, 'completedIndexes')
  if (asksFailed && failed !== undefined && backoffLimitPerIndex !== undefined) yield* faulty(failed, 'failedIndexes')
  if (asksDone && done && spec.completionMode !== 'Indexed')
    yield invalid(
      'status.completedIndexes',
      done,
      'cannot set non-empty completedIndexes when non-indexed completion mode',
    )
  if (asksFailed && failed !== undefined && backoffLimitPerIndex === undefined)
    yield invalid('status.failedIndexes', failed, 'cannot set non-null failedIndexes when backoffLimitPerIndex is null')
  if (shared !== undefined)
    yield invalid('status.failedIndexes', failed, `failedIndexes and completedIndexes overlap at index: ${shared}`)
}

function* validatePods({ next, old, changed }: Change): Iterable<Issue> {
  const { terminating = 0, ready, active = 0 } = next
  const asksTerminating = isFinished(next) !== isFinished(old) || changed('terminating')
  if (asksTerminating && terminating > 0 && isFinished(next))
    yield invalid('status.terminating', terminating, 'terminating>0 is invalid for finished job')
  if (changed('ready', 'active') && ready !== undefined && ready > active)
    yield invalid('status.ready', ready, 'cannot set more ready pods than active')
}

function* validateSuccess({ spec }: Job, next: JobStatus): Iterable<Issue> {
  const isMet = has(next, 'SuccessCriteriaMet')
  if (isMet && has(next, 'Failed')) yield conditions('cannot set SuccessCriteriaMet=True and Failed=true conditions')
  if (isMet && has(next, 'FailureTarget'))
    yield conditions('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions')
  if (spec?.successPolicy && !isMet && has(next, 'Complete'))
    yield conditions('cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True')
}

/** Validates that terminal conditions, counters and times are not reverted. */
function validateKept({ spec = {} }: Job, { next, old, changed }: Change): readonly Issue[] {
  const issues: Issue[] = ['Failed', 'Complete', 'FailureTarget']
    .filter((type) => has(old, type) && !has(next, type))
    .map((type) => conditions(`cannot disable the terminal ${type}=True condition`))
  const isScalable = spec.completionMode === 'Indexed' && spec.completions === spec.parallelism
  const [failed, succeeded] = [next.failed ?? 0, next.succeeded ?? 0]
  if (failed < (old.failed ?? 0)) issues.push(invalid('status.failed', failed, 'cannot decrease the failed counter'))
  if (!isScalable && succeeded < (old.succeeded ?? 0))
    issues.push(invalid('status.succeeded', succeeded, 'cannot decrease the succeeded counter'))
  if (next.completionTime && old.completionTime && changed('completionTime'))
    issues.push(
      invalid(
        'status.completionTime',
        goTime(formOf(next, 'completionTime')),
        laterText('completionTime cannot be mutated', 'field is immutable'),
      ),
    )
  const isResuming = has(old, 'Suspended') && has(next, 'Suspended', 'False')
  if (changed('startTime') && !isResuming && old.startTime && !spec.suspend)
    issues.push(
      runsAtLeast('1.36')
        ? invalid(
            'status.startTime',
            goTime(formOf(next, 'startTime')),
            'field is immutable for unsuspended job once set',
          )
        : required('status.startTime', 'startTime cannot be removed for unsuspended job'),
    )
  const [wasMet, isMet] = [has(old, 'SuccessCriteriaMet'), has(next, 'SuccessCriteriaMet')]
  if (wasMet && !isMet) issues.push(conditions('cannot disable the SuccessCriteriaMet=True condition'))
  if (has(old, 'Complete') && !wasMet && isMet)
    issues.push(conditions('cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions'))
  return issues
}

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

/** Rejects changes of the template but for those that a suspended Job allows (validatePodTemplateUpdate). */
function validateTemplateChange(
  next: PodTemplateSpec = {},
  { spec: { template, suspend } = {}, status = {} }: Job,
  gates: FeatureGates,
): readonly Issue[] {
  const isFresh = suspend && !status.startTime
  const isIdle = suspend && (isFresh || has(status, 'Suspended')) && !status.active
  const isDirected = gates.MutableSchedulingDirectivesForSuspendedJobs ? isIdle : isFresh
  const old = isDirected ? redirected(template, next) : template
  return isIdle && gates.MutablePodResourcesForSuspendedJobs
    ? validateImmutable<PodSpec>(
        next.spec ?? {},
        withResources(old?.spec, next.spec),
        'spec.template.spec',
        (spec) => formatGoSyntax('core.PodSpec', internalPodSpec(spec)) ?? spec,
        podStructOf('core.v1.PodSpec'),
      )
    : validateImmutable<PodTemplateSpec | undefined>(
        next,
        old,
        'spec.template',
        shownTemplate,
        podStructOf('core.v1.PodTemplateSpec'),
      )
}

/** Returns the spec of a pod with the resources of another's containers, where these have the same names. */
function withResources(spec: PodSpec = {}, next: PodSpec = {}): PodSpec {
  const lists = (['containers', 'initContainers'] as const).map((member) => {
    const [old, given] = [spec[member] ?? [], next[member] ?? []]
    const changed = old.map(({ resources, ...container }, i) => {
      const wanted = given[i]?.name === container.name ? given[i]?.resources : resources
      return { ...container, ...(wanted && { resources: wanted }) }
    })
    return [member, old.length === given.length ? changed : spec[member]]
  })
  return { ...spec, ...stated(Object.fromEntries(lists)) }
}

/** Rejects changes of immutable spec fields (ValidateJobSpecUpdate). */
function validateFixed({ spec = {} }: Job, old: Job, gates: FeatureGates): readonly Issue[] {
  const { spec: before = {} } = old
  return [
    ...validateCompletions(spec, before),
    ...validateSameSelector(spec, before),
    ...validateTemplateChange(spec.template, old, gates),
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
type Directed = PodSpec & { readonly affinity?: Affinity }

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
const differ = (a: unknown, b: unknown): boolean => !jsonEqual(a ?? null, b ?? null)
