// Writes src/kinds/struct/structs.ts: the structs of the companion kinds, from a real server's OpenAPI v3 documents and
// from the protobuf messages that tell which members are pointers.
// Usage: node tools/companion-structs.js FOLDER, where FOLDER has openapi/*.json and protobuf/messages.json.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = process.argv[2]
if (!folder) throw new Error('usage: node tools/companion-structs.js FOLDER')
const read = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
const messages = read('protobuf/messages.json')
const components = Object.assign(
  {},
  ...readdirSync(join(folder, 'openapi')).map((file) => read(join('openapi', file)).components.schemas),
)

const ROOTS = [
  ...[
    'Binding',
    'ConfigMap',
    'Event',
    'LimitRange',
    'PersistentVolume',
    'Pod',
    'ResourceQuota',
    'Secret',
    'Service',
    'ServiceAccount',
  ].map((kind) => `core.v1.${kind}`),
  'apps.v1.Deployment',
  'authentication.v1.SelfSubjectReview',
  'authentication.v1.TokenReview',
  'authorization.v1.LocalSubjectAccessReview',
  'authorization.v1.SelfSubjectAccessReview',
  'authorization.v1.SelfSubjectRulesReview',
  'authorization.v1.SubjectAccessReview',
  'autoscaling.v1.Scale',
  'policy.v1.Eviction',
  'storage.v1.StorageClass',
  'storage.v1beta1.VolumeAttributesClass',
]

const API = 'io.k8s.api.'
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.'
const fullName = (name) => (name.startsWith('meta.v1.') ? META + name.slice('meta.v1.'.length) : API + name)
const shortName = (component) =>
  component.startsWith(META) ? `meta.v1.${component.slice(META.length)}` : component.slice(API.length)

const SCALARS = {
  [`${META}Time`]: 'time',
  [`${META}MicroTime`]: 'microTime',
  'io.k8s.apimachinery.pkg.api.resource.Quantity': 'quantity',
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': 'intOrString',
}
const PLAIN = { boolean: 'bool', int32: 'int32', int64: 'int64', byte: 'bytes' }
const WIDTH = 158
const COMMON = ['apiVersion', 'kind', 'metadata']

// Where the order of the wire is not that of the field numbers: the members named follow the first.
const AFTER = {
  'apps.v1.DeploymentCondition': [['status', 'lastUpdateTime', 'lastTransitionTime']],
  'core.v1.ConfigMap': [['', 'immutable']],
  'core.v1.Container': [
    ['ports', 'envFrom'],
    ['resources', 'resizePolicy', 'restartPolicy'],
    ['volumeMounts', 'volumeDevices'],
    ['readinessProbe', 'startupProbe'],
    ['terminationMessagePath', 'terminationMessagePolicy'],
  ],
  'core.v1.PodSpec': [
    ['volumes', 'initContainers'],
    ['containers', 'ephemeralContainers'],
    ['serviceAccount', 'automountServiceAccountToken'],
    ['hostIPC', 'shareProcessNamespace'],
  ],
  'core.v1.PodStatus': [
    ['', 'observedGeneration'],
    ['reason', 'nominatedNodeName'],
    ['hostIP', 'hostIPs'],
    ['podIP', 'podIPs'],
    ['startTime', 'initContainerStatuses'],
  ],
  'core.v1.Secret': [
    ['', 'immutable'],
    ['data', 'stringData'],
  ],
  'core.v1.ServicePort': [['protocol', 'appProtocol']],
  'core.v1.ServiceSpec': [
    ['clusterIP', 'clusterIPs'],
    ['sessionAffinityConfig', 'ipFamilies'],
  ],
}
AFTER['core.v1.EphemeralContainer'] = AFTER['core.v1.Container']

/** The members of a message in the order they are written, those of structs in it that have no name of their own among them. */
function membersOf(name) {
  const members = Object.values(messages[name] ?? {}).flatMap((member) =>
    member.json === '' ? membersOf(member.type) : [member],
  )
  for (const [first, ...following] of AFTER[name] ?? []) {
    const moved = following.flatMap((json) => members.filter((member) => member.json === json))
    for (const member of moved) members.splice(members.indexOf(member), 1)
    members.splice(members.findIndex((member) => member.json === first) + 1, 0, ...moved)
  }
  return members
}

const reached = new Map()
const queue = [...ROOTS]
for (const name of queue) if (!reached.has(name)) reached.set(name, lineOf(name))

function lineOf(name) {
  const component = components[fullName(name)]
  if (!component) throw new Error(`the documents have no ${name}`)
  const { properties = {}, required = [] } = component
  const order = membersOf(name)
  const known = order.map(({ json }) => json)
  const names = [
    ...known.filter((json) => json in properties),
    ...Object.keys(properties).filter((json) => !known.includes(json)),
  ]
  const members = names
    .filter((json) => !(ROOTS.includes(name) && COMMON.includes(json)))
    .map((json) =>
      memberOf(
        name,
        json,
        properties[json],
        required.includes(json),
        order.find((member) => member.json === json),
      ),
    )
  return [name + (component['x-kubernetes-map-type'] === 'atomic' ? '^' : ''), ...members].join(' ')
}

function memberOf(owner, json, schema, required, message) {
  const type = typeOf(owner, schema)
  const emptiness = emptinessOf(type, required, schema, message)
  const keys = schema['x-kubernetes-list-map-keys']
  const strategy = schema['x-kubernetes-patch-strategy'] ?? ''
  const rules = [
    schema['x-kubernetes-list-type'] === 'set' ? '@set' : keys ? `@${keys.join(',')}` : '',
    strategy.includes('merge') ? `+${schema['x-kubernetes-patch-merge-key'] ?? ''}` : '',
    strategy.includes('retainKeys') ? '~' : '',
    { atomic: '^', granular: '%' }[schema['x-kubernetes-map-type']] ?? '',
    enumOf(schema) ? `{${enumOf(schema).join()}}` : '',
    ['string', 'boolean'].includes(typeof schema.default) && (schema.default || !emptiness.startsWith('!'))
      ? `=${schema.default}`
      : '',
  ].join('')
  return `${json}${emptiness}${required && !isWhole(type) ? '*' : ''}${type === 'string' ? '' : `:${type}`}${rules}`
}

function enumOf({ enum: values, items }) {
  return values ?? items?.enum
}

// What is always written is required, but for structs, times and amounts: of these it has to be said.
function isWhole(type) {
  return /^(\[\]|\{\})/.test(type) || ['string', 'bytes', ...Object.values(PLAIN)].includes(type)
}

// `!` always written, `!?` always written and null when empty, `?` written as given.
function emptinessOf(type, required, schema, message) {
  const holds = /^(\[\]|\{\})/.test(type)
  if (required) return holds || (message?.pointer ?? false) ? '!?' : '!'
  if (holds) return ''
  if (type === 'quantity' && message && !message.pointer) return '!'
  if (message ? message.pointer : schema.allOf && schema.default === undefined) return '?'
  // Go leaves out no struct that is empty, and writes a time that is not set as null.
  return schema.allOf && type !== 'quantity' ? '!' : ''
}

function typeOf(owner, schema) {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref
  if (reference) return named(owner, reference.slice(reference.lastIndexOf('/') + 1))
  if (schema.type === 'array') return `[]${typeOf(owner, schema.items)}`
  if (schema.type === 'object')
    return `{}${schema.additionalProperties ? typeOf(owner, schema.additionalProperties) : 'any'}`
  return PLAIN[schema.format] ?? PLAIN[schema.type] ?? schema.type
}

function named(owner, component) {
  if (SCALARS[component]) return SCALARS[component]
  if (component === `${META}ObjectMeta`) return 'metadata'
  if (component === `${META}FieldsV1` || component.endsWith('.RawExtension')) return 'any'
  const name = shortName(component)
  queue.push(name)
  const home = owner.slice(0, owner.lastIndexOf('.') + 1)
  return name.startsWith(home) ? name.slice(home.length) : name
}

const lines = [...reached.values()].sort().map((line) => wrapped(line))
const text = `// Written by tools/companion-structs.js from the documents of a v1.33 server. A line is a struct: its name, then its members;
// a line that goes on is indented. See schema.ts for how a member reads.

/** The structs of the companion kinds. */
export const structs = \`
${lines.join('\n')}
\`
`
writeFileSync(fileURLToPath(new URL('../src/kinds/struct/structs.ts', import.meta.url)), text)

function wrapped(line) {
  const out = []
  for (const word of line.split(' ')) {
    const last = out.at(-1)
    if (last !== undefined && last.length + word.length < WIDTH) out[out.length - 1] = `${last} ${word}`
    else out.push(last === undefined ? word : ` ${word}`)
  }
  return out.join('\n')
}
