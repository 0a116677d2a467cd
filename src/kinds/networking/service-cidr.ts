import { docOf } from '../../model/registry/column.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import { givenOf } from '../../base/json/as-given.js'
import { validateQualifiedFinalizers } from '../../model/registry/metadata-rules.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../model/registry/rule-context.js'
import { type Issue, immutable, invalid, required } from '../../base/errors/issue.js'
import { canonicalCidr, cidrFamily } from '../../base/rules/ip.js'
import { dns1123Subdomain, maskTrailingDash } from '../../base/rules/names.js'
import { type ObjectOf, defineKind } from '../../model/registry/define.js'
import type { ServiceCIDR as ServiceCIDRStruct } from '../../model/generated/types/networking-v1.js'
import type { Profile } from '../../model/registry/profile.js'
import { structMembers } from '../struct/struct-members.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { KEPT_METADATA } from '../struct/struct-kind.js'
import { goStrings, goStruct } from '../shared/go-struct.js'

const members = (profile: Profile) => structMembers<ServiceCIDRStruct>('networking.v1.ServiceCIDR', profile)

/** A ServiceCIDR in its served form. */
export type ServiceCIDR = ObjectOf<ReturnType<typeof members>>

/** Tells whether only the subresource writes the status (the gate ServiceCIDRStatusFieldWiping, on since 1.36). */
const keepsStatus = ({ version }: Profile): boolean => atLeast(version, '1.36')

/** ServiceCIDR: the ranges to allocate cluster IPs from; a single one, or one per IP family. */
export const serviceCIDR = defineKind(members, (profile) => ({
  group: profile.group('networking'),
  version: 'v1',
  scope: 'Cluster',
  names: { kind: 'ServiceCIDR', plural: 'servicecidrs' },
  schema: {
    component: 'io.k8s.api.networking.v1.ServiceCIDR',
  },
  metadata: {
    finalizers: validateQualifiedFinalizers,
    name: (name, prefix) => dns1123Subdomain(prefix ? maskTrailingDash(name) : name),
  },
  subresources: {
    // Before 1.36 the server declares the reset fields under a version that it does not serve: no fields are taken out
    // of ownership, and the object itself writes the status, too.
    main: keepsStatus(profile) ? { resetFields: ['status'] } : { unowned: [] },
    status: {
      verbs: ['get', 'patch', 'update'],
      resetFields: ['spec', ...KEPT_METADATA],
      unowned: keepsStatus(profile) ? ['spec', 'metadata'] : [],
    },
  },
  create: {
    ...(keepsStatus(profile)
      ? { resetFields: ['status'], prepare: (object: ServiceCIDR) => ({ ...object, status: {} }) }
      : {}),
    validate: withObjectMeta((object) => validateCIDRs(cidrsOf(object))),
  },
  update: {
    allowUnconditional: true,
    validate: withObjectMetaUpdate((next, old, { subresource }) =>
      subresource === 'status' ? [] : validateCIDRsUpdate(next, cidrsOf(old)),
    ),
  },
  table: {
    columns: [
      nameColumn,
      {
        name: 'CIDRs',
        description: docOf('networking.v1.ServiceCIDRSpec', 'cidrs'),
        cell: (object) => cidrsOf(object).join(','),
      },
      ageColumn,
    ],
  },
  example: { metadata: { name: 'extra' }, spec: { cidrs: ['10.1.0.0/24'] } },
}))

const FIELD = 'spec.cidrs'

/** Returns the ranges of a ServiceCIDR. */
export const cidrsOf = ({ spec }: ServiceCIDR) => spec?.cidrs ?? []

function validateCIDRs(cidrs: readonly string[]): readonly Issue[] {
  const whole = goStruct('networking.ServiceCIDRSpec', { CIDRs: goStrings(cidrs) })
  if (cidrs.length === 0) return [required(FIELD, 'at least one CIDR required')]
  if (cidrs.length > 2) return [invalid(FIELD, whole, 'may only hold up to 2 values')]
  const issues = cidrs.flatMap((cidr, i) =>
    canonicalCidr(cidr).map((detail) => invalid(`${FIELD}[${i}]`, cidr, detail)),
  )
  const families = cidrs.map(cidrFamily)
  if (families.length === 2 && !families.includes(undefined) && families[0] === families[1])
    issues.push(
      invalid(
        FIELD,
        goStrings(cidrs),
        'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
      ),
    )
  return issues
}

function validateCIDRsUpdate(next: ServiceCIDR, old: readonly string[]): readonly Issue[] {
  const cidrs = cidrsOf(next)
  const changed = old.flatMap((cidr, i) => (cidrs[i] === cidr ? [] : [immutable(`${FIELD}[${i}]`, cidrs[i])]))
  if (cidrs.length === old.length) return changed
  // A second family may be added; the existing range stays first.
  if (old.length === 1 && cidrs.length === 2) return [...changed, ...validateCIDRs(cidrs)]
  return [immutable(FIELD, goStrings(givenOf(next.spec, 'cidrs', next.spec?.cidrs, [])))]
}
