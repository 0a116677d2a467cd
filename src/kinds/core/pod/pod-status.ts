import { type Issue, immutable, internal, invalid } from '../../../base/errors/issue.js'
import { issuesInParts } from '../../../base/turns/issues-in-parts.js'
import { GoText, goQuote } from '../../../base/go/printable.js'
import { parseIp } from '../../../base/text/ip.js'
import { mapInParts } from '../../../base/turns/work-in-parts.js'
import { dns1123Subdomain, qualifiedName } from '../../../base/rules/names.js'
import { requiredIp } from '../../struct/member-rules.js'
import { validateEnds, validateUsers } from './container-status-rules.js'
import type { Pod } from './pod-types.js'

const CONDITIONS = ['PodScheduled', 'Ready', 'Initialized']

/** Validates a pod's status (ValidatePodStatusUpdate). */
export function validatePodStatus({ status: next = {} }: Pod, { spec, status: old = {} }: Pod): readonly Issue[] {
  const { conditions = [], nominatedNodeName: node = '', qosClass } = next
  const [hostIp] = next.hostIPs ?? []
  return [
    ...conditions.flatMap(({ type, observedGeneration = 0 }, i) => [
      ...(observedGeneration < 0
        ? [invalid(`status.conditions[${i}].observedGeneration`, observedGeneration, 'must be a non-negative integer')]
        : []),
      ...(CONDITIONS.includes(type)
        ? []
        : qualifiedName(type).map((detail) => invalid(`status.conditions[${i}].Type`, type, detail))),
    ]),
    ...(node && node !== old.nominatedNodeName
      ? dns1123Subdomain(node).map((detail) => invalid('status.nominatedNodeName', node, detail))
      : []),
    ...(qosClass === old.qosClass ? [] : [immutable('status.qosClass', qosClass)]), // set once
    ...validateEnds(next, old, spec),
    ...validateIps(next.podIPs, old.podIPs, 'status.podIPs', 'PodIP'),
    ...(hostIp && hostIp.ip !== (next.hostIP ?? '')
      ? [invalid('status.hostIPs[0].ip', hostIp.ip, 'must be equal to `hostIP`')]
      : []),
    ...validateIps(next.hostIPs, old.hostIPs, 'status.hostIPs', 'HostIP'),
    ...validateUsers(next, spec),
  ]
}

type Ips = readonly { readonly ip: string }[]

function validateIps(ips: Ips = [], old: Ips = [], field: string, type: string): readonly Issue[] {
  // Fast path: the IPs of a pod do not change while it runs, and have been validated before.
  if (ips === old) return []
  const known = new Set(old.map(({ ip }) => ip))
  const found = issuesInParts(ips, validateIps, ips.length, (i) => {
    const { ip = '' } = ips[i] ?? {}
    return known.has(ip) ? [] : requiredIp(ip, `${field}[${i}]`, {})
  })
  if (ips.length < 2) return found
  const families = mapInParts(ips, parseIp, 1, ({ ip }) => parseIp(ip)?.family)
  const bad = families.indexOf(undefined)
  if (bad < 0 && ips.length === 2 && families[0] !== families[1]) return found
  const unread =
    bad < 0
      ? []
      : [internal(field, `failed to check for dual stack with error:invalid IP[${bad}]: ${ips[bad]?.ip ?? ''}`)]
  const texts = mapInParts(ips, goQuote, 1, ({ ip }) => `core.${type}{IP:${goQuote(ip)}}`)
  const shown = new GoText(`[]core.${type}{${texts.join(', ')}}`)
  return [...found, ...unread, invalid(field, shown, 'may specify no more than one IP for each IP family')]
}
