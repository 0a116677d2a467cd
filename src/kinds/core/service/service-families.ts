import { type Issue, invalid } from '../../../base/errors/issue.js'
import { parseIp } from '../../../base/text/ip.js'
import { jsonEqual } from '../../../base/json/json.js'
import { goStrings } from '../../shared/go-struct.js'
import { validateAddresses } from './service-addresses.js'
import type { ServiceSpec } from './service-types.js'

/** Rejects the service if there are any issues. */
export type Refuse = (...issues: readonly Issue[]) => void

// The server is single-stack.
const FAMILY = 'IPv4'
const OTHER_FAMILY = 'IPv6'
const POLICY = 'spec.ipFamilyPolicy'

/** Sets the IP families of a service, and checks that a single-stack server supports them (initIPFamilyFields). */
export function withFamilies(spec: ServiceSpec, before: ServiceSpec | undefined, refuse: Refuse): ServiceSpec {
  if (spec.type === 'ExternalName' || (before && staysDual(spec, before))) return spec
  const isLoose = spec.clusterIP === 'None' && Object.keys(spec.selector ?? {}).length === 0
  const policy = spec.ipFamilyPolicy ?? before?.ipFamilyPolicy ?? (isLoose ? 'RequireDualStack' : 'SingleStack')
  const stated = { ...spec, ipFamilyPolicy: policy }
  refuse(...validateAddresses(stated))
  const kept = before ? releasedOnes(stated, before) : stated
  const { families, foreign } = inferredFamilies(kept)
  refuse(...(before ? releaseFaults(kept, before) : []), ...countFaults(kept), ...foreign)
  // A headless service without a selector may have both families.
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

/** Tells whether a PreferDualStack service is unchanged (isMatchingPreferDualStackClusterIPFields). */
export const staysDual = (spec: ServiceSpec, before: ServiceSpec): boolean =>
  before.type === spec.type &&
  ADDRESSED.includes(spec.type ?? '') &&
  spec.ipFamilyPolicy === 'PreferDualStack' &&
  (before.ipFamilyPolicy ?? spec.ipFamilyPolicy) === spec.ipFamilyPolicy &&
  sameTexts(before.clusterIPs, spec.clusterIPs) &&
  sameTexts(before.ipFamilies, spec.ipFamilies)

/** Drops the secondary address and family of a service that becomes SingleStack. */
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

/** Returns the stated families, followed by those of the remaining addresses. */
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
