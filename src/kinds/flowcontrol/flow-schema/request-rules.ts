import { type Issue, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { dns1123Label } from '../../../base/rules/names.js'
import type { NonResourcePolicyRule, ResourcePolicyRule } from '../../../model/generated/types/flowcontrol-v1.js'
import type { Unchecked } from '../../struct/unchecked.js'

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch']

type Texts = readonly string[] | null | undefined

/** Validates that a list with `*` has no other items. */
const alone = (list: readonly string[], field: string, what: string): readonly Issue[] =>
  list.length > 1 && list.includes('*')
    ? [invalid(field, list, `if '*' is present, must not specify other ${what}`)]
    : []

function validateVerbs(verbs: Texts, field: string): readonly Issue[] {
  const list = verbs ?? []
  if (list.length === 0) return [required(field, 'verbs must contain at least one value')]
  if (list.includes('*')) return alone(list, field, 'verbs')
  return list.every((verb) => VERBS.includes(verb)) ? [] : [notSupported(field, list, VERBS)]
}

const filled = (list: Texts, field: string, need: string, what: string): readonly Issue[] =>
  list?.length ? alone(list, field, what) : [required(field, need)]

/** Validates a ResourcePolicyRule. */
export const validateResourceRule = (rule: Unchecked<ResourcePolicyRule>, at: string): readonly Issue[] => [
  ...validateVerbs(rule.verbs, `${at}.verbs`),
  ...filled(rule.apiGroups, `${at}.apiGroups`, 'resource rules must supply at least one api group', 'api groups'),
  ...filled(rule.resources, `${at}.resources`, 'resource rules must supply at least one resource', 'resources'),
  ...validateNamespaces(rule.namespaces ?? [], rule.clusterScope ?? false, `${at}.namespaces`),
]

function validateNamespaces(list: readonly string[], isCluster: boolean, field: string): readonly Issue[] {
  if (list.length === 0 && !isCluster)
    return [required(field, 'resource rules that are not cluster scoped must supply at least one namespace')]
  if (list.includes('*')) return alone(list, field, 'namespaces')
  return list.flatMap((name, i) =>
    dns1123Label(name).map((detail) =>
      invalid(`${field}[${i}]`, name, `each member of this list must be '*' or a DNS-1123 label; ${detail}`),
    ),
  )
}

/** Validates a NonResourcePolicyRule. */
export function validateNonResourceRule(rule: Unchecked<NonResourcePolicyRule>, at: string): readonly Issue[] {
  const field = `${at}.nonResourceURLs`
  const urls = rule.nonResourceURLs ?? []
  const need = 'nonResourceURLs must contain at least one value'
  return [
    ...validateVerbs(rule.verbs, `${at}.verbs`),
    ...filled(urls, field, need, 'non-resource URLs'),
    ...(urls.includes('*')
      ? []
      : urls.flatMap((url, i) => {
          const fault = faultOfPath(url)
          return fault === undefined ? [] : [invalid(`${field}[${i}]`, url, fault)]
        })),
  ]
}

function faultOfPath(path: string): string | undefined {
  if (path === '') return 'must not be empty'
  if (path === '/') return undefined
  if (!path.startsWith('/')) return 'must start with slash'
  if (path.includes(' ')) return 'must not contain white-space'
  if (path.includes('//')) return 'must not contain double slash'
  const stars = path.split('*').length - 1
  return stars > 1 || (stars === 1 && !path.endsWith('/*')) ? 'wildcard can only do suffix matching' : undefined
}
