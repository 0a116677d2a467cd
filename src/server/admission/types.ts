import type { CallWebhook } from '../../model/registry/webhook.js'
import type { Options } from '../../model/call/options.js'
import type { Identified } from '../../model/registry/account-tokens.js'
import type { Authorizer, RuleResolver } from '../../model/registry/authorizer.js'
import type { FeatureGates } from '../../model/registry/feature-gates.js'
import type { KubernetesVersion } from '../../model/registry/kubernetes-version.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { Registry } from '../../model/registry/registry.js'
import type { Profile } from '../../model/registry/profile.js'
import type { KubeObject } from '../../schema/object.js'
import type { PluginConfiguration } from './configuration.js'

/** The target of a write; the subresource is empty for the object itself. */
export type AdmissionTarget = {
  /** `connect` is for a session with a pod (`pods/exec`), or a request through a proxy. */
  readonly operation: 'create' | 'update' | 'delete' | 'connect'
  readonly group: string
  readonly version: string
  readonly kind: string
  /** The plural of the kind (`pods`). */
  readonly resource: string
  readonly subresource: string
  readonly isNamespaced: boolean
}

/** A write to be admitted. A POST to a subresource (`pods/binding`) is a create of the object in its body. */
export type AdmissionAttributes<T extends KubeObject = KubeObject> = AdmissionTarget & {
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string
  /** The name used in rejections: for a name still to be generated, its prefix. */
  readonly name: string
  /** The name in the path; empty for a POST. */
  readonly nameInPath: string
  /** The object to be stored; for a deletion, the object to be deleted; for a connection, its options. */
  readonly object: T
  /** The stored object; undefined for a create. */
  readonly oldObject: T | undefined
  readonly user: Identified
  /** Whether nothing will be stored. */
  readonly dryRun: boolean
  readonly options: Options
}

/** The rounds of mutating admission: there is a second one if a webhook has changed the object. */
export type Reinvocation = {
  /** Set in the second round. */
  isAgain: boolean
  /** Set by what wants a second round. */
  isWanted: boolean
}

/** The context of plug-ins: the state inside the transaction of the write. */
export type AdmissionContext = {
  readonly profile: Profile
  /** The version of Kubernetes that the server is. */
  readonly serverVersion: KubernetesVersion
  readonly featureGates: FeatureGates
  /** What the server was told about its plug-ins. */
  readonly configuration: PluginConfiguration
  readonly registry: Registry
  /** The kind whose resource is addressed. */
  readonly def: KindDef
  /** Tells whether a user may do something. */
  readonly authorize: Authorizer
  /** The rules behind that; without it everything is allowed. */
  readonly rules: RuleResolver | undefined
  /** The time of the request, formatted as a Time. */
  readonly now: () => string
  /** The time in milliseconds since 1970. */
  readonly time: () => number
  /** Generates a name like generateName: the base followed by five random letters. */
  readonly generateName: (base: string) => string
  /**
   * Returns the stored object of a table (`group/plural`: `/serviceaccounts`, `scheduling.k8s.io/priorityclasses`), in
   * the type given.
   */
  readonly get: <T extends KubeObject = KubeObject>(table: string, name: string, namespace?: string) => T | undefined
  /** Returns every stored object of a table, or of a namespace in it, in the order of their keys. */
  readonly list: <T extends KubeObject = KubeObject>(table: string, namespace?: string) => readonly T[]
  /** Tells whether a table has only what is there from the start, which nobody has read: that takes a while. */
  readonly isUnread: (table: string) => boolean
  /** Writes the status of another stored object in the same transaction, as the server itself; not for a dry run. */
  readonly writeStatus: (next: KubeObject) => void
  /** The milliseconds that the client gives the request, if it says so. */
  readonly timeout: number | undefined
  /** Calls a webhook. */
  readonly callWebhook: CallWebhook
  /** Makes a UUID that is not an object's. */
  readonly requestId: () => string
  readonly reinvocation: Reinvocation
  /** Adds a warning to the reply. */
  readonly warn: (text: string) => void
  /** Adds an annotation to the audit event of the request; the value is made only if there is one. */
  readonly annotate: (key: string, value: string | (() => string)) => void
}

/** An admission plug-in; see {@link defineAdmissionPlugin}. */
export type AdmissionPlugin<T extends KubeObject = KubeObject> = {
  /** Its name on a real server, or a custom name. */
  readonly name: string
  /** Tells whether it handles such writes. Called once per kind and operation. */
  readonly handles: (target: AdmissionTarget, profile: Profile) => boolean
  /** Loads its code, if that is not there yet; a cluster that has chosen it does so before its first request. */
  readonly load?: () => Promise<void> | undefined
  /** The tables that it acts by: it is called only while one of them has an object, or a configuration is for it. */
  readonly configuredBy?: readonly string[]
  /** Tells whether it acts by the configuration of plug-ins, where there is nothing in those tables. */
  readonly configuredIn?: (configuration: PluginConfiguration) => boolean
  /**
   * Returns the object with its changes, before hooks see it and before it is validated. Throws a StatusError to reject
   * it. The write waits for a promise, and begins again if meanwhile others write what it has read.
   */
  readonly admit?: (attributes: AdmissionAttributes<T>, context: AdmissionContext) => T | Promise<T>
  /** Throws a StatusError to reject an object that is otherwise valid. It may return a promise too. */
  readonly validate?: (attributes: AdmissionAttributes<T>, context: AdmissionContext) => unknown
  /** Changes a fixture. It cannot look up other objects, because fixtures come in any order. */
  readonly fill?: (object: T, target: AdmissionTarget) => T
}
