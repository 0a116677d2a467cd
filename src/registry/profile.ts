/** What a DELETE answers with in each of its cases. */
export type DeleteReplies = {
  /** The object was removed at once. */
  readonly removed: 'status' | 'object'
  /** What OpenAPI documents say of it, where that is not so. */
  readonly documented?: 'status'
  /** Finalizers still hold the object: itself (200) or a Status (202). */
  readonly held: 'status' | 'object'
  /** A collection was deleted. */
  readonly collection: 'status' | 'list'
}

/**
 * The names one service goes by, and the replies its specification words differently. Applied once, where the registry
 * is built.
 */
export type Profile = {
  readonly name: 'example' | 'kubernetes'
  /** The full name of a group of the service's own domain (`coordination` → `coordination.k8s.io`). */
  readonly group: (prefix: string) => string
  /** Member names that carry the node agent's name. */
  readonly members: {
    readonly agentVersion: string
    readonly proxyVersion: string
    readonly agentEndpoint: string
    readonly agentConfigKey: string
  }
  /** DELETE replies of every kind that does not say otherwise. */
  readonly replies: DeleteReplies
  /** Whether a removed Namespace comes back as itself. */
  readonly namespaceReplies: DeleteReplies
  /** Namespaces there from the start. */
  readonly namespaces: readonly string[]
  /**
   * Whether what a real server has besides is there from the start: the ServiceCIDR `kubernetes`, and see bootstrap/.
   */
  readonly bootstrap: boolean
}

/** The specification's own names. */
export const exampleProfile: Profile = {
  name: 'example',
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

/** The names real clients have compiled in, and the real server's replies: the default. */
export const kubernetesProfile: Profile = {
  name: 'kubernetes',
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
