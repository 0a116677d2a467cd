/** A pod security level: from `privileged`, which allows everything, to `restricted`. */
export type Level = 'privileged' | 'baseline' | 'restricted'

/** A level as defined in a minor version of Kubernetes; by default the latest. */
export type LevelVersion = { readonly level: Level; readonly minor: number | 'latest' }

/** The levels of a namespace: below `enforce` pods are rejected, below the others audited or warned of. */
export type Policy = { readonly enforce: LevelVersion; readonly audit: LevelVersion; readonly warn: LevelVersion }

type Typed = { readonly type?: string }

/** The fields of a security context, of a pod or a container, that are checked. */
export type SecurityContext = {
  readonly allowPrivilegeEscalation?: boolean
  readonly appArmorProfile?: Typed
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] }
  readonly privileged?: boolean
  readonly procMount?: string
  readonly runAsNonRoot?: boolean
  readonly runAsUser?: number
  readonly seLinuxOptions?: Typed & { readonly user?: string; readonly role?: string }
  readonly seccompProfile?: Typed
  readonly sysctls?: readonly { readonly name?: string }[]
  readonly windowsOptions?: { readonly hostProcess?: boolean }
}

/** The fields of a probe or of a hook of a container's life that are checked. */
type Handler = { readonly [action in 'httpGet' | 'tcpSocket']?: { readonly host?: string } }

/** The fields of a container that are checked. */
export type CheckedContainer = {
  readonly name?: string
  readonly image?: string
  readonly ports?: readonly { readonly hostPort?: number }[]
  readonly livenessProbe?: Handler
  readonly readinessProbe?: Handler
  readonly startupProbe?: Handler
  readonly lifecycle?: { readonly postStart?: Handler; readonly preStop?: Handler }
  readonly securityContext?: SecurityContext
}

/** The fields of a pod's spec that are checked. */
export type CheckedSpec = {
  readonly initContainers?: readonly CheckedContainer[]
  readonly containers?: readonly CheckedContainer[]
  readonly ephemeralContainers?: readonly CheckedContainer[]
  readonly volumes?: readonly { readonly name?: string; readonly [source: string]: unknown }[]
  readonly securityContext?: SecurityContext
  readonly hostNetwork?: boolean
  readonly hostPID?: boolean
  readonly hostIPC?: boolean
  readonly hostUsers?: boolean
  readonly runtimeClassName?: string
  readonly os?: { readonly name?: string }
}

/** The fields of a pod, or of a pod template, that are checked. */
export type CheckedPod = {
  readonly metadata?: { readonly annotations?: { readonly [key: string]: string } }
  readonly spec?: CheckedSpec
}

/** A violation: a short reason, and a detail that names the offenders. */
export type Violation = { readonly reason: string; readonly detail: string }

/** A check, as it is from a minor version until its next version. */
export type SecurityCheck = {
  readonly id: string
  /** Checks of baseline also apply to restricted. */
  readonly level: 'baseline' | 'restricted'
  readonly since: number
  /** The baseline check that this one replaces. */
  readonly overrides?: string
  readonly check: (spec: CheckedSpec, annotations: { readonly [key: string]: string }) => Violation | undefined
}
