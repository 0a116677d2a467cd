import { counted } from '../../../base/text/counted.js'
import { aggregateText, issueText } from '../../../base/errors/issue.js'
import { compareBytes } from '../../../base/json/json.js'
import type { KubeObject } from '../../../schema/object.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { refused } from '../define.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { type Judged, annotate, annotateEnforced, levelText } from './policy.js'
import type { CheckedContainer, CheckedPod, LevelVersion, SecurityCheck, Violation } from './types.js'
import { baselineChecks } from './baseline.js'
import { restrictedChecks } from './restricted.js'

/** The maximum number of pods of a namespace that are checked. */
const MOST = 3000

type Pod = KubeObject & CheckedPod

/**
 * Returns the warnings for the pods of a namespace whose level becomes stricter: those that would now be rejected,
 * grouped by their violations.
 */
function warningsOf(pods: readonly Pod[], namespace: string, enforce: LevelVersion): readonly string[] {
  const chosen = inTurn(pods)
  const looked = chosen.slice(0, MOST)
  const bad = new Map<string, string[]>()
  for (const pod of looked) {
    const reasons = violations(pod, enforce).map(({ reason }) => reason)
    if (reasons.length === 0) continue
    const key = reasons.join(', ')
    bad.set(key, [...(bad.get(key) ?? []), pod.metadata.name ?? ''])
  }
  const partly = `new PodSecurity enforce level only checked against the first ${looked.length} of ${chosen.length} existing pods`
  const some = `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${levelText(enforce)}"`
  return [
    ...(looked.length < chosen.length ? [partly] : []),
    ...(bad.size > 0 ? [some] : []),
    ...[...bad].map(([reasons, names]) => `${namedBy(names)}: ${reasons}`).sort(compareBytes),
  ]
}

/** Orders pods without a controller, and the first pod of each controller, before the others. */
function inTurn(pods: readonly Pod[]): readonly Pod[] {
  const seen = new Set<string>()
  const later: Pod[] = []
  const first = pods.filter((pod) => {
    const uid = pod.metadata.ownerReferences?.find(({ controller }) => controller)?.uid
    if (uid === undefined || seen.size < seen.add(uid).size) return true
    later.push(pod)
    return false
  })
  return [...first, ...later]
}

function namedBy(names: readonly string[]): string {
  const [first = ''] = [...names].sort(compareBytes)
  const others = names.length - 1
  return others > 0 ? `${first} (and ${counted(others, 'other pod')})` : first
}

/** Rejects a pod that violates the enforced level, and tells of what violates the levels for audit and for warnings. */
export function checkPod(attributes: AdmissionAttributes, judged: Judged, context: AdmissionContext): void {
  const pod = attributes.object as CheckedPod // its resource is pods
  if (attributes.oldObject && !isSignificant(pod, attributes.oldObject as CheckedPod)) return // as it was
  if (isExempt(pod, context)) return annotateExempt(context)
  const { enforce } = judged.policy
  annotateEnforced(enforce, context)
  audit(pod, judged, context)
  const found = violations(pod, enforce)
  if (found.length > 0) {
    const { name = attributes.name } = attributes.object.metadata // the generated name
    throw refused({ ...attributes, name }, `violates PodSecurity "${levelText(enforce)}": ${detailed(found)}`)
  }
  warn(pod, judged, context)
}

/** Tells of a template that violates the levels for audit and for warnings. */
export function checkTemplate(template: CheckedPod, judged: Judged, context: AdmissionContext): void {
  if (isExempt(template, context)) return annotateExempt(context)
  audit(template, judged, context)
  warn(template, judged, context)
}

const isExempt = ({ spec: { runtimeClassName = '' } = {} }: CheckedPod, { configuration }: AdmissionContext): boolean =>
  configuration.podSecurity.exemptions.runtimeClasses?.includes(runtimeClassName) ?? false

const annotateExempt = (context: AdmissionContext): void => annotate('exempt', 'runtimeClass', context)

function audit(pod: CheckedPod, { policy, issues }: Judged, context: AdmissionContext): void {
  if (issues.length > 0) annotate('error', `Failed to parse policy: ${aggregateText(issues.map(issueText))}`, context)
  const would = wouldViolate(pod, policy.audit)
  if (would !== undefined) annotate('audit-violations', would, context)
}

function warn(pod: CheckedPod, { policy }: Judged, context: AdmissionContext): void {
  const would = wouldViolate(pod, policy.warn)
  if (would !== undefined) context.warn(would)
}

function wouldViolate(pod: CheckedPod, level: LevelVersion): string | undefined {
  const found = violations(pod, level)
  return found.length > 0 ? `would violate PodSecurity "${levelText(level)}": ${detailed(found)}` : undefined
}

/** Tells whether an update of a pod must be checked: it changes containers or images. */
function isSignificant({ spec: next = {} }: CheckedPod, { spec: old = {} }: CheckedPod): boolean {
  const differs = (now: readonly CheckedContainer[] = [], was: readonly CheckedContainer[] = []) =>
    now.length !== was.length || now.some(({ image }, i) => image !== was[i]?.image)
  return (
    differs(next.containers, old.containers) ||
    differs(next.initContainers, old.initContainers) ||
    hasNew(next.ephemeralContainers, old.ephemeralContainers)
  )
}

function hasNew(now: readonly CheckedContainer[] = [], was: readonly CheckedContainer[] = []): boolean {
  if (now === was) return false
  const textOf = ({ name, image }: CheckedContainer) => JSON.stringify([name, image])
  const known = new Set(was.map(textOf))
  return now.some((container) => !known.has(textOf(container)))
}

/** Warns of the pods of a namespace that violate a level that is enforced from now on. */
export function warnOfExisting(namespace: string, enforce: LevelVersion, context: AdmissionContext): void {
  const pods = context.list<KubeObject & CheckedPod>('/pods', namespace).filter((pod) => !isExempt(pod, context))
  for (const text of warningsOf(pods, namespace, enforce)) context.warn(text)
}

const all: readonly SecurityCheck[] = [...baselineChecks, ...restrictedChecks]

/** Returns the violations of a level by a pod, in the order they are reported. */
export function violations({ metadata, spec = {} }: CheckedPod, asked: LevelVersion): readonly Violation[] {
  return checksOf(asked).flatMap(({ check }) => check(spec, metadata?.annotations ?? {}) ?? [])
}

/**
 * Returns the checks of a level in a version: the newest version of each that existed, without those that another check
 * overrides.
 */
function checksOf({ level, minor }: LevelVersion): readonly SecurityCheck[] {
  if (level === 'privileged') return []
  const known = all.filter(({ since }) => runsAtLeast(`1.${since}`) && (minor === 'latest' || since <= minor))
  const current = known.filter(
    (check) =>
      (level === 'restricted' || check.level === 'baseline') &&
      !known.some(({ id, since }) => id === check.id && since > check.since),
  )
  const idle = new Set(current.map(({ overrides }) => overrides))
  return current.filter(({ id }) => !idle.has(id))
}

/** Formats violations with their details: `hostPort (container "a" uses hostPort 80), privileged (…)`. */
export const detailed = (found: readonly Violation[]): string =>
  found.map(({ reason, detail }) => (detail ? `${reason} (${detail})` : reason)).join(', ')
