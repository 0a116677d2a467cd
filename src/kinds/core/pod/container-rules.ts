import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { containerResource } from '../../shared/overhead.js'
import { hasEmptied } from '../../../base/json/as-given.js'
import { ownText } from '../../../base/go/printable.js'
import {
  type Issue,
  duplicate,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
} from '../../../base/errors/issue.js'
import type { JsonObject } from '../../../base/json/json.js'
import { dns1123Label } from '../../../base/rules/names.js'
import {
  type MemberRule,
  type Rule,
  type StructRules,
  type StructTable,
  anyValue,
  between,
  first,
  ifSet,
  isOneOf,
  itemsOf,
  oneOf,
  portName,
  portNumber,
  requiredValue,
  supported,
} from '../../struct/member-rules.js'
import { wholeVolumes } from './mount-rules.js'
import { restartIssues } from './later-rules.js'
import type { Container } from './pod-types.js'
import { RESIZED, resourcesRule } from './resource-rules.js'
import { refuseProbes, validateProbes } from './probe-rules.js'

type Sort = 'main' | 'init' | 'debug'

/**
 * An index of a pod's containers: the type of each, the first one with each name, and whether a name may be the target
 * of an ephemeral container.
 */
type Placed = {
  readonly sortOf: (container: unknown) => Sort
  readonly firsts: ReadonlyMap<string, unknown>
  readonly isTarget: (name: string) => boolean
}

const LISTS = [
  ['containers', 'main'],
  ['initContainers', 'init'],
  ['ephemeralContainers', 'debug'],
] as const

// Cached: a pod may have thousands of containers, and each is checked against those before it.
const known = new WeakMap<JsonObject, Placed>()

/** Returns the index of a pod spec's containers, which is built once. */
function placedIn(spec: JsonObject): Placed {
  const before = known.get(spec)
  if (before) return before
  // Leaves out main containers, which most are.
  const sorts = new Map<unknown, Sort>()
  const firsts = new Map<string, unknown>()
  const sortOf = (container: unknown) => sorts.get(container) ?? 'main'
  for (const [list, sort] of LISTS)
    for (const container of itemsOf<{ readonly name?: string }>(spec[list])) {
      const { name = '' } = container
      if (sort !== 'main') sorts.set(container, sort)
      if (!firsts.has(name)) firsts.set(name, container)
    }
  const isTarget = (name: string) => firsts.has(name) && sortOf(firsts.get(name)) !== 'debug'
  const placed = { sortOf, firsts, isTarget }
  known.set(spec, placed)
  return placed
}

type Named = { readonly name?: string; readonly ports?: readonly JsonObject[] }

/** Validates ports. A duplicate name is reported before a port's other issues. */
const ports: Rule = (list, field, _, { inside }) => {
  if (list === undefined) return []
  const seen = new Set<unknown>()
  const repeated = itemsOf<Named>(list).flatMap(({ name }, i) =>
    !name || portName(name).length > 0 || seen.size < seen.add(name).size ? [] : [{ i, name }],
  )
  const issues = [...inside('ports')]
  const start = field.length + 1
  let next = issues.length
  for (const { i, name } of repeated.reverse()) {
    while (next > 0 && Number.parseInt(issues[next - 1]?.field.slice(start) ?? '', 10) >= i) next--
    issues.splice(next, 0, duplicate(`${field}[${i}].name`, name))
  }
  return issues
}

/** Reports duplicate host ports. */
export const repeatedHostPorts: MemberRule = (list, field) => {
  const seen = new Set<string>()
  return itemsOf<Named>(list).flatMap(({ ports = [] }, i) =>
    ports.flatMap(({ hostPort, hostIP = '', protocol = '' }, j) => {
      const key = `${protocol as string}/${hostIP as string}/${hostPort as number}` // strings and a number
      return !hostPort || seen.size < seen.add(key).size ? [] : [duplicate(`${field}[${i}].ports[${j}].hostPort`, key)]
    }),
  )
}

const RESIZING = ['NotRequired', 'RestartContainer']

const resizing: Rule = (list, field, _, { root }) => {
  if (list === undefined) return []
  const seen = new Set<string>()
  return itemsOf<{ readonly resourceName: string; readonly restartPolicy: string }>(list).flatMap(
    ({ resourceName, restartPolicy }, i) => [
      ...(seen.size < seen.add(resourceName).size ? [] : [duplicate(`${field}[${i}]`, ownText(resourceName))]),
      // A ResourceName is printed without quotes.
      ...(resourceName
        ? RESIZED.includes(resourceName)
          ? []
          : [notSupported(field, ownText(resourceName), RESIZED)]
        : [required(field)]),
      ...first(requiredValue, oneOf(...RESIZING))(restartPolicy, field, {}),
      ...(root['restartPolicy'] === 'Never' && restartPolicy !== 'NotRequired'
        ? [invalid(field, restartPolicy, `must be 'NotRequired' when ${neverOf()} is 'Never'`)]
        : []),
    ],
  )
}

const neverOf = () => (runsAtLeast('1.36') ? 'pod `restartPolicy`' : '`restartPolicy`')

const resources = resourcesRule(containerResource)

/** Validates what depends on the type of the container, and that no earlier container has its name. */
const ofItsSort: Rule = (container, field, owner, context) => {
  const placed = placedIn(context.root)
  const { name = '' } = owner as Named // ensured by the schema
  const sort = placed.sortOf(container)
  const before = placed.firsts.get(name)
  // Init containers without a name are no duplicates of each other.
  const isRepeated = before !== container && (sort !== 'init' || name !== '' || placed.sortOf(before) === 'main')
  const repeated = isRepeated ? [duplicate(`${field}.name`, name)] : []
  if (sort === 'debug') return validateDebug(owner, field, placed, repeated)
  if (sort !== 'init')
    return [...repeated, ...validateProbes(container, field, owner, context), ...validateRestarts(owner, field, 'main')]
  return [
    ...validateRestarts(owner, field, 'init'),
    ...repeated,
    // As on the server, the path has index 0 for any init container.
    ...repeatedHostPorts([owner], field.replace(/\[\d+\]$/, ''), owner),
    ...(owner['restartPolicy'] === 'Always' ? validateProbes : refuseProbes)(container, field, owner, context),
    ...(owner['restartPolicy'] === 'Always' || !runsAtLeast('1.36') ? [] : refuseRestarts(owner, field)),
  ]
}

/** Validates that a container that ends before others start is not restarted for a resize. */
const refuseRestarts = (owner: JsonObject, field: string): readonly Issue[] =>
  itemsOf<{ readonly restartPolicy: string }>(owner['resizePolicy']).flatMap(({ restartPolicy }, i) =>
    restartPolicy === 'RestartContainer'
      ? [
          invalid(
            `${field}.resizePolicy[${i}].restartPolicy`,
            restartPolicy,
            "must not be set to 'RestartContainer' for non-sidecar initContainers",
          ),
        ]
      : [],
  )

/** Validates the restart policy of a container; v1.34 has brought policies of main containers, and rules. */
function validateRestarts(owner: JsonObject, field: string, sort: 'main' | 'init'): readonly Issue[] {
  const { restartPolicy: policy, restartPolicyRules: rules = [] } = owner as Partial<Container> // ensured by the schema
  const at = `${field}.restartPolicy`
  if (!runsAtLeast('1.34')) {
    if (sort === 'init') return supported('Always')(policy, at, owner)
    return policy === undefined ? [] : [forbidden(at, 'may not be set for non-init containers')]
  }
  const isPlain = rules.length === 0 && (policy === undefined || (sort === 'init' && policy === 'Always'))
  return isPlain ? [] : restartIssues(sort, field, owner)
}

const NOT_FOR_DEBUGGING = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
]

function validateDebug(
  owner: JsonObject,
  field: string,
  { isTarget }: Placed,
  repeated: readonly Issue[],
): readonly Issue[] {
  const { image = '', targetContainerName: target } = owner as {
    readonly image?: string
    readonly targetContainerName?: string
  } // ensured by the schema
  const isGiven = (member: string) =>
    owner[member] !== undefined &&
    (member !== 'resources' || Object.keys(owner[member] as object).length > 0 || hasEmptied(owner[member])) // a struct
  return [
    ...(image.trim() === image
      ? []
      : [invalid(`${field}.image`, image, 'must not have leading or trailing whitespace')]),
    ...repeated,
    ...(target && !isTarget(target) ? [notFound(`${field}.targetContainerName`, target)] : []),
    ...NOT_FOR_DEBUGGING.filter(isGiven).map((member) =>
      forbidden(`${field}.${member}`, 'cannot be set for an Ephemeral Container'),
    ),
    ...wholeVolumes(owner['volumeMounts'], `${field}.volumeMounts`, owner),
  ]
}

const CONTAINER: StructRules = {
  name: first(requiredValue, ifSet(dns1123Label)),
  image: requiredValue,
  terminationMessagePolicy: first(requiredValue, (value, field) =>
    isOneOf(MESSAGES, value) ? [] : [notSupported(field, value, MESSAGES)],
  ),
  ports: { alone: ports },
  env: anyValue,
  envFrom: anyValue,
  volumeMounts: anyValue,
  volumeDevices: anyValue,
  imagePullPolicy: first(requiredValue, oneOf('Always', 'IfNotPresent', 'Never')),
  resources,
  resizePolicy: resizing,
  securityContext: anyValue,
  $: { alone: ofItsSort },
}

const MESSAGES = ['File', 'FallbackToLogsOnError']

/** The validation rules of containers. */
export const CONTAINERS: StructTable = {
  'core.v1.Container': CONTAINER,
  'core.v1.ContainerPort': {
    name: ifSet(portName),
    containerPort: first(requiredValue, between(1, 65535)),
    hostPort: portNumber,
    protocol: first(requiredValue, oneOf('SCTP', 'TCP', 'UDP')),
  },
  'core.v1.EphemeralContainer': CONTAINER,
}
