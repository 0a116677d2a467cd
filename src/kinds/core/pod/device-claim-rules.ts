import { type Issue, duplicate, invalid, notFound, required } from '../../../base/errors/issue.js'
import { dns1123Label, dns1123Subdomain } from '../../../base/rules/names.js'
import type {
  PodResourceClaim,
  PodResourceClaimStatus,
  ResourceClaim as ContainerClaim,
} from '../../../model/generated/types/core-v1.js'
import { type KubernetesVersion, atLeast } from '../../../model/registry/kubernetes-version.js'
import { type MemberRule, type Rule, itemsOf } from '../../struct/member-rules.js'
import type { Unchecked } from '../../struct/unchecked.js'

type PodClaim = Unchecked<PodResourceClaim>

/** Validates the claims of devices that a pod refers to (validatePodResourceClaims). */
export const podClaims: MemberRule = (list, field) => {
  const seen = new Set<string>()
  return itemsOf<PodClaim>(list).flatMap((claim, i) => {
    const { name = '', resourceClaimName: own, resourceClaimTemplateName: template } = claim
    const at = `${field}[${i}]`
    const isRepeated = seen.has(name)
    seen.add(name)
    return [
      ...validateName(name, `${at}.name`, name !== '' && isRepeated),
      ...(own !== undefined && template !== undefined
        ? [
            invalid(
              at,
              internalForm(claim),
              'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
            ),
          ]
        : []),
      ...(own === undefined && template === undefined
        ? [invalid(at, internalForm(claim), 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`')]
        : []),
      ...subdomain(own, `${at}.resourceClaimName`),
      ...subdomain(template, `${at}.resourceClaimTemplateName`),
    ]
  })
}

// The internal struct has no names of members in JSON.
const internalForm = ({ name, resourceClaimName, resourceClaimTemplateName }: PodClaim) => ({
  Name: name ?? '',
  ResourceClaimName: resourceClaimName ?? null,
  ResourceClaimTemplateName: resourceClaimTemplateName ?? null,
})

function validateName(name: string, field: string, isRepeated: boolean): readonly Issue[] {
  if (!name) return [required(field)]
  return isRepeated ? [duplicate(field, name)] : dns1123Label(name).map((detail) => invalid(field, name, detail))
}

const subdomain = (name: string | undefined, field: string): readonly Issue[] =>
  name === undefined ? [] : dns1123Subdomain(name).map((detail) => invalid(field, name, detail))

/** Validates the claims that a container uses, of those of its pod (validateResourceClaimNames). */
export const containerClaims: Rule = (list, field, _, { root }) => {
  const known = itemsOf<PodClaim>(root['resourceClaims']).flatMap(({ name }) => (name ? [name] : []))
  const seen = new Set<string>()
  return itemsOf<Unchecked<ContainerClaim>>(list).flatMap(({ name = '', request = '' }, i) => {
    const at = `${field}[${i}]`
    if (!name) return [required(at)]
    const issues = validateUse(name, request, at, seen)
    return known.includes(name) ? issues : [...issues, notFound(at, name, missingText(known))]
  })
}

function missingText(known: readonly string[]): string {
  const names = [...new Set(known)].sort()
  return `must be one of the names in pod.spec.resourceClaims${names.length > 0 ? `: ${names.join(', ')}` : ' which is empty'}`
}

// With its name alone a container uses all of a claim.
function validateUse(name: string, request: string, field: string, seen: Set<string>): readonly Issue[] {
  if (seen.has(name)) return [duplicate(field, name)]
  const key = request ? `${name}/${request}` : name
  const faults = request ? dns1123Label(request).map((detail) => invalid(`${field}.request`, request, detail)) : []
  const overlaps = request ? [] : [...seen].filter((other) => other.startsWith(`${name}/`))
  const repeated = seen.has(key) ? [duplicate(field, key)] : overlaps.map(() => duplicate(field, name))
  seen.add(key)
  return [...faults, ...repeated]
}

/** Validates which claims were made for a pod (validatePodResourceClaimStatuses). */
export function* validateClaimStatuses(
  statuses: readonly Unchecked<PodResourceClaimStatus>[] = [],
  claims: readonly PodClaim[] = [],
  version: KubernetesVersion,
): Iterable<Issue> {
  const seen = new Set<string>()
  for (const [i, { name = '', resourceClaimName }] of statuses.entries()) {
    const at = `status.resourceClaimStatuses[${i}]`
    if (!claims.some((claim) => claim.name === name))
      yield invalid(`${at}.name`, name, 'must match the name of an entry in `spec.resourceClaims`')
    if (seen.has(name)) yield duplicate(`${at}.name`, name)
    seen.add(name)
    yield* subdomain(resourceClaimName, `${at}.${atLeast(version, '1.36') ? 'resourceClaimName' : 'name'}`)
  }
}
