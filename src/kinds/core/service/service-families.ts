import { type Issue, invalid } from '../../../base/issue.js'
import { parseIp } from '../../../base/ip.js'
import { jsonEqual } from '../../../base/json.js'
import { goStrings } from '../../shared/go-struct.js'
import { validateAddresses } from './service-addresses.js'
import type { ServiceSpec } from './service-types.js'

/** Fails with issues, where there are any. */
export type Refuse = (...issues: readonly Issue[]) => void

// A server has the addresses of one family.
const FAMILY = 'IPv4'
const OTHER_FAMILY = 'IPv6'
const POLICY = 'spec.ipFamilyPolicy'

/**
 * Fills the families of a service's addresses, and checks that a server of one family can have them
 * (initIPFamilyFields).
 */
export function withFamilies(spec: ServiceSpec, before: ServiceSpec | undefined, refuse: Refuse): ServiceSpec {
  if (spec.type === 'ExternalName' || (before && staysDual(spec, before))) return spec
  const isLoose = spec.clusterIP === 'None' && Object.keys(spec.selector ?? {}).length === 0
  const policy = spec.ipFamilyPolicy ?? before?.ipFamilyPolicy ?? (isLoose ? 'RequireDualStack' : 'SingleStack')
  const stated = { ...spec, ipFamilyPolicy: policy }
  refuse(...validateAddresses(stated))
  const kept = before ? releasedOnes(stated, before) : stated
  const { families, foreign } = inferredFamilies(kept)
  refuse(...(before ? releaseFaults(kept, before) : []), ...countFaults(kept), ...foreign)
  // What has neither addresses nor pods may have both families.
  if (isLoose) return { ...kept, ipFamilies: looseFamilies(families, policy) }
  refuse(
    ...(policy === 'RequireDualStack'
      ? [invalid(POLICY, policy, 'this cluster is not configured for dual-stack services')]
      : []),
    ...families.flatMap((family, i) =>
      family === FAMILY ? [] : [invalid(`spec.ipFamilies[${i}]`, family, 'not configured on this cluster')],
    ),
  )
  return { ...kept, ipFamilies: families.length > 0 ? families : [FAMILY] }
}

const ADDRESSED = ['ClusterIP', 'NodePort', 'LoadBalancer']

const sameTexts = (a: readonly string[] = [], b: readonly string[] = []) => jsonEqual(a, b)

/** Whether a service of either family stays as it was (isMatchingPreferDualStackClusterIPFields). */
export const staysDual = (spec: ServiceSpec, before: ServiceSpec): boolean =>
  before.type === spec.type &&
  ADDRESSED.includes(spec.type ?? '') &&
  spec.ipFamilyPolicy === 'PreferDualStack' &&
  (before.ipFamilyPolicy ?? spec.ipFamilyPolicy) === spec.ipFamilyPolicy &&
  sameTexts(before.clusterIPs, spec.clusterIPs) &&
  sameTexts(before.ipFamilies, spec.ipFamilies)

/** A service that becomes one of a single family gives up what it had of the second. */
function releasedOnes(spec: ServiceSpec, before: ServiceSpec): ServiceSpec {
  if (spec.ipFamilyPolicy !== 'SingleStack') return spec
  const { clusterIPs, ipFamilies } = spec
  return {
    ...spec,
    ...(clusterIPs && sameTexts(before.clusterIPs, clusterIPs) ? { clusterIPs: clusterIPs.slice(0, 1) } : {}),
    ...(ipFamilies && sameTexts(before.ipFamilies, ipFamilies) ? { ipFamilies: ipFamilies.slice(0, 1) } : {}),
  }
}

function releaseFaults({ clusterIPs, ipFamilies, ipFamilyPolicy: policy }: ServiceSpec, before: ServiceSpec) {
  if (policy === 'SingleStack') return []
  const isLess = (next: readonly string[] = [], old: readonly string[] = []) =>
    next.length > 0 && next.length < old.length
  const must = (what: string) => [invalid(POLICY, policy, `must be 'SingleStack' to release the secondary ${what}`)]
  return [
    ...(isLess(clusterIPs, before.clusterIPs) ? must('cluster IP') : []),
    ...(isLess(ipFamilies, before.ipFamilies) ? must('IP family') : []),
  ]
}

function countFaults({ clusterIPs, ipFamilies, ipFamilyPolicy: policy }: ServiceSpec): readonly Issue[] {
  if (policy !== 'SingleStack') return []
  const must = (what: string) => [
    invalid(POLICY, policy, `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`),
  ]
  return [
    ...(clusterIPs?.length === 2 ? must('cluster IPs') : []),
    ...(ipFamilies?.length === 2 ? must('IP families') : []),
  ]
}

/** The families that are stated, and those of addresses beyond them. */
function inferredFamilies({ clusterIPs = [], ipFamilies = [] }: ServiceSpec) {
  const families = [...ipFamilies]
  const foreign: Issue[] = []
  const start = families.length
  if (clusterIPs[0] !== 'None')
    clusterIPs.slice(start).forEach((ip, i) => {
      if (parseIp(ip)?.family === 6)
        foreign.push(
          invalid(
            `spec.clusterIPs[${start + i}]`,
            goStrings(clusterIPs),
            `${OTHER_FAMILY} is not configured on this cluster`,
          ),
        )
      else families.push(FAMILY)
    })
  return { families, foreign }
}

function looseFamilies(families: readonly string[], policy: string): readonly string[] {
  const [first = FAMILY, ...more] = families
  if (more.length > 0 || policy === 'SingleStack') return [first, ...more]
  return [first, first === FAMILY ? OTHER_FAMILY : FAMILY]
}
