import { SECCOMP_CONTAINER, SECCOMP_POD } from '../../../kinds/core/pod/pod-types.js'
import type { SecurityCheck, CheckedSpec, SecurityContext } from './types.js'
import { goQuote } from '../../../base/go/printable.js'
import { containersOf, distinct, named, plural, quoted, setters } from './words.js'

const isAllowed = (type: string | undefined): boolean => type === 'Localhost' || type === 'RuntimeDefault'
const isBad = (context: SecurityContext | undefined): boolean =>
  context?.seccompProfile !== undefined && !isAllowed(context.seccompProfile.type)

const isAllowedAnnotation = (value: string): boolean =>
  value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/')

/** Checks the annotations that preceded the seccompProfile field. */
const byAnnotation: SecurityCheck['check'] = (spec, annotations) => {
  const keys = [SECCOMP_POD, ...containersOf(spec).map(({ name = '' }) => SECCOMP_CONTAINER + name)]
  const bad = distinct(
    keys.flatMap((key) => {
      const value = annotations[key]
      return value === undefined || isAllowedAnnotation(value) ? [] : [`${key}=${goQuote(value)}`]
    }),
  )
  if (bad.length === 0) return undefined
  return { reason: 'seccompProfile', detail: `forbidden ${plural('annotation', bad.length)} ${bad.join(', ')}` }
}

/** Checks that seccomp is not disabled. */
const explicit: SecurityCheck['check'] = (spec) => {
  const containers = containersOf(spec).filter(({ securityContext }) => isBad(securityContext))
  const who = setters(isBad(spec.securityContext), containers)
  if (who.length === 0) return undefined
  const contexts = [spec.securityContext, ...containers.map(({ securityContext }) => securityContext)]
  const types = distinct(contexts.filter(isBad).map((context) => context?.seccompProfile?.type ?? ''))
  return {
    reason: 'seccompProfile',
    detail: `${who.join(' and ')} must not set securityContext.seccompProfile.type to ${quoted(types)}`,
  }
}

/** Checks that seccomp is enabled for each container. */
const required: SecurityCheck['check'] = (spec, annotations) => {
  const wrong = explicit(spec, annotations)
  if (wrong || spec.securityContext?.seccompProfile) return wrong
  const without = containersOf(spec).filter(({ securityContext }) => !securityContext?.seccompProfile)
  if (without.length === 0) return undefined
  return {
    reason: 'seccompProfile',
    detail: `pod or ${named(without)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  }
}

const isWindows = ({ os }: CheckedSpec): boolean => os?.name === 'windows'

/** Makes a check that skips Windows pods. */
export const notOnWindows =
  (check: SecurityCheck['check']): SecurityCheck['check'] =>
  (spec, annotations) =>
    isWindows(spec) ? undefined : check(spec, annotations)

const baseline = { id: 'seccompProfile_baseline', level: 'baseline' } as const
const restricted = { id: 'seccompProfile_restricted', level: 'restricted', overrides: baseline.id } as const

/** The seccomp checks of the level `baseline`. */
export const seccompBaseline: readonly SecurityCheck[] = [
  { ...baseline, since: 0, check: byAnnotation },
  { ...baseline, since: 19, check: explicit },
]

/** The seccomp checks of the level `restricted`. */
export const seccompRestricted: readonly SecurityCheck[] = [
  { ...restricted, since: 19, check: required },
  { ...restricted, since: 25, check: notOnWindows(required) },
]
