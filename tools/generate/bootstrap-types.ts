/** The output of bootstrap/main.go: the objects of a new server, by kind. */
export type BootstrapObjects = {
  readonly ClusterRole: readonly BootstrapRole[]
  readonly ClusterRoleBinding: readonly BootstrapBinding[]
  readonly Role: readonly BootstrapRole[]
  readonly RoleBinding: readonly BootstrapBinding[]
  readonly FlowSchema: readonly BootstrapObject[]
  readonly PriorityLevelConfiguration: readonly BootstrapObject[]
  readonly PriorityClass: readonly BootstrapObject[]
}

/** An object of any kind. */
export type BootstrapObject = {
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Texts
    readonly annotations?: Texts
  }
}

type Texts = { readonly [name: string]: string }

/** A role with its rules, or with the labels of the roles it aggregates. */
export type BootstrapRole = BootstrapObject & {
  readonly rules: readonly BootstrapRule[] | null
  readonly aggregationRule?: { readonly clusterRoleSelectors: readonly { readonly matchLabels?: Texts }[] }
}

/** A rule for resources or for non-resource URLs. */
export type BootstrapRule = {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

/** A binding of a role to subjects. */
export type BootstrapBinding = BootstrapObject & {
  readonly roleRef: { readonly apiGroup: string; readonly kind: string; readonly name: string }
  readonly subjects?: readonly {
    readonly kind: string
    readonly apiGroup?: string
    readonly namespace?: string
    readonly name: string
  }[]
}
