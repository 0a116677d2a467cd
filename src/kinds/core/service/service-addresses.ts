import { repeatsOf } from '../../../base/lists/lists.js'
import { type Issue, duplicate, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { parseIp } from '../../../base/text/ip.js'
import { goStrings } from '../../shared/go-struct.js'
import { requiredIp } from '../../struct/member-rules.js'
import type { ServiceSpec } from './service-types.js'

const FAMILIES = ['IPv4', 'IPv6']
const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack']
const MOST = 2

/** Validates the cluster IPs of a service and their families (ValidateServiceClusterIPsRelatedFields). */
export function validateAddresses({
  clusterIP = '',
  clusterIPs = [],
  ipFamilies = [],
  ipFamilyPolicy,
}: ServiceSpec): readonly Issue[] {
  const field = 'spec.clusterIPs'
  const wrong = (why: string) => [invalid(field, goStrings(clusterIPs), why)]
  const linked = clusterIP
    ? clusterIPs.length === 0
      ? [required(field)]
      : clusterIPs[0] === clusterIP
        ? []
        : wrong('first value must match `clusterIP`')
    : clusterIPs.length > 0
      ? wrong('must be empty when `clusterIP` is not specified')
      : []
  const repeats = repeatsOf(ipFamilies)
  const families = ipFamilies.flatMap((family, i) => [
    ...(FAMILIES.includes(family) ? [] : [notSupported(`spec.ipFamilies[${i}]`, family, FAMILIES)]),
    ...(repeats(i) ? [duplicate(`spec.ipFamilies[${i}]`, family)] : []),
  ])
  const policy =
    ipFamilyPolicy === undefined || POLICIES.includes(ipFamilyPolicy)
      ? []
      : [notSupported('spec.ipFamilyPolicy', ipFamilyPolicy, POLICIES)]
  const isHeadless = clusterIPs[0] === 'None'
  const faulty = [
    ...(isHeadless && clusterIPs.length > 1 ? wrong("'None' must be the first and only value") : []),
    ...clusterIPs.flatMap((ip, i) => (i === 0 && isHeadless ? [] : requiredIp(ip, `${field}[${i}]`, {}))),
  ]
  const found = [
    ...linked,
    ...families,
    ...policy,
    ...faulty,
    ...(clusterIPs.length > MOST ? wrong('may only hold up to 2 values') : []),
  ]
  if (faulty.length > 0) return found
  const written = clusterIPs.map((ip) => parseIp(ip)?.family)
  const unfit = isHeadless
    ? []
    : clusterIPs.flatMap((ip, i) => {
        const family = ipFamilies[i]
        return family && FAMILIES.includes(family) && `IPv${written[i]}` !== family
          ? [invalid(`${field}[${i}]`, ip, `expected an ${family} value as indicated by \`ipFamilies[${i}]\``)]
          : []
      })
  return [
    ...found,
    ...(clusterIPs.length > 1 && new Set(written).size === 1
      ? wrong('may specify no more than one IP for each IP family')
      : []),
    ...unfit,
  ]
}
