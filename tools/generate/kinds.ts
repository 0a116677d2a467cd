import { createHash } from 'node:crypto'
import { packageOf, reachedFrom } from './go-types.js'
import { isServed, packageOfComponent } from './names.js'
import { componentName, type GroupVersionKind, operationsAt } from './openapi.js'
import type { Inputs } from './inputs.js'
import { type PerVersion, markedLines, ofEach } from './versions.js'

/** A kind with paths on the server. */
export type BuiltinKind = GroupVersionKind & {
  /** The short name of its struct. */
  readonly struct: string
  /** Whether objects of the kind can be replaced, and so are stored. */
  readonly isStored: boolean
  /** The version in which objects are stored, if the server names one; otherwise it is the newest. */
  readonly storedIn?: string
}

const RESOURCE_PATH = /^\/(?:api|apis\/[^/]+)\/[^/]+\/(?:namespaces\/\{namespace\}\/)?([^/{]+)$/
// As `certificates.Resource("clustertrustbundles").WithVersion("v1beta1")`.
const STORED_IN = /^\s*(\w+)\.Resource\("(\w+)"\)\.WithVersion\("(\w+)"\)/gm

/** Returns the kinds that have a path in the documents, in all their versions, sorted by struct. */
export function readKinds({ go, components, paths, storage }: Inputs): readonly BuiltinKind[] {
  const structs = new Map(Object.keys(go.structs).map((struct) => [componentName(go, struct), struct]))
  const structOf = new Map<string, string>()
  for (const [component, { 'x-kubernetes-group-version-kind': names = [] }] of Object.entries(components)) {
    const struct = structs.get(component)
    // Kinds of every group (DeleteOptions, WatchEvent) have several names.
    if (struct !== undefined && names[0] && names.length === 1) structOf.set(keyOf(names[0]), struct)
  }
  const stored = new Map(
    [...storage.matchAll(STORED_IN)].map(([, home, plural, version]) => [`${home}.${plural}`, version]),
  )
  const found = new Map<string, BuiltinKind>()
  for (const [path, operations] of Object.entries(paths)) {
    const [, plural] = RESOURCE_PATH.exec(path) ?? []
    if (plural === undefined) continue
    for (const [, { 'x-kubernetes-group-version-kind': name }] of operationsAt(operations)) {
      const struct = name && structOf.get(keyOf(name))
      if (name === undefined || struct === undefined) continue
      const isStored = paths[`${path}/{name}`]?.['put'] !== undefined || found.get(struct)?.isStored === true
      const storedIn = stored.get(`${name.group.split('.')[0]}.${plural}`)
      found.set(struct, { ...name, struct, isStored, ...(storedIn === undefined ? {} : { storedIn }) })
    }
  }
  return [...found.values(), ...OF_EXTENSIONS].sort((a, b) => (a.struct < b.struct ? -1 : 1))
}

/** Returns the kinds that are served here, in all their versions. */
export const servedKinds = (inputs: Inputs): readonly BuiltinKind[] =>
  readKinds(inputs).filter(({ struct }) => isServed(packageOf(struct)))

// Structs in requests besides the kinds.
const BESIDES = [
  'meta.v1.ObjectMeta',
  'meta.v1.DeleteOptions',
  'autoscaling.v1.Scale',
  'policy.v1.Eviction',
  'authentication.v1.TokenRequest',
]

/** Returns the structs in requests: those of the kinds that are served, and what they consist of. */
export const structsOf = (inputs: Inputs): ReadonlySet<string> =>
  reachedFrom(inputs.go, [...servedKinds(inputs).map(({ struct }) => struct), ...BESIDES])

/** Returns whether documents have a component: of a version whose kinds are served, or in a struct of such. */
export function componentsOf(inputs: Inputs): (component: string) => boolean {
  const held = new Set([...structsOf(inputs)].map((struct) => componentName(inputs.go, struct)))
  return (component) => isServed(packageOfComponent(component)) || held.has(component)
}

// Kinds of extension servers, which the server's own documents do not have.
const OF_EXTENSIONS: readonly BuiltinKind[] = ['NodeMetrics', 'PodMetrics'].map((kind) => ({
  ...{ group: 'metrics.k8s.io', version: 'v1beta1', kind },
  struct: `metrics.v1beta1.${kind}`,
  isStored: false,
}))

const keyOf = ({ group, version, kind }: GroupVersionKind) => `${group}/${version}/${kind}`

/** Returns the default version of each kind, for when none is named. */
export function preferredKinds(kinds: readonly BuiltinKind[]): readonly BuiltinKind[] {
  const chosen = new Map<string, BuiltinKind>()
  for (const kind of kinds) {
    const other = chosen.get(kind.kind)
    if (!other || isPreferred(kind, other)) chosen.set(kind.kind, kind)
  }
  return [...chosen.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1))
}

// Of the two Events, the newer group is preferred; its v1 is as stable as the other.
const isPreferred = (a: BuiltinKind, b: BuiltinKind) =>
  a.group === b.group ? rankOf(a.version) > rankOf(b.version) : a.group !== ''

const STAGES = ['alpha', 'beta', undefined]

/** Orders versions as discovery does: v2, v1, v1beta2, v1beta1, v1alpha1. */
function rankOf(version: string): number {
  const [, major = '0', stage, minor = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? []
  // The pattern allows no others.
  return STAGES.indexOf(stage as 'alpha' | 'beta' | undefined) * 10_000 + Number(major) * 100 + Number(minor)
}

/** Returns the lines of the storage version hashes of all versions. */
export function hashLines(versions: PerVersion<readonly BuiltinKind[]>): readonly string[] {
  const inOrder = ofEach(versions, (kinds) => kinds)
  return markedLines(
    inOrder.map((kinds, i) => kinds && [...storageVersionHashes(kinds, inOrder[i - 1])].map((each) => each.join(' '))),
  )
}

/**
 * Returns the storage version hashes, by the struct of each served version.
 *
 * @param before the kinds of the version of Kubernetes before, which must be able to read what is stored: a version
 *   that it does not know is not stored yet, unless it is the first
 */
export function storageVersionHashes(
  kinds: readonly BuiltinKind[],
  before: readonly BuiltinKind[] = kinds,
): ReadonlyMap<string, string> {
  const known = new Set(before.map(({ struct }) => struct))
  return new Map(
    kinds
      .filter(({ isStored }) => isStored)
      .map((kind) => {
        const versions = kinds.filter(({ group, kind: name }) => group === kind.group && name === kind.kind)
        const readable = versions.filter(({ struct }) => known.has(struct))
        const stored = (readable.length > 0 ? readable : versions).reduce((a, b) =>
          rankOf(a.version) >= rankOf(b.version) ? a : b,
        )
        const { storedIn: version = stored.version } = kind
        return [kind.struct, storageVersionHash(STORED_AS[keyOf(stored)] ?? { ...stored, version })]
      }),
  )
}

// Kinds that are not stored in their newest version (kube-apiserver: cohabitating resources; apiextensions-apiserver:
// its storage codec).
const STORED_AS: { readonly [key: string]: GroupVersionKind } = {
  'events.k8s.io/v1/Event': { group: '', version: 'v1', kind: 'Event' },
  'apiextensions.k8s.io/v1/CustomResourceDefinition': {
    group: 'apiextensions.k8s.io',
    version: 'v1beta1',
    kind: 'CustomResourceDefinition',
  },
}

/** Returns the hash of a storage version (apiserver: discovery.StorageVersionHash). */
export const storageVersionHash = (name: GroupVersionKind): string =>
  createHash('sha256').update(keyOf(name)).digest().subarray(0, 8).toString('base64')
