import { type Issue, invalid } from '../../../base/errors/issue.js'
import type { AdmissionContext } from '../types.js'
import type { Level, LevelVersion, Policy } from './types.js'

/** The levels, the strictest last. */
export const LEVELS: readonly Level[] = ['privileged', 'baseline', 'restricted']
const PREFIX = 'pod-security.kubernetes.io/'
const VERSION = /^v1\.(0|[1-9]\d*)$/

/** The level that allows everything. */
export const ANYTHING: LevelVersion = { level: 'privileged', minor: 'latest' }

/** The policy that allows everything. */
export const OPEN: Policy = { enforce: ANYTHING, audit: ANYTHING, warn: ANYTHING }

export const isAnything = ({ level }: LevelVersion): boolean => level === ANYTHING.level

/** Annotates the audit event of a request. */
export const annotate = (key: string, value: string, context: Pick<AdmissionContext, 'annotate'>): void =>
  context.annotate(`${PREFIX}${key}`, value)

/** Annotates it with the level that is enforced. */
export const annotateEnforced = (level: LevelVersion, context: Pick<AdmissionContext, 'annotate'>): void =>
  annotate('enforce-policy', levelText(level), context)

/** Formats a level: `restricted:latest`, `baseline:v1.25`. */
export const levelText = ({ level, minor }: LevelVersion): string =>
  `${level}:${minor === 'latest' ? 'latest' : `v1.${minor}`}`

/** Compares two levels; positive if the first is stricter. */
export const compareLevels = (a: Level, b: Level): number => LEVELS.indexOf(a) - LEVELS.indexOf(b)

type Labels = { readonly [label: string]: string }
type Mode = keyof Policy

const MODES: readonly Mode[] = ['enforce', 'audit', 'warn']

/** A policy, and the issues with the labels that it is in. */
export type Judged = { readonly policy: Policy; readonly issues: readonly Issue[] }

/**
 * Returns the policy in the labels of a namespace, and the issues with them: an unknown level counts as `restricted`
 * for enforce, and as `privileged` for audit and warn (PolicyToEvaluate). What no label says is as in the defaults.
 */
export function policyOf(labels: Labels = {}, defaults: Policy = OPEN): Judged {
  const issues: Issue[] = []
  const read = (mode: Mode): LevelVersion => {
    const level = labels[`${PREFIX}${mode}`]
    const version = labels[`${PREFIX}${mode}-version`]
    const known = level === undefined ? defaults[mode].level : LEVELS.find((each) => each === level)
    if (!known) issues.push(wrong(mode, level, levelFault))
    const minor = version === undefined ? defaults[mode].minor : minorOf(version)
    if (minor === undefined) issues.push(wrong(`${mode}-version`, version, versionFault))
    return { level: known ?? (mode === 'enforce' ? 'restricted' : 'privileged'), minor: minor ?? 'latest' }
  }
  const [enforce, audit, warn] = [read('enforce'), read('audit'), read('warn')]
  const isEnforced = LEVELS.some((each) => each === labels[`${PREFIX}enforce`])
  // Without a warn label, a stricter level that is enforced is also warned of.
  const warned =
    labels[`${PREFIX}warn`] === undefined && isEnforced && compareLevels(enforce.level, warn.level) > 0
      ? { level: enforce.level, minor: labels[`${PREFIX}warn-version`] === undefined ? enforce.minor : warn.minor }
      : warn
  return { policy: { enforce, audit, warn: warned }, issues }
}

/**
 * Returns what the labels of a namespace say that is exempt from all policies, as the warning of it shows them; empty
 * if they say nothing (exemptNamespaceWarning).
 */
export function ignoredPolicy(labels: Labels = {}, policy: Policy, defaults: Policy): string {
  const isSame = MODES.every((mode) => levelText(policy[mode]) === levelText(defaults[mode]))
  if (isSame || MODES.every((mode) => isAnything(policy[mode]))) return ''
  const isStated = (mode: Mode) =>
    labels[`${PREFIX}${mode}`] !== undefined || labels[`${PREFIX}${mode}-version`] !== undefined
  const told = MODES.filter((mode) => !isAnything(policy[mode]) && isStated(mode))
  return told.map((mode) => `${mode}=${levelText(policy[mode])}`).join(', ')
}

const wrong = (label: string, value: string | undefined, why: string): Issue =>
  invalid(`metadata.labels[${PREFIX}${label}]`, value, why)

/** What is wrong with another level, or another version. */
export const levelFault = `must be one of ${LEVELS.join(', ')}`
export const versionFault = 'must be "latest" or "v1.x"'

/** Returns the minor version that a text names; undefined if it names none. */
export function minorOf(version: string): LevelVersion['minor'] | undefined {
  if (version === 'latest') return 'latest'
  const [, minor] = VERSION.exec(version) ?? []
  return minor === undefined ? undefined : Number(minor)
}
