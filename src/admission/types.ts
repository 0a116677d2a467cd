import type { Options } from '../base/options.js'
import type { Authorizer } from '../registry/authorizer.js'
import type { FeatureGates } from '../registry/feature-gates.js'
import type { Profile } from '../registry/profile.js'
import type { KubeObject } from '../schema/object.js'

/** What a plug-in may be asked about; a subresource is empty for the object itself. */
export type AdmissionTarget = {
  readonly operation: 'create' | 'update' | 'delete'
  readonly group: string
  readonly version: string
  readonly kind: string
  /** The plural of the kind (`pods`). */
  readonly resource: string
  readonly subresource: string
  readonly isNamespaced: boolean
}

/** A write on its way. What is posted to a subresource (`pods/binding`) is a create of what its body says. */
export type AdmissionAttributes<T extends KubeObject = KubeObject> = AdmissionTarget & {
  /** Empty for kinds without namespaces. */
  readonly namespace: string
  /** As refusals tell it: the start of a name that is still to be generated. */
  readonly name: string
  /** What is to be stored; of a deletion, what is deleted. */
  readonly object: T
  /** What is stored; undefined for a create. */
  readonly oldObject: T | undefined
  readonly user: { readonly name: string; readonly groups: readonly string[] }
  /** Nothing is stored in the end. */
  readonly dryRun: boolean
  readonly options: Options
}

/** What plug-ins work with: the state within the transaction of the write. */
export type AdmissionContext = {
  readonly profile: Profile
  readonly featureGates: FeatureGates
  /** Whether somebody may do something. */
  readonly authorize: Authorizer
  /** The time of the request, as written in a Time. */
  readonly now: () => string
  /** A name as generateName makes it: five random letters behind a base. */
  readonly generateName: (base: string) => string
  /**
   * The stored object of a table (`group/plural`: `/serviceaccounts`, `scheduling.k8s.io/priorityclasses`), as its type
   * says.
   */
  readonly get: <T extends KubeObject = KubeObject>(table: string, name: string, namespace?: string) => T | undefined
  /** Every stored object of a table, or of a namespace in it, in the order of their keys. */
  readonly list: <T extends KubeObject = KubeObject>(table: string, namespace?: string) => readonly T[]
  /** Writes the status of another stored object with the write itself, as the server would; a dry run does not. */
  readonly writeStatus: (next: KubeObject) => void
  /** Sends a warning with the reply. */
  readonly warn: (text: string) => void
}

/** A rule of admission; see {@link defineAdmissionPlugin}. */
export type AdmissionPlugin<T extends KubeObject = KubeObject> = {
  /** Its name on a real server, or one of your own. */
  readonly name: string
  /** Whether it has a say in what is written there. It is asked once for each kind and operation. */
  readonly handles: (target: AdmissionTarget, profile: Profile) => boolean
  /**
   * What it makes of an object before hooks see it and before it is validated. Throws a StatusError where it refuses.
   */
  readonly admit?: (attributes: AdmissionAttributes<T>, context: AdmissionContext) => T
  /** Throws a StatusError where it refuses an object that is valid by itself. */
  readonly validate?: (attributes: AdmissionAttributes<T>, context: AdmissionContext) => void
  /** What it makes of a fixture, by which no other object can be looked up: they come in any order. */
  readonly fill?: (object: T, target: AdmissionTarget) => T
}
