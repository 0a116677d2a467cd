import { mustHave } from '../../base/must-have.js'
import { type KubernetesVersion, thoseOf } from '../../model/registry/kubernetes-version.js'
import type { BootstrapBody } from './bodies.js'

const RBAC = 'rbac.authorization.k8s.io'
const LABELS = { 'kubernetes.io/bootstrapping': 'rbac-defaults' }
const ANNOTATIONS = { 'rbac.authorization.kubernetes.io/autoupdate': 'true' }

/**
 * Reads the roles of a version. Each starts with a line: `NAMESPACE/NAME` or just a name, its labels, and after a `<`
 * the labels of the roles it aggregates. Its rules follow, indented by one space: verbs, groups, resources and resource
 * names, or verbs and paths. A line indented by two spaces continues the previous one.
 */
export const readRoles = (text: string, version: KubernetesVersion): readonly BootstrapBody[] => {
  const roles = text
    .trim()
    .replaceAll('\n  ', '')
    .split(/\n(?! )/)
  return thoseOf(roles, version).map((role) => readRole(role, version))
}

function readRole(text: string, version: KubernetesVersion): BootstrapBody {
  const [head = '', ...lines] = text.split('\n ')
  const rules = thoseOf(lines, version)
  const [name = '', ...labels] = head.split(' ')
  const own = labels.filter((label) => !label.startsWith('<'))
  const gathered = labels.filter((label) => label.startsWith('<')).map((label) => label.slice(1))
  return {
    metadata: metadataOf(name, labelsOf(own)),
    ...(rules.length > 0 ? { rules: rules.map(readRule) } : {}),
    ...(gathered.length > 0
      ? { aggregationRule: { clusterRoleSelectors: gathered.map((label) => ({ matchLabels: labelsOf([label]) })) } }
      : {}),
  }
}

const labelsOf = (texts: readonly string[]) => Object.fromEntries(texts.map((text) => text.split('=')))

function readRule(line: string): object {
  const lists = line.split(' ').map((list) => list.split(',').map((text) => (text === '""' ? '' : text)))
  const [verbs, second, resources, resourceNames] = lists
  return resources
    ? { verbs, apiGroups: second, resources, ...(resourceNames ? { resourceNames } : {}) }
    : { verbs, nonResourceURLs: second }
}

/**
 * Reads the bindings of a version, one per line: the name as for a role, `KIND/NAME` of the role, and its subjects:
 * `KIND/NAME` or `ServiceAccount/NAMESPACE/NAME`.
 */
export const readBindings = (text: string, version: KubernetesVersion): readonly BootstrapBody[] =>
  thoseOf(text.trim().split('\n'), version).map(readBinding)

function readBinding(line: string): BootstrapBody {
  const [name = '', role = '', ...subjects] = line.split(' ')
  const [kind, roleName] = role.split('/')
  return {
    metadata: metadataOf(name, {}),
    roleRef: { apiGroup: RBAC, kind, name: roleName },
    subjects: subjects.map(readSubject),
  }
}

function readSubject(text: string): object {
  const [kind, ...names] = text.split('/')
  const name = mustHave(names.at(-1), 'the name of a subject')
  return names.length > 1 ? { kind, namespace: names[0], name } : { kind, apiGroup: RBAC, name }
}

function metadataOf(text: string, labels: object): BootstrapBody['metadata'] {
  const [first = '', name] = text.split('/')
  const common = { labels: { ...LABELS, ...labels }, annotations: ANNOTATIONS }
  return name === undefined ? { name: first, ...common } : { name, namespace: first, ...common }
}
