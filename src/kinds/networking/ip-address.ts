import { docOf } from '../../model/registry/column.js'
import { validateQualifiedFinalizers } from '../../model/registry/metadata-rules.js'
import { withObjectMeta, withCreateRules } from '../../model/registry/rule-context.js'
import type { GoText } from '../../base/go/printable.js'
import { type Issue, declaredImmutable, invalid, declaredRequired } from '../../base/errors/issue.js'
import { jsonEqual } from '../../base/json/json.js'
import { canonicalIp } from '../../base/rules/ip.js'
import { dns1123Subdomain, pathSegmentName } from '../../base/rules/names.js'
import { type ObjectOf, defineKind } from '../../model/registry/define.js'
import type {
  IPAddress as IPAddressStruct,
  ParentReference as Parent,
} from '../../model/generated/types/networking-v1.js'
import type { Profile } from '../../model/registry/profile.js'
import { structMembers } from '../struct/struct-members.js'
import type { Unchecked } from '../struct/unchecked.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { goStruct } from '../shared/go-struct.js'

const members = (profile: Profile) => structMembers<IPAddressStruct>('networking.v1.IPAddress', profile)

type ParentReference = Unchecked<Parent>

/** An IPAddress in its served form. */
type IPAddress = ObjectOf<ReturnType<typeof members>>

/** IPAddress: an address in use, which is its name, and the object that uses it. */
export const ipAddress = defineKind(members, (profile) => ({
  group: profile.group('networking'),
  version: 'v1',
  scope: 'Cluster',
  names: { kind: 'IPAddress', plural: 'ipaddresses', shortNames: ['ip'] },
  schema: {
    component: 'io.k8s.api.networking.v1.IPAddress',
  },
  metadata: { finalizers: validateQualifiedFinalizers, name: canonicalIp },
  create: { generateName: (base) => base, validate: withObjectMeta(validate) },
  update: {
    allowUnconditional: true,
    validate: withCreateRules(validate, (next, old) =>
      jsonEqual(next.spec?.parentRef, old.spec?.parentRef)
        ? []
        : [declaredImmutable('spec.parentRef', goParent(next.spec?.parentRef))],
    ),
  },
  table: {
    columns: [
      nameColumn,
      {
        name: 'ParentRef',
        description: docOf('networking.v1.IPAddressSpec', 'parentRef'),
        cell: ({ spec }) => (spec?.parentRef ? parentText(spec.parentRef) : '<none>'),
      },
      { ...ageColumn, undeclared: true },
    ],
  },
  example: {
    metadata: { name: '10.0.0.10' },
    spec: { parentRef: { resource: 'services', namespace: 'default', name: 'web' } },
  },
}))

function validate({ spec }: IPAddress): readonly Issue[] {
  const field = 'spec.parentRef'
  if (!spec?.parentRef) return [declaredRequired(field)]
  const { group, resource, name, namespace } = spec.parentRef
  return [
    ...(group ? dns1123Subdomain(group).map((detail) => invalid(`${field}.group`, group, detail)) : []),
    ...(resource ? validateSegment(resource, `${field}.resource`) : [declaredRequired(`${field}.resource`)]),
    ...(name ? validateSegment(name, `${field}.name`) : [declaredRequired(`${field}.name`)]),
    ...(namespace ? validateSegment(namespace, `${field}.namespace`) : []),
  ]
}

const validateSegment = (value: string, field: string) =>
  pathSegmentName(value).map((detail) => invalid(field, value, detail))

function parentText({ group, resource = '', namespace, name = '' }: ParentReference): string {
  return [(group ? `${resource}.${group}` : resource).toLowerCase(), ...(namespace ? [namespace] : []), name].join('/')
}

function goParent(reference: ParentReference | undefined): GoText | undefined {
  if (!reference) return undefined
  const { group, resource, namespace, name } = reference
  return goStruct('networking.ParentReference', { Group: group, Resource: resource, Namespace: namespace, Name: name })
}
