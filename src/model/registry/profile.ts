import type { KubernetesVersion } from './kubernetes-version.js'
import { type Release, newestRelease, oldestRelease, releaseName } from './releases.js'

/** The bodies that answer a DELETE in each case. */
export type DeleteReplies = {
  /** The object was removed immediately. */
  readonly removed: 'status' | 'object'
  /** What the OpenAPI documents state for it, if different. */
  readonly documented?: 'status'
  /** Finalizers still hold the object: the reply is the object (200) or a Status (202). */
  readonly held: 'status' | 'object'
  /** A collection was deleted. */
  readonly collection: 'status' | 'list'
}

/**
 * The names a service uses, and the replies in which its specification differs. Applied once, when the registry is
 * built.
 */
export type Profile = {
  readonly name: 'example' | 'kubernetes'
  /** The version of Kubernetes whose API is served. */
  readonly version: KubernetesVersion
  /** Its patch, which `/version` tells. */
  readonly patch: number
  /** Returns the full name of a group in the service's own domain (`coordination` → `coordination.k8s.io`). */
  readonly group: (prefix: string) => string
  /** The names of members that contain the name of the node agent. */
  readonly members: {
    readonly agentVersion: string
    readonly proxyVersion: string
    readonly agentEndpoint: string
    readonly agentConfigKey: string
  }
  /** The DELETE replies of every kind that does not override them. */
  readonly replies: DeleteReplies
  /** The DELETE replies of namespaces. */
  readonly namespaceReplies: DeleteReplies
  /** The namespaces that exist from the start. */
  readonly namespaces: readonly string[]
  /**
   * Whether the other objects of a real server exist from the start: the ServiceCIDR `kubernetes`, and those of
   * bootstrap/.
   */
  readonly bootstrap: boolean
}

/** The names in the specification. */
export const exampleProfile: Profile = {
  name: 'example',
  ...oldestRelease,
  group: (prefix) => `${prefix}.example.io`,
  members: {
    agentVersion: 'agentVersion',
    proxyVersion: 'proxyVersion',
    agentEndpoint: 'agentEndpoint',
    agentConfigKey: 'agentConfigKey',
  },
  replies: { removed: 'status', held: 'status', collection: 'status' },
  namespaceReplies: { removed: 'status', held: 'status', collection: 'status' },
  namespaces: ['default'],
  bootstrap: false,
}

/** The names compiled into real clients, and the replies of the real server; the default, in the newest version. */
export const kubernetesProfile: Profile = {
  name: 'kubernetes',
  ...newestRelease,
  group: (prefix) => `${prefix}.k8s.io`,
  members: {
    agentVersion: 'kubeletVersion',
    proxyVersion: 'kubeProxyVersion',
    agentEndpoint: 'kubeletEndpoint',
    agentConfigKey: 'kubeletConfigKey',
  },
  replies: { removed: 'status', held: 'object', collection: 'list' },
  namespaceReplies: { removed: 'object', documented: 'status', held: 'object', collection: 'list' },
  namespaces: ['default', 'kube-system', 'kube-public', 'kube-node-lease'],
  bootstrap: true,
}

/** The profiles by name. */
export const profiles = { example: exampleProfile, kubernetes: kubernetesProfile }

/** Makes a function that makes something of a profile once. */
export function oncePerProfile<V>(make: (profile: Profile) => V): (profile: Profile) => V {
  const made = new WeakMap<Profile, { readonly value: V }>()
  return (profile) => {
    let known = made.get(profile)
    if (!known) made.set(profile, (known = { value: make(profile) }))
    return known.value
  }
}

// Kinds are built once for each profile, so there is one object for each.
const ofReleases = new Map([[releaseName(kubernetesProfile), kubernetesProfile]])

/** Returns the names of Kubernetes in a release of it; those of the specification are of v1.33 only. */
export function kubernetesProfileOf({ version, patch }: Release): Profile {
  const name = releaseName({ version, patch })
  const known = ofReleases.get(name)
  if (known) return known
  const made = { ...kubernetesProfile, version, patch }
  ofReleases.set(name, made)
  return made
}
