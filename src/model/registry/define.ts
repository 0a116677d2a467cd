import { deepFreeze } from '../../base/json/json.js'
import type { KubeObject } from '../../schema/object.js'
import type { Infer, Schema } from '../../schema/types.js'
import type {
  DeclaredSubresource,
  Kind,
  KindDeclaration,
  KindDef,
  KindMapping,
  Subresource,
  Subresources,
} from './kind-def.js'
import { deprecationOf, isThere, wordingOf } from './kubernetes-version.js'
import { worded } from '../../base/errors/wording.js'
import { type Profile, kubernetesProfile, oncePerProfile } from './profile.js'
import { always } from '../../schema/builders.js'
import { laterOwnMeta } from '../../schema/metadata.js'
import { omitsUnsetCreation, rootSchema } from './root-schema.js'
import { requiredOf, structNameOf } from './struct-schema.js'
import type { StorageConversion } from './storage-conversion.js'
import { fullVerbs } from './verb.js'

type Members = { readonly [member: string]: Schema }

/** The TypeScript type of an object with the given members. */
export type ObjectOf<M extends Members> = KubeObject & { readonly [K in keyof M]?: Infer<M[K]> }

/**
 * Declares a kind. `members` are its own top-level members; kind, apiVersion and metadata are added.
 *
 * @example
 * const spec = always(struct('io.k8s.api.coordination.v1.LeaseSpec', { … }))
 * export const lease = defineKind({ spec }, (profile) => ({
 *   group: profile.group('coordination'),
 *   version: 'v1',
 *   names: { kind: 'Lease', plural: 'leases' },
 *   …
 * }))
 */
export function defineKind<const M extends Members>(
  members: M | ((profile: Profile) => M),
  declare: (profile: Profile) => KindDeclaration<ObjectOf<M>>,
): Kind<ObjectOf<M>> {
  // A declaration depends only on the profile, so clusters share the result.
  const declared = oncePerProfile(declare)
  const make = oncePerProfile((profile): KindDef => {
    // From here on objects of the kind are handled generically: the member types only serve inside the kind's file.
    const declaration = declared(profile) as unknown as KindDeclaration
    const own = typeof members === 'function' ? members(profile) : members
    return deepFreeze(makeKind(declaration, own, profile))
  })
  const mapping = oncePerProfile((profile): KindMapping => {
    const { group, version, names, schema, gate, storage, discovery } = declared(profile)
    const where = { group, version, plural: names.plural, kind: names.kind, component: schema.component }
    const isListed = (discovery?.verbs ?? fullVerbs).includes('list')
    return {
      ...where,
      ...(gate === undefined ? {} : { gate }),
      ...(isListed && !storage?.computed ? { listedFrom: `${storage?.group ?? group}/${names.plural}` } : {}),
    }
  })
  const isIn = (profile: Profile) => isThere(declared(profile).lifetime ?? {}, profile.version)
  return Object.assign(make, { mapping, isIn })
}

const same = <T>(object: T): T => object
const none = (): readonly never[] => []

const METADATA = {
  finalizers: none,
  generation: false,
  countsSent: false,
  countsEmpty: false,
  memberAnnotations: [],
} as const

/** Builds a kind from its declaration by filling in the defaults. */
function makeKind(
  declaration: KindDeclaration,
  members: { readonly [member: string]: Schema },
  profile: Profile,
): KindDef {
  const { group, version, scope, names, schema, table, example } = declaration
  const { kind, plural } = names
  const apiVersion = group ? `${group}/${version}` : version
  const struct = structNameOf(schema.component) ?? ''
  const storage = storageOf(declaration, apiVersion)
  const discovery = discoveryOf(declaration, apiVersion, profile)
  return {
    serverVersion: profile.version,
    wording: wordingOf(profile.version),
    group,
    version,
    apiVersion,
    scope,
    kind,
    plural,
    names: {
      singular: kind.toLowerCase(),
      listKind: `${kind}List`,
      shortNames: [],
      categories: [],
      notFound: plural,
      ...names,
    },
    schema: rootSchema(
      { ...schema, required: schema.required ?? requiredOf(struct, profile.version) },
      omitsUnsetCreation(profile.version) ? { ...members, metadata: always(laterOwnMeta) } : members,
    ),
    ...(schema.structural ? { structural: schema.structural } : {}),
    ...(schema.misnamed ? { misnamed: schema.misnamed } : {}),
    ...(schema.ready ? { ready: schema.ready } : {}),
    ...(schema.hasExpressions ? { hasExpressions: true } : {}),
    component: schema.component,
    ...(declaration.gate === undefined ? {} : { gate: declaration.gate }),
    defaults: schema.defaults ? inVersion(profile, schema.defaults) : same,
    metadata: { ...METADATA, ...declaration.metadata },
    subresources: subresourcesOf(declaration, discovery.verbs, profile),
    ...strategiesOf(declaration, profile),
    storage,
    discovery,
    selectable: { fields: {}, conversion: 'default', namespace: true, ...declaration.selectable },
    table,
    example,
    resourceSubject: { group, resource: plural },
    kindSubject: { group: storage.group, resource: kind },
    head: `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`,
  }
}

function storageOf({ group, version, names, storage }: KindDeclaration, apiVersion: string): KindDef['storage'] {
  const stored = storage?.version ?? version
  return {
    group,
    prefix: names.plural,
    scheme: 'core',
    watchCache: true,
    filledOnRead: false,
    equalVersions: [version],
    otherVersions: [],
    ...(stored === version ? {} : { conversion: betweenVersions(`${group}/${stored}`, apiVersion) }),
    ...storage,
  }
}

function discoveryOf(
  { names, group, lifetime = {}, discovery }: KindDeclaration,
  apiVersion: string,
  { version }: Profile,
): KindDef['discovery'] {
  const instead = lifetime.replacement && `${group}/${lifetime.replacement} ${names.kind}`
  const deprecation = deprecationOf(`${apiVersion} ${names.kind}`, lifetime, version, instead)
  return { verbs: fullVerbs, ...(deprecation === undefined ? {} : { deprecation }), ...discovery }
}

/** Converts between two versions of a kind with the same members. */
const betweenVersions = (stored: string, own: string): StorageConversion => ({
  toStored: (object) => ({ ...object, apiVersion: stored }),
  fromStored: (object) => ({ ...object, apiVersion: own }),
})

/** Runs a rule as that of the version of a profile, which validation does by itself. */
function inVersion<A extends readonly unknown[], R>(
  { version }: Profile,
  rule: (...given: A) => R,
): (...given: A) => R {
  const wording = wordingOf(version)
  return (...given) => worded(wording, () => rule(...given))
}

const strategiesOf = (
  declaration: KindDeclaration,
  profile: Profile,
): Pick<KindDef, 'create' | 'update' | 'delete'> => ({
  create: {
    resetFields: [],
    validate: (object, context) => context.validateObjectMeta(object),
    warnings: none,
    ...declaration.create,
    ...(declaration.create?.warnings && { warnings: inVersion(profile, declaration.create.warnings) }),
    begin: declaration.create?.begin ? inVersion(profile, declaration.create.begin) : same,
    prepare: declaration.create?.prepare ? inVersion(profile, declaration.create.prepare) : same,
  },
  update: {
    ready: () => undefined,
    allowCreate: false,
    allowUnconditional: false,
    validate: (next, old, context) => context.validateObjectMetaUpdate(next, old),
    warnings: none,
    statusWarnings: none,
    ...declaration.update,
    ...(declaration.update?.warnings && { warnings: inVersion(profile, declaration.update.warnings) }),
    prepare: declaration.update?.prepare ? inVersion(profile, declaration.update.prepare) : same,
  },
  delete: {
    garbageCollection: 'supported',
    handler: 'generic',
    unreadable: 'deletable',
    holdingFinalizers: ['metadata.finalizers'],
    refuse: () => undefined,
    mark: same,
    ...declaration.delete,
    replies: { ...profile.replies, ...declaration.delete?.replies },
  },
})

function subresourcesOf(
  { subresources = {} }: KindDeclaration,
  verbs: Subresource['verbs'],
  profile: Profile,
): Subresources {
  const { main, ...others } = subresources
  const made = Object.entries(others).map(([name, declared]) => [name, makeSubresource(declared, profile)] as const)
  return { main: makeSubresource({ verbs, resetFields: [], ...main }, profile), ...Object.fromEntries(made) }
}

function makeSubresource({ view, act, ...rest }: DeclaredSubresource, profile: Profile): Subresource {
  return {
    ...rest,
    ...(view ? { view: { ...view, def: view.def(profile) } } : {}),
    ...(act ? { act: { ...act, def: act.def(profile) } } : {}),
  }
}

/** The kind of requests that are not about objects: discovery, OpenAPI, version and health. */
export const noKind = defineKind({}, () => ({
  group: '',
  version: '',
  scope: 'Cluster',
  names: { kind: '', plural: '' },
  schema: { component: '' },
  metadata: { name: () => [] },
  discovery: { verbs: ['get'] },
  table: { columns: [] },
  example: { metadata: {} },
}))(kubernetesProfile)
