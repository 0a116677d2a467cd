import { GoText, goQuote } from '../../../base/go/printable.js'
import { type Issue, duplicate, forbidden } from '../../../base/errors/issue.js'
import type { Profile } from '../../../model/registry/profile.js'
import type { Node } from './schema.js'
import { validateConfigSource, validateConfigStatus } from './validate-config.js'
import { validateAmounts, validateTaints } from './validate.js'

/** Validates any update of a node, `/status` included (core validation's ValidateNodeUpdate). */
export function validateNodeUpdate(next: Node, old: Node, profile: Profile): readonly Issue[] {
  const source = next.spec?.configSource
  const config = next.status?.config
  return [
    ...validateAmounts(next),
    ...validateAddresses(next),
    ...validateSetOnce(next, old),
    ...(source ? validateConfigSource(source, 'spec.configSource', profile) : []),
    ...(config ? validateConfigStatus(config, 'status.config', profile) : []),
    ...validateTaints(next),
    ...(next.spec?.externalID === old.spec?.externalID ? [] : [forbidden('spec.externalID', 'may not be updated')]),
  ]
}

function validateAddresses({ status }: Node): readonly Issue[] {
  const seen = new Set<string>()
  return (status?.addresses ?? []).flatMap(({ type = '', address = '' }, i) => {
    const identity = JSON.stringify([type, address])
    const repeated = seen.has(identity)
    seen.add(identity)
    return repeated
      ? [
          duplicate(
            `status.addresses[${i}]`,
            new GoText(`core.NodeAddress{Type:${goQuote(type)}, Address:${goQuote(address)}}`),
          ),
        ]
      : []
  })
}

function validateSetOnce({ spec: next = {} }: Node, { spec: old = {} }: Node): readonly Issue[] {
  const before = old.podCIDRs ?? []
  const after = next.podCIDRs ?? []
  // One issue for each changed CIDR, or a single one if their number changes.
  const changes =
    before.length === 0 ? 0 : before.length !== after.length ? 1 : before.filter((cidr, i) => cidr !== after[i]).length
  return [
    ...Array.from({ length: changes }, () =>
      forbidden('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid'),
    ),
    ...(old.providerID && old.providerID !== next.providerID
      ? [forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid')]
      : []),
  ]
}
