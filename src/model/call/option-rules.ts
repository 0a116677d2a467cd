import { type Issue, invalid, notSupported } from '../../base/errors/issue.js'
import { worded } from '../../base/errors/wording.js'
import { type KubernetesVersion, wordingOf } from '../registry/kubernetes-version.js'
import { noOptions, type Options } from './options.js'
import { invalidStatus } from '../../base/errors/status.js'

/** Validates `dryRun` of a query or a body. */
export function validateDryRun(values: readonly string[], server: KubernetesVersion): readonly Issue[] {
  const bad = values.some((value) => value !== 'All')
  return bad ? [worded(wordingOf(server), () => notSupported('dryRun', values, ['All']))] : []
}

/** Throws a 422 for invalid options, if there are any issues. */
export function failOptions(kind: string, issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalidStatus({ group: 'meta.k8s.io', resource: kind }, '', issues)
}

/** The option that asks to delete what cannot be read from storage. */
export const IF_UNREADABLE = 'ignoreStoreReadErrorWithClusterBreakingPotential'

/** The members of DeleteOptions, decoded. */
export type DeleteMembers = {
  readonly gracePeriodSeconds?: number | bigint
  readonly preconditions?: Options['preconditions']
  readonly orphanDependents?: boolean
  readonly propagationPolicy?: string
  readonly dryRun?: readonly string[]
  readonly [IF_UNREADABLE]?: boolean
}

const NOT_IF_UNREADABLE = ['propagationPolicy', 'orphanDependents', 'gracePeriodSeconds', 'preconditions'] as const

const POLICIES = ['Foreground', 'Background', 'Orphan'] as const

/**
 * Returns the validated options of a deletion, from DeleteOptions sent as the body or inside another body.
 *
 * @throws StatusError 422 for invalid values
 */
export function checkedDeleteOptions(
  members: DeleteMembers,
  server: KubernetesVersion,
  base: Options = noOptions,
): Options {
  const { orphanDependents, propagationPolicy, gracePeriodSeconds, preconditions = {}, dryRun = [] } = members
  const issues: Issue[] = []
  if (orphanDependents !== undefined && propagationPolicy !== undefined)
    issues.push(
      invalid('propagationPolicy', propagationPolicy, 'orphanDependents and deletionPropagation cannot be both set'),
    )
  const policy = POLICIES.find((p) => p === propagationPolicy)
  if (propagationPolicy !== undefined && !policy)
    issues.push(notSupported('propagationPolicy', propagationPolicy, [...POLICIES, 'nil']))
  const others = members[IF_UNREADABLE] ? NOT_IF_UNREADABLE.filter((other) => members[other] !== undefined) : []
  failOptions('DeleteOptions', [
    ...issues,
    ...validateDryRun(dryRun, server),
    ...others.map((other) => invalid(IF_UNREADABLE, true, `cannot be set together with .${other}`)),
  ])
  return {
    ...base,
    dryRun: dryRun.length > 0,
    propagationPolicy:
      policy ?? (orphanDependents === true ? 'Orphan' : orphanDependents === false ? 'Background' : undefined),
    gracePeriodSeconds: gracePeriodSeconds === undefined ? undefined : Number(gracePeriodSeconds),
    preconditions,
    orphanDependents,
    ...(members[IF_UNREADABLE] ? { ifUnreadable: true } : {}),
  }
}

/** Returns the members of DeleteOptions that a deletion was asked for with. */
export const deleteMembers = (options: Options): DeleteMembers => {
  const { gracePeriodSeconds, preconditions, orphanDependents, propagationPolicy, dryRun } = options
  return {
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length > 0 ? { preconditions } : {}),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
    ...(propagationPolicy && orphanDependents === undefined ? { propagationPolicy } : {}),
    ...(dryRun ? { dryRun: ['All'] } : {}),
  }
}
