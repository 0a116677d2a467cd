/** How much a pod may ask of its node: `privileged` allows everything, `restricted` next to nothing. */
export type Level = 'privileged' | 'baseline' | 'restricted'

/** A level as it was in a minor version of Kubernetes; the newest where no version is named. */
export type LevelVersion = { readonly level: Level; readonly minor: number | 'latest' }

/** What a namespace makes of pods: refuses them, tells of them in audits, warns of them. */
export type Policy = { readonly enforce: LevelVersion; readonly audit: LevelVersion; readonly warn: LevelVersion }

type Typed = { readonly type?: string }

/** What the checks read of a security context, of a pod's or of a container's. */
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

/** What the checks read of a container. */
export type CheckedContainer = {
  readonly name?: string
  readonly image?: string
  readonly ports?: readonly { readonly hostPort?: number }[]
  readonly securityContext?: SecurityContext
}

/** What the checks read of a pod's spec. */
export type CheckedSpec = {
  readonly initContainers?: readonly CheckedContainer[]
  readonly containers?: readonly CheckedContainer[]
  readonly ephemeralContainers?: readonly CheckedContainer[]
  readonly volumes?: readonly { readonly name?: string; readonly [source: string]: unknown }[]
  readonly securityContext?: SecurityContext
  readonly hostNetwork?: boolean
  readonly hostPID?: boolean
  readonly hostIPC?: boolean
  readonly os?: { readonly name?: string }
}

/** What the checks read of a pod, or of the template of one. */
export type CheckedPod = {
  readonly metadata?: { readonly annotations?: { readonly [key: string]: string } }
  readonly spec?: CheckedSpec
}

/** What a check finds wrong: in short, and who does it. */
export type Violation = { readonly reason: string; readonly detail: string }

/** One check, as it is from a minor version on until its next version. */
export type SecurityCheck = {
  readonly id: string
  /** What is baseline is asked of restricted pods too. */
  readonly level: 'baseline' | 'restricted'
  readonly since: number
  /** The baseline check that this one makes idle. */
  readonly overrides?: string
  readonly check: (spec: CheckedSpec, annotations: { readonly [key: string]: string }) => Violation | undefined
}
