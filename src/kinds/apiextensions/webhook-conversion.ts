import { deepFreeze, withPath } from '../../base/json/json.js'
import { mustHave } from '../../base/must-have.js'
import { type StatusError, plainError } from '../../base/errors/status.js'
import {
  type ConversionCaller,
  Unconverted,
  Undecodable,
  type WebhookConversion,
  notAskedHere,
} from '../../model/registry/storage-conversion.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import type { KubeObject } from '../../schema/object.js'
import type { Definition } from './definition.js'

// Loaded on demand: few definitions have webhooks.
const reviews = createLateLibrary(() => import('./conversion-review.js'))

/** How one version is converted to and from the one that is stored. */
type Versions = {
  readonly definition: Pick<Definition, 'spec'>
  readonly own: string
  readonly stored: string
  /** Returns an object as it was stored, read by the version it was stored in. */
  readonly read: (object: KubeObject) => KubeObject
  /** Returns an object that was converted to this version, or to the stored one, by its schema. */
  readonly pruned: (object: KubeObject, to: 'own' | 'stored') => KubeObject
}

/** An object in the stored form, and as it will be shown. */
type Written = { readonly stored: KubeObject; readonly shown: KubeObject }

/** A conversion by a webhook, and what it has converted. */
type ByWebhook = WebhookConversion & {
  /** Returns the form in this version of what is stored in another. */
  readonly fromStored: (stored: KubeObject) => KubeObject
  readonly toStored: (object: KubeObject) => KubeObject
  /** Returns why a stored object could not be converted the last time, if so. */
  readonly failureOf: (stored: KubeObject) => StatusError | undefined
}

/** Creates the conversion of a version by the webhook of its definition. */
export function createWebhookConversion(versions: Versions): ByWebhook {
  const { own, stored: storedVersion, definition } = versions
  const { group, versions: all } = definition.spec
  const known = new Set(all.map(({ name }) => `${group}/${name}`))
  const forms = new WeakMap<KubeObject, KubeObject | StatusError>()
  const written = new WeakMap<KubeObject, Written>()
  const conversion: ByWebhook = {
    isMissing: (object) => object.apiVersion !== own && known.has(object.apiVersion) && !isForm(forms.get(object)),
    isOld: ({ apiVersion }) => apiVersion !== storedVersion,
    async read(objects, caller) {
      const unread = (failure: StatusError, object: KubeObject) =>
        caller.featureGates.AllowUnsafeMalformedObjectDeletion ? new Undecodable(failure, object) : failure
      for (const { from, some } of byVersion(objects)) {
        const found = await converted(versions, some.map(versions.read), { from, to: own, hasRevisions: false }, caller)
        some.forEach((object, i) => {
          const form = found[i]
          if (form) forms.set(object, isForm(form) ? deepFreeze(versions.pruned(form, 'own')) : unread(form, object))
        })
      }
    },
    async inVersion(object, version, caller) {
      const there = await convertedOne(versions, object, own, true, caller)
      return isForm(there) ? convertedOne(versions, there, version, true, caller) : there
    },
    async write(object, caller) {
      const there = await convertedOne(versions, object, storedVersion, false, caller)
      if (!isForm(there)) throw there
      const stored = deepFreeze(versions.pruned(there, 'stored'))
      const back = await convertedOne(versions, stored, own, false, caller)
      if (!isForm(back)) throw back
      written.set(object, { stored, shown: deepFreeze(versions.pruned(back, 'own')) })
    },
    shown: (object) => written.get(object)?.shown ?? object,
    carry(from, to) {
      const one = written.get(from)
      if (one && from !== to)
        written.set(to, { stored: atRevisionOf(to, one.stored), shown: atRevisionOf(to, one.shown) })
    },
    fromStored(object) {
      const form = forms.get(object)
      if (!form) throw new Unconverted(conversion, object)
      if (!isForm(form)) throw form
      return form
    },
    toStored(object) {
      const one = written.get(object)
      if (!one) throw notAskedHere(object)
      forms.set(one.stored, one.shown)
      return one.stored
    },
    failureOf(object) {
      const form = forms.get(object)
      return form && !isForm(form) ? form : undefined
    },
  }
  return conversion
}

const atRevisionOf = ({ metadata: { resourceVersion } }: KubeObject, object: KubeObject): KubeObject =>
  deepFreeze(withPath(object, ['metadata', 'resourceVersion'], resourceVersion))

const isForm = (found: KubeObject | StatusError | undefined): found is KubeObject =>
  found !== undefined && !(found instanceof Error)

function byVersion(objects: readonly KubeObject[]) {
  const found = new Map<string, KubeObject[]>()
  for (const object of objects) {
    const all = found.get(object.apiVersion)
    if (all) all.push(object)
    else found.set(object.apiVersion, [object])
  }
  return [...found].map(([from, some]) => ({ from, some }))
}

/** Returns what a webhook makes of an object, or its failure. */
async function convertedOne(
  versions: Versions,
  object: KubeObject,
  to: string,
  hasRevisions: boolean,
  caller: ConversionCaller,
): Promise<KubeObject | StatusError> {
  const [form] = await converted(versions, [object], { from: object.apiVersion, to, hasRevisions }, caller)
  return mustHave(form, 'what an object was converted to')
}

/** Returns what a webhook makes of objects of one version: of each, or its failure. */
async function converted(
  { definition }: Versions,
  objects: readonly KubeObject[],
  { from, to, hasRevisions }: { readonly from: string; readonly to: string; readonly hasRevisions: boolean },
  { callWebhook, env, registry }: ConversionCaller,
): Promise<readonly (KubeObject | StatusError)[]> {
  if (from === to) return objects
  await reviews.load()
  const { NotConverted, askToConvert, checkedConversion } = reviews.needed()
  const failed = (error: unknown) => {
    if (error instanceof NotConverted) return plainError(error.message)
    throw error
  }
  try {
    const found = await askToConvert(objects, {
      ...{ definition, callWebhook, to, hasRevisions },
      uid: env.requestId(),
      server: registry.profile.version,
    })
    return objects.map((object, i) => {
      try {
        return checkedConversion(object, found[i], to)
      } catch (error) {
        return failed(error)
      }
    })
  } catch (error) {
    const failure = failed(error)
    return objects.map(() => failure)
  }
}
