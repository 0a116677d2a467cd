import { StatusError, plainError } from '../../base/errors/status.js'
import type { Steps } from '../../base/turns/steps.js'
import type { KubeObject } from '../../schema/object.js'
import type { Schema } from '../../schema/types.js'
import type { FeatureGates } from './feature-gates.js'
import type { Profile } from './profile.js'
import type { CallWebhook } from './webhook.js'

/**
 * Converts between a kind and the form of it that its table stores, on every write and read. Both directions throw a
 * StatusError for what cannot be converted.
 */
export type StorageConversion = {
  readonly toStored: (object: KubeObject) => KubeObject
  readonly fromStored: (stored: KubeObject) => KubeObject
  /** Returns why a stored object cannot be read, if so; without it, every object can be. */
  readonly failureOf?: (stored: KubeObject) => StatusError | undefined
  /**
   * Returns the schema of whole objects in a version of the kind; undefined if there is no such version. Only for kinds
   * with several versions.
   */
  readonly schemaOf?: (apiVersion: string) => Schema | undefined
  /** Converts by a webhook; without it, all is converted at once. */
  readonly byWebhook?: WebhookConversion
}

/** What calls a webhook, and makes the uids of reviews. */
export type ConversionCaller = {
  readonly callWebhook: CallWebhook
  readonly env: { readonly requestId: () => string }
  readonly registry: { readonly profile: Pick<Profile, 'version'> }
}

/** What reads stored objects, where gates decide what is told of those that cannot be read. */
export type ReadingCaller = ConversionCaller & {
  readonly featureGates: Pick<FeatureGates, 'AllowUnsafeMalformedObjectDeletion'>
}

/**
 * A conversion by a webhook, which is asked ahead: what it has answered is kept with the object that was converted, and
 * read from there by the conversion itself.
 */
export type WebhookConversion = {
  /** Tells whether a stored object still has to be converted, because it was not or could not be. */
  readonly isMissing: (stored: KubeObject) => boolean
  /** Tells whether an object is not stored in the version that is stored now. */
  readonly isOld: (stored: KubeObject) => boolean
  /** Converts stored objects, in one call. */
  readonly read: (stored: readonly KubeObject[], caller: ReadingCaller) => Promise<void>
  /**
   * Resolves with an object of the version that is written through, or of another one, in any version: by way of the
   * former, as field ownership has it converted. Nothing of it is kept.
   */
  readonly inVersion: (
    object: KubeObject,
    version: string,
    caller: ConversionCaller,
  ) => Promise<KubeObject | StatusError>
  /** Converts an object that is to be stored, and back as it will be shown. */
  readonly write: (object: KubeObject, caller: ConversionCaller) => Promise<void>
  /** Returns an object that was converted for storing as it will be shown. */
  readonly shown: (object: KubeObject) => KubeObject
  /** Notes that an object is another one at a revision. */
  readonly carry: (from: KubeObject, to: KubeObject) => void
}

/** Returns an object in a version of its kind; a text tells why it cannot be converted to it. */
export type InVersion = (object: KubeObject, version: string) => Steps<KubeObject | string>

/** The error of an object that a webhook would have to convert, where nothing waits for its answer. */
export const notAskedHere = ({ apiVersion, kind }: KubeObject): StatusError =>
  plainError(
    `conversion webhook for ${apiVersion}, Kind=${kind} failed: it is not asked here, where nothing waits for it`,
  )

/** The error of a stored object that cannot be read, where such objects may be deleted (etcd3: corruptObjectError). */
export class Undecodable extends StatusError {
  constructor({ message }: StatusError, { metadata }: KubeObject) {
    super(plainError(`object not decodable revision=${metadata.resourceVersion}: ${message}`).status)
    this.name = 'Undecodable'
  }
}

/** A stored object has to be converted by a webhook before it can be read; who can wait does so and reads again. */
export class Unconverted extends StatusError {
  readonly conversion: WebhookConversion
  readonly object: KubeObject
  constructor(conversion: WebhookConversion, object: KubeObject) {
    super(notAskedHere(object).status)
    this.name = 'Unconverted'
    this.conversion = conversion
    this.object = object
  }
}
