import { isDeepStrictEqual } from 'node:util'
import type {
  BootstrapBinding,
  BootstrapObject,
  BootstrapObjects,
  BootstrapRole,
  BootstrapRule,
} from './bootstrap-types.js'
import type { Inputs } from './inputs.js'
import { type PerVersion, markOf, markedLines, merged, ofEach } from './versions.js'

const WIDTH = 120
// The labels and annotations of every role and binding.
const LABELS = { 'kubernetes.io/bootstrapping': 'rbac-defaults' }
const ANNOTATIONS = { 'rbac.authorization.kubernetes.io/autoupdate': 'true' }
const RBAC = 'rbac.authorization.k8s.io'

/**
 * Returns the files of src/model/generated/bootstrap/ by name, without their head: the objects of a new server of each
 * version, a line each.
 */
export const bootstrapFiles = (versions: PerVersion<Pick<Inputs, 'bootstrap'>>): ReadonlyMap<string, string> => {
  const objects = new Map([...versions].map(([version, { bootstrap }]) => [version, bootstrap]))
  return new Map([
    ['access.ts', accessFile(objects)],
    ['flow-control.ts', flowControlFile(objects)],
    ['priority-classes.ts', priorityClassesFile(objects)],
  ])
}

type Versions = PerVersion<BootstrapObjects>

const accessFile = (versions: Versions) => `
/** The ClusterRoles that every server has; src/kinds/bootstrap/access-lines.ts tells how a line reads. */
export const CLUSTER_ROLES = \`
${rolesText(ofEach(versions, ({ ClusterRole }) => ClusterRole))}
\`

/** The Roles that every server has. */
export const ROLES = \`
${rolesText(ofEach(versions, ({ Role }) => Role))}
\`

/** The ClusterRoleBindings that every server has. */
export const CLUSTER_ROLE_BINDINGS = \`
${linesText(versions, ({ ClusterRoleBinding }) => ClusterRoleBinding.map(bindingLine))}
\`

/** The RoleBindings that every server has. */
export const ROLE_BINDINGS = \`
${linesText(versions, ({ RoleBinding }) => RoleBinding.map(bindingLine))}
\`
`

const flowControlFile = (versions: Versions) => `
/** The FlowSchemas that every server has, as JSON, a line each. */
export const FLOW_SCHEMAS = \`
${linesText(versions, ({ FlowSchema }) => FlowSchema.map(jsonLine))}
\`

/** The PriorityLevelConfigurations that every server has, as JSON, a line each. */
export const PRIORITY_LEVELS = \`
${linesText(versions, ({ PriorityLevelConfiguration }) => PriorityLevelConfiguration.map(jsonLine))}
\`
`

const priorityClassesFile = (versions: Versions) => `
/** The PriorityClasses that every server has, as JSON, a line each. */
export const PRIORITY_CLASSES = \`
${linesText(versions, ({ PriorityClass }) => PriorityClass.map(jsonLine))}
\`
`

const linesText = (versions: Versions, linesOf: (objects: BootstrapObjects) => readonly string[]): string =>
  markedLines(ofEach(versions, linesOf)).join('\n')

/** Writes the roles of all versions: a line for each, then one for each rule. */
function rolesText(versions: readonly (readonly BootstrapRole[] | undefined)[]): string {
  const heads = versions.map((roles) => roles?.map(roleHead))
  return merged(heads)
    .flatMap((head) => {
      const rules = versions.map((roles, at) =>
        head.from <= at && at < head.to
          ? roles?.find((role) => roleHead(role) === head.text)?.rules?.map(ruleText)
          : undefined,
      )
      return [markOf(head) + head.text, ...merged(rules).map((rule) => wrapped(` ${markOf(rule, head)}${rule.text}`))]
    })
    .map(checked)
    .join('\n')
}

/** Formats an object as JSON, without fields that a server sets. */
function jsonLine({ metadata, ...members }: BootstrapObject & { readonly status?: unknown }): string {
  const { name, labels, annotations } = metadata
  const { status: _, ...rest } = members
  return checked(JSON.stringify({ metadata: { name, labels, annotations }, ...rest }))
}

function roleHead(role: BootstrapRole): string {
  const { labels = {}, ...meta } = role.metadata
  const own = Object.entries(labels).filter(([name]) => !(name in LABELS))
  checkCommon(role.metadata.name, { labels: without(labels, own), annotations: meta.annotations })
  const selectors = role.aggregationRule?.clusterRoleSelectors ?? []
  const gathered = selectors.flatMap(({ matchLabels = {}, ...others }) => {
    if (Object.keys(others).length > 0 || Object.keys(matchLabels).length !== 1) throw unexpected(role)
    return Object.entries(matchLabels)
  })
  return [nameOf(role), ...own.map(labelText), ...gathered.map((label) => `<${labelText(label)}`)].join(' ')
}

const without = (all: object, some: readonly (readonly [string, string])[]) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !some.some(([other]) => other === name)))

const labelText = ([name, value]: readonly [string, string]) => `${name}=${value}`

function ruleText(rule: BootstrapRule): string {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule
  const parts = nonResourceURLs.length > 0 ? [verbs, nonResourceURLs] : [verbs, apiGroups, resources]
  if (nonResourceURLs.length > 0 && apiGroups.length + resources.length + resourceNames.length > 0)
    throw unexpected(rule)
  const named = resourceNames.length > 0 ? [...parts, resourceNames] : parts
  return named.map(listText).join(' ')
}

/** The core group, whose name is empty, is written as `""`. */
function listText(list: readonly string[]): string {
  if (list.length === 0 || list.some((text) => /[\s,"]/.test(text))) throw unexpected(list)
  return list.map((text) => text || '""').join(',')
}

/** Wraps a long line after a comma, with an indent of two. */
function wrapped(line: string): string {
  const out: string[] = []
  for (const piece of line.split(/(?<=,)/)) {
    const last = out.at(-1)
    if (last !== undefined && last.length + piece.length < WIDTH) out[out.length - 1] = last + piece
    else out.push(last === undefined ? piece : `  ${piece}`)
  }
  return out.join('\n')
}

function bindingLine(binding: BootstrapBinding): string {
  const { metadata, roleRef, subjects = [] } = binding
  checkCommon(metadata.name, metadata)
  if (roleRef.apiGroup !== RBAC) throw unexpected(binding)
  return checked([nameOf(binding), `${roleRef.kind}/${roleRef.name}`, ...subjects.map(subjectText)].join(' '))
}

function subjectText(subject: NonNullable<BootstrapBinding['subjects']>[number]): string {
  const { kind, apiGroup = '', namespace, name } = subject
  if ((kind === 'ServiceAccount') !== (namespace !== undefined) || apiGroup !== (namespace === undefined ? RBAC : ''))
    throw unexpected(subject)
  return [kind, ...(namespace === undefined ? [] : [namespace]), name].join('/')
}

const nameOf = ({ metadata: { namespace, name } }: BootstrapObject) =>
  namespace === undefined ? name : `${namespace}/${name}`

function checkCommon(
  name: string,
  { labels, annotations }: { readonly labels?: object | undefined; readonly annotations?: object | undefined },
) {
  if (!isDeepStrictEqual(labels, LABELS) || !isDeepStrictEqual(annotations, ANNOTATIONS))
    throw new Error(`${name} has not the labels and annotations that all have`)
}

/** Checks that a text needs no escapes in a template literal. */
function checked(text: string): string {
  if (/[`\\]|\$\{/.test(text)) throw unexpected(text)
  return text
}

const unexpected = (value: unknown) => new Error(`the lines have no form for ${JSON.stringify(value)}`)
