import type { Env } from '../../base/time/env.js'
import type { Source } from '../../base/input/input.js'
import type { LimitedResource } from '../../kinds/core/resource-quota.js'
import type { Toleration } from '../../model/generated/types/core-v1.js'
import type { FeatureGates } from '../../model/registry/feature-gates.js'
import type { Profile } from '../../model/registry/profile.js'
import type { CredentialsFor } from '../../model/registry/webhook.js'
import type { KubeObject } from '../../schema/object.js'
import { OPEN } from './pod-security/policy.js'
import type { Policy } from './pod-security/types.js'

/** How many writes of Events are taken (eventratelimit.admission.k8s.io: Limit). */
export type EventLimit = {
  readonly type?: string
  /** The writes per second, and those at once. */
  readonly qps?: number
  readonly burst?: number
  /** The number of namespaces, users or sources that are counted (default 4096). */
  readonly cacheSize?: number
}

/** What plug-ins are configured to do (apiserver.config.k8s.io: AdmissionConfiguration). */
export type PluginConfiguration = {
  readonly podSecurity: {
    /** The levels of namespaces without labels. */
    readonly defaults: Policy
    readonly exemptions: {
      readonly usernames?: readonly string[]
      readonly namespaces?: readonly string[]
      readonly runtimeClasses?: readonly string[]
    }
  }
  /** What is consumed only where a quota covers it. */
  readonly limitedResources: readonly LimitedResource[]
  readonly eventLimits: readonly EventLimit[]
  /** The tolerations of pods in namespaces that say nothing of them: those they get, and those they may have. */
  readonly tolerations: { readonly default?: readonly Toleration[]; readonly whitelist?: readonly Toleration[] }
  /** What is shown to the webhooks of a plug-in. */
  readonly credentials: ReadonlyMap<string, CredentialsFor>
  /** Returns the objects of a table that are in force without being stored, by name (`staticManifestsDir`). */
  readonly manifests: (table: string) => readonly KubeObject[]
}

/** What reads the files that a configuration names. */
export type AdmissionFiles = {
  /** Returns the text of a file, whose path is relative to that of another. @throws Error in the words of Go */
  readonly read: (path: string, beside: string) => string
  /** Returns why a folder cannot be read; undefined if it can. */
  readonly whyNoFolder: (folder: string) => string | undefined
  /** Returns the YAML and JSON files in a folder, in the order of their names. @throws Error in the words of Go */
  readonly filesIn: (folder: string) => readonly Source[]
  /** Calls a function when something in a folder may have changed. It keeps no process alive. */
  readonly watch: (folder: string, changed: () => void) => void
  /** Tells whoever runs the program. */
  readonly tell: (line: string) => void
}

/** What the configuration of plug-ins is read for. */
export type ConfigurationSource = {
  /** The names of the plug-ins, in the order in which they are made. */
  readonly plugins: readonly string[]
  readonly profile: Profile
  readonly featureGates: FeatureGates
  readonly env: Env
  /** Returns what reads the files that a configuration names; undefined where there are none. */
  readonly files: () => AdmissionFiles | undefined
}

const NO_OBJECTS: readonly KubeObject[] = []

/** What plug-ins do that nobody has configured. */
export const UNCONFIGURED: PluginConfiguration = {
  podSecurity: { defaults: OPEN, exemptions: {} },
  limitedResources: [],
  eventLimits: [],
  tolerations: {},
  credentials: new Map(),
  manifests: () => NO_OBJECTS,
}

/** The configuration of the plug-ins of a server, read before the first request. */
export type Configuring = {
  /** Reads it; undefined once it is read. */
  readonly load: () => Promise<void> | undefined
  /** Returns it; what a server stores by itself when it starts comes before it is read. */
  readonly current: () => PluginConfiguration
}
