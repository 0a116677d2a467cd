import { goQuote } from '../../../base/go/printable.js'
import { isInteger } from '../../../base/numbers/quantity.js'
import { labelValue, dns1123Label } from '../../../base/rules/names.js'
import { warningOfLabel, warningsOfTerm } from '../../shared/deprecated-labels.js'
import { warningsOfIp } from '../../shared/ip-addresses.js'
import {
  CONTAINER_LISTS,
  type Amounts,
  type Container,
  type EnvVar,
  type PodSpec,
  APP_ARMOR_CONTAINER,
  SECCOMP_CONTAINER,
  SECCOMP_POD,
} from './pod-types.js'
import { APP_ARMOR_WARNING } from './pod-annotations.js'
import { knownSpec } from './known-specs.js'
import { warningsOfVolumes } from './volume-warnings.js'

type Annotations = { readonly [key: string]: string }
type Term = Parameters<typeof warningsOfTerm>[0]
type PodTerm = { readonly labelSelector?: object }
type Weighted = { readonly podAffinityTerm: PodTerm }
type PodAffinity = {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodTerm[]
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly Weighted[]
}

/** A pod's spec, with the further fields that warnings depend on. */
type AdvisedSpec = PodSpec & {
  readonly affinity?: {
    readonly nodeAffinity?: {
      readonly requiredDuringSchedulingIgnoredDuringExecution?: { readonly nodeSelectorTerms?: readonly Term[] | null }
      readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly { readonly preference: Term }[]
    }
    readonly podAffinity?: PodAffinity
    readonly podAntiAffinity?: PodAffinity
  }
  readonly topologySpreadConstraints?: readonly (PodTerm & { readonly topologyKey: string })[]
  readonly hostAliases?: readonly { readonly ip: string }[]
  readonly imagePullSecrets?: readonly { readonly name?: string }[]
  readonly dnsConfig?: { readonly nameservers?: readonly string[] }
  readonly securityContext?: Security
}

type Security = { readonly seccompProfile?: object; readonly appArmorProfile?: object }

const NULL_SELECTOR = 'a null labelSelector results in matching no pod'
const SECCOMP = 'non-functional in v1.27+; use the "seccompProfile" field instead'
const ANNOTATIONS: readonly (readonly [key: string, advice: string])[] = [
  ['scheduler.alpha.kubernetes.io/critical-pod', 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ['security.alpha.kubernetes.io/sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
  ['security.alpha.kubernetes.io/unsafe-sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
]

/** Returns a warning if a name that is used for hostnames is not a DNS label. */
export function warningsOfName(name = '', use: string): readonly string[] {
  const faults = dns1123Label(name)
  return faults.length > 0
    ? [
        `metadata.name: this is used in ${use}, which can result in surprising behavior; a DNS label is recommended: [${faults.join(' ')}]`,
      ]
    : []
}

/** Returns the warnings for a pod, or for a template at a path that ends with a dot (warningsForPodSpecAndMeta). */
export function warningsOfPod(given: PodSpec = {}, annotations: Annotations = {}, at = ''): readonly string[] {
  const spec = given as AdvisedSpec // ensured by the schema
  const field = `${at}spec`
  const known = knownSpec(spec)
  const annotated = ANNOTATIONS.filter(([key]) => Object.hasOwn(annotations, key)).map(
    ([key, advice]) => `${at}metadata.annotations[${key}]: ${advice}`,
  )
  const profiles = warningsOfProfiles(spec, annotations, at)
  if (known.isPlain) return [...annotated, ...profiles]
  const containers = containersOf(spec, field)
  const all = [
    ...warningsOfNodes(spec, field),
    ...annotated,
    ...warningsOfVolumes(spec, `${field}.volumes`),
    ...warningsOfNames(spec, field),
    ...fractions(spec.overhead, `${field}.overhead`),
    ...profiles,
    ...containers.flatMap(([container, where]) => warningsOfContainer(container, where)),
    ...warningsOfPorts(containers),
    ...((spec.terminationGracePeriodSeconds ?? 0) < 0
      ? [`${field}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`]
      : []),
    ...warningsOfAffinity(spec, field),
    ...(spec.dnsConfig?.nameservers ?? []).flatMap((ip, i) => warningsOfIp(ip, `${field}.dnsConfig.nameservers[${i}]`)),
    ...(spec.hostAliases ?? []).flatMap(({ ip }, i) => warningsOfIp(ip, `${field}.hostAliases[${i}].ip`)),
  ]
  if (all.length === annotated.length + profiles.length) known.isPlain = true
  return all
}

type Placed = readonly [container: Container & { readonly securityContext?: Security }, field: string]

/** Returns the containers of a pod, each with its path. */
const containersOf = (spec: PodSpec, field: string): readonly Placed[] =>
  CONTAINER_LISTS.flatMap((kind) =>
    (spec[kind] ?? []).map((container, i) => [container, `${field}.${kind}[${i}]`] as const),
  )

function warningsOfNodes(
  { nodeSelector = {}, affinity: { nodeAffinity = {} } = {}, topologySpreadConstraints = [] }: AdvisedSpec,
  field: string,
): readonly string[] {
  const {
    requiredDuringSchedulingIgnoredDuringExecution: needed,
    preferredDuringSchedulingIgnoredDuringExecution: wished = [],
  } = nodeAffinity
  const at = `${field}.affinity.nodeAffinity`
  return [
    ...Object.keys(nodeSelector).flatMap((label) =>
      warningOfLabel(label) ? [`${field}.nodeSelector[${label}]: ${warningOfLabel(label)}`] : [],
    ),
    ...(needed?.nodeSelectorTerms ?? []).flatMap((term, i) =>
      warningsOfTerm(term, `${at}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${i}]`),
    ),
    ...wished.flatMap(({ preference }, i) =>
      warningsOfTerm(preference, `${at}.preferredDuringSchedulingIgnoredDuringExecution[${i}].preference`, labelValue),
    ),
    ...topologySpreadConstraints.flatMap(({ topologyKey, labelSelector }, i) => {
      const where = `${field}.topologySpreadConstraints[${i}]`
      const advice = warningOfLabel(topologyKey)
      return [
        ...(advice ? [`${where}.topologyKey: ${topologyKey} is ${advice}`] : []),
        ...(labelSelector ? [] : [`${where}.labelSelector: ${NULL_SELECTOR}`]),
      ]
    }),
  ]
}

/** Returns the indexes of repeated names. */
function repeatedIn(names: readonly string[]): readonly number[] {
  const seen = new Set<string>()
  return names.flatMap((name, i) => (seen.size < seen.add(name).size ? [] : [i]))
}

function warningsOfNames({ hostAliases = [], imagePullSecrets = [] }: AdvisedSpec, field: string): readonly string[] {
  const repeated = (names: readonly string[], where: (i: number) => string, what: string) =>
    repeatedIn(names).map((i) => `${where(i)}: duplicate ${what} ${goQuote(names[i] ?? '')}`)
  const at = (i: number) => `${field}.imagePullSecrets[${i}].name`
  const names = imagePullSecrets.map(({ name = '' }) => name)
  return [
    ...repeated(
      hostAliases.map(({ ip }) => ip),
      (i) => `${field}.hostAliases[${i}].ip`,
      'ip',
    ),
    ...repeated(names, at, 'name'),
    ...names.flatMap((name, i) => (name ? [] : [`${at(i)}: invalid empty name ""`])),
  ]
}

const fractions = (
  amounts: Amounts = {},
  field: string,
  names: readonly string[] = ['memory', 'ephemeral-storage'],
): readonly string[] =>
  names.flatMap((name) =>
    amounts[name] && !isInteger(amounts[name])
      ? [`${field}[${name}]: fractional byte value ${goQuote(amounts[name])} is invalid, must be an integer`]
      : [],
  )

function warningsOfProfiles(spec: AdvisedSpec, annotations: Annotations, at: string): readonly string[] {
  if (Object.keys(annotations).length === 0) return []
  const { securityContext: pod } = spec
  const advise = (key: string, advice: string) =>
    Object.hasOwn(annotations, key) ? [`${at}metadata.annotations[${key}]: ${advice}`] : []
  return [
    ...(pod?.seccompProfile ? [] : advise(SECCOMP_POD, SECCOMP)),
    ...containersOf(spec, at).flatMap(([{ name, securityContext: own }]) => [
      ...(own?.seccompProfile ? [] : advise(SECCOMP_CONTAINER + name, SECCOMP)),
      // Those of a pod itself have been warned of when they were copied to its fields.
      ...(!at || pod?.appArmorProfile || own?.appArmorProfile
        ? []
        : advise(APP_ARMOR_CONTAINER + name, APP_ARMOR_WARNING)),
    ]),
  ]
}

function warningsOfContainer(container: Container, field: string): readonly string[] {
  const { resources: { limits, requests } = {}, env = [] } = container
  if (!limits && !requests && env.length === 0) return []
  const firsts = new Map<string | undefined, EnvVar>()
  for (const each of env) if (!firsts.has(each.name)) firsts.set(each.name, each)
  const hides = (each: EnvVar) => {
    const { name, value = '', valueFrom } = each
    const reference = `$(${name})`
    return firsts.get(name) !== each && (valueFrom || value === reference || !value.includes(reference))
  }
  return [
    ...['memory', 'ephemeral-storage'].flatMap((name) => [
      ...fractions(limits, `${field}.resources.limits`, [name]),
      ...fractions(requests, `${field}.resources.requests`, [name]),
    ]),
    ...env.flatMap((each, i) =>
      hides(each)
        ? [
            `${field}.env[${i}]: hides previous definition of ${goQuote(each.name)}, which may be dropped when using apply`,
          ]
        : [],
    ),
  ]
}

const warningsOfAffinity = ({ affinity = {} }: AdvisedSpec, field: string): readonly string[] =>
  (['podAffinity', 'podAntiAffinity'] as const).flatMap((kind) => {
    const {
      requiredDuringSchedulingIgnoredDuringExecution: needed = [],
      preferredDuringSchedulingIgnoredDuringExecution: wished = [],
    } = affinity[kind] ?? {}
    const at = `${field}.affinity.${kind}`
    return [
      ...needed.flatMap(({ labelSelector }, i) =>
        labelSelector
          ? []
          : [`${at}.requiredDuringSchedulingIgnoredDuringExecution[${i}].labelSelector: ${NULL_SELECTOR}`],
      ),
      ...wished.flatMap(({ podAffinityTerm }, i) =>
        podAffinityTerm.labelSelector
          ? []
          : [
              `${at}.preferredDuringSchedulingIgnoredDuringExecution[${i}].podAffinityTerm.labelSelector: ${NULL_SELECTOR}`,
            ],
      ),
    ]
  })

type Port = NonNullable<Container['ports']>[number] & {
  readonly name?: string
  readonly hostIP?: string
  readonly protocol?: string
}
type Block = readonly [port: Port, field: string]

/** Returns the warnings for container ports that conflict. */
function warningsOfPorts(containers: readonly (readonly [container: Container, field: string])[]): readonly string[] {
  const all = containers.flatMap(([{ ports = [] }, at]) => ports.map((port, i): Block => [port, `${at}.ports[${i}]`]))
  // Only ports of the same number and protocol can conflict.
  const before = new Map<string, Block[]>()
  const named = new Map<string, Block>()
  return [
    ...all.flatMap((block) => {
      const [{ containerPort, protocol }] = block
      const key = `${containerPort}/${protocol}`
      const others = before.get(key) ?? []
      const advice = [...warningsOfHost(block), ...others.flatMap((other) => warningsOfPair(block, other))]
      others.push(block)
      before.set(key, others)
      return advice
    }),
    ...all.flatMap((block) => {
      const [{ name }, field] = block
      if (!name) return []
      const other = named.get(name)
      if (!other) named.set(name, block)
      const use = 'services and probes that select ports by name will use'
      return other ? [`${field}: duplicate port name ${goQuote(name)} with ${other[1]}, ${use} ${other[1]}`] : []
    }),
  ]
}

const warningsOfHost = ([{ name = '', hostPort = 0, containerPort, protocol = '', hostIP }, field]: Block) =>
  hostIP && !hostPort
    ? [
        `${field}: hostIP set without hostPort: {Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`,
      ]
    : []

function warningsOfPair([port, field]: Block, [other, otherField]: Block): readonly string[] {
  if (port.containerPort !== other.containerPort || port.protocol !== other.protocol) return []
  const [own, others] = [port.hostPort ?? 0, other.hostPort ?? 0]
  const [ip, otherIp] = [port.hostIP ?? '', other.hostIP ?? '']
  if (own === others && ip === otherIp) return [`${field}: duplicate port definition with ${otherField}`]
  if (own === 0 || others === 0) return [`${field}: overlapping port definition with ${otherField}`]
  return own === others && (ip === '') !== (otherIp === '')
    ? [`${field}: dangerously ambiguous port definition with ${otherField}`]
    : []
}
