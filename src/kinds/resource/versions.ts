import type { Issue } from '../../base/errors/issue.js'
import { wordingNow } from '../../base/errors/wording.js'
import { type JsonObject, isObject } from '../../base/json/json.js'
import type { OtherVersion } from '../../model/registry/kind-def.js'
import type { Profile } from '../../model/registry/profile.js'
import { structOf } from '../../model/registry/struct-schema.js'
import type { KubeObject } from '../../schema/object.js'
import { inWireOrder } from '../../schema/order.js'
import { type KindVersions, type StructDeclaration, inVersions } from '../struct/struct-kind.js'

/** The versions of the kinds of devices. */
export const VERSIONS: KindVersions = {
  v1: { since: '1.34' },
  v1beta2: { deprecated: '1.36', until: '1.39' },
  v1beta1: { deprecated: '1.35', until: '1.38' },
}

const FIRST = 'v1beta1'
const LATER = Object.keys(VERSIONS).filter((version) => version !== FIRST)

const apiVersionOf = (version: string) => `resource.k8s.io/${version}`

/** Converts objects of a kind from v1 to v1beta1, where requests and devices have other members, and back. */
type FirstForm = {
  readonly first: (object: KubeObject) => KubeObject
  readonly stored: (object: KubeObject) => KubeObject
  /** Returns the path in v1beta1 of a field in v1. */
  readonly firstPath: (path: string) => string
}

/** Declares a kind in v1 or v1beta2, which differ from v1beta1. */
export const inLaterVersion = (
  kind: string,
  version: string,
  profile: Profile,
  { first, stored }: FirstForm,
): Pick<StructDeclaration<KubeObject>, 'lifetime' | 'storage'> => {
  const { lifetime, storage } = inVersions(VERSIONS, version, profile)
  return {
    lifetime,
    storage: { ...storage, equalVersions: LATER, otherVersions: [otherVersion(kind, FIRST, first, stored)] },
  }
}

const otherVersion = (
  kind: string,
  version: string,
  form: FirstForm['first'],
  back: FirstForm['stored'],
): OtherVersion => ({
  apiVersion: apiVersionOf(version),
  struct: `resource.${version}.${kind}`,
  form: (object) => ({ ...form(object), apiVersion: apiVersionOf(version) }),
  back,
})

/**
 * Declares a kind in v1beta1 by its declaration in v1, whose rules get its objects in that form, and so do its defaults
 * unless it has others.
 */
export function inFirstVersion<T extends KubeObject>(
  declaration: StructDeclaration<T>,
  profile: Profile,
  { first, stored, firstPath }: FirstForm,
  defaults?: (object: KubeObject) => KubeObject,
): StructDeclaration<KubeObject> {
  // The rules get the objects that they are for.
  const general = declaration as unknown as StructDeclaration<KubeObject>
  const { names, schema, create = {}, update = {}, example, ...others } = general
  const { lifetime, storage } = inVersions(VERSIONS, FIRST, profile)
  const [own, best] = [apiVersionOf(FIRST), apiVersionOf(storage.version)]
  const fromStored = (object: KubeObject) => ({ ...first(object), apiVersion: own })
  const toStored = (object: KubeObject) => ({ ...stored(object), apiVersion: best })
  // Tags are those of the version that is written, rules those of v1.
  const told = (issues: readonly Issue[] = []): readonly Issue[] =>
    wordingNow().isDeclarative
      ? issues.map((issue) => (issue.isDeclared ? { ...issue, field: firstPath(issue.field) } : issue))
      : issues
  return {
    ...others,
    names,
    lifetime,
    schema: {
      ...schema,
      defaults: (object, now) =>
        defaults?.(object) ?? fromStored(schema?.defaults?.(toStored(object), now) ?? toStored(object)),
    },
    create: {
      ...create,
      prepare: (object, context) => fromStored(create.prepare?.(toStored(object), context) ?? toStored(object)),
      validate: (object, context) => told(create.validate?.(toStored(object), context)),
      warnings: (object, context) => create.warnings?.(toStored(object), context) ?? [],
    },
    update: {
      ...update,
      prepare: (next, old, context) =>
        fromStored(update.prepare?.(toStored(next), toStored(old), context) ?? toStored(next)),
      validate: (next, old, context) => told(update.validate?.(toStored(next), toStored(old), context)),
      warnings: (next, old, context) => update.warnings?.(toStored(next), toStored(old), context) ?? [],
    },
    storage: {
      version: storage.version,
      conversion: { fromStored, toStored },
      otherVersions: LATER.map((version) => otherVersion(names.kind, version, toStored, fromStored)),
    },
    // Only its apiVersion and kind are missing.
    ...(example ? { example: first(example as KubeObject) } : {}),
  }
}

type Change = (item: JsonObject) => object

/** Changes each item of the list at a path. */
const eachAt =
  (path: string, change: Change) =>
  (object: KubeObject): KubeObject =>
    // Only the list is another one.
    changedAt(object, path.split('.'), change) as KubeObject

function changedAt(value: unknown, [name, ...path]: readonly string[], change: Change): unknown {
  if (name === undefined) return Array.isArray(value) ? value.map(change) : value
  if (!isObject(value) || value[name] === undefined) return value
  return { ...value, [name]: changedAt(value[name], path, change) }
}

const inOrder = (struct: string, value: object) => inWireOrder(structOf(struct), value, 0)

// What is asked for exactly stands in the request itself (Convert_resource_DeviceRequest_To_v1beta1_DeviceRequest).
const firstRequest: Change = ({ exactly, ...others }) =>
  inOrder('resource.v1beta1.DeviceRequest', { deviceClassName: '', ...others, ...(isObject(exactly) ? exactly : {}) })

const storedRequest: Change = ({ name, firstAvailable, ...exactly }) => {
  const isSet = Object.entries(exactly).some(([member, value]) => member !== 'deviceClassName' || value !== '')
  return { name, ...(isSet ? { exactly } : {}), ...(firstAvailable === undefined ? {} : { firstAvailable }) }
}

const requestsAt = (path: string): FirstForm => ({
  first: eachAt(path, firstRequest),
  stored: eachAt(path, storedRequest),
  firstPath: (field) => field.replace(/(?<=\.requests\[\d+\])\.exactly(?![^.[])/, ''),
})

/** The forms of ResourceClaims. */
export const claimForm = requestsAt('spec.devices.requests')
/** The forms of ResourceClaimTemplates. */
export const templateForm = requestsAt('spec.spec.devices.requests')
/** The forms of ResourceSlices. */
export const sliceForm: FirstForm = {
  first: eachAt('spec.devices', ({ name, ...basic }) => ({ name, basic })),
  stored: eachAt('spec.devices', ({ name, basic }) => ({ name, ...(isObject(basic) ? basic : {}) })),
  firstPath: (field) => field.replace(/^spec\.devices\[\d+\](?=\.(?!name$))/, '$&.basic'),
}
