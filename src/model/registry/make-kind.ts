import { STORAGE_VERSION_HASHES } from '../generated/storage-version-hashes.js'
import type { Schema } from '../../schema/types.js'
import type { KindDeclaration } from './kind-declaration.js'
import type { KindDef } from './kind-def.js'
import type { Profile } from './profile.js'
import { rootSchema } from './root-schema.js'
import type { DeclaredSubresource } from './kind-declaration.js'
import type { Subresource, Subresources } from './kind-def.js'
import { requiredOf, structNameOf } from './struct-schema.js'
import { fullVerbs } from './verb.js'

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
export function makeKind(
  declaration: KindDeclaration,
  members: { readonly [member: string]: Schema },
  profile: Profile,
): KindDef {
  const { group, version, scope, names, schema, table, example } = declaration
  const { kind, plural } = names
  const apiVersion = group ? `${group}/${version}` : version
  const struct = structNameOf(schema.component) ?? ''
  const versionHash = STORAGE_VERSION_HASHES[struct]
  const storage = {
    group,
    prefix: plural,
    scheme: 'core',
    watchCache: true,
    filledOnRead: false,
    ...(versionHash === undefined ? {} : { versionHash }),
    ...declaration.storage,
  } as const
  const discovery = { verbs: fullVerbs, ...declaration.discovery }
  return {
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
    schema: rootSchema({ ...schema, required: schema.required ?? requiredOf(struct) }, members),
    ...(schema.structural ? { structural: schema.structural } : {}),
    ...(schema.misnamed ? { misnamed: schema.misnamed } : {}),
    ...(schema.ready ? { ready: schema.ready } : {}),
    component: schema.component,
    defaults: schema.defaults ?? same,
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

const strategiesOf = (
  declaration: KindDeclaration,
  profile: Profile,
): Pick<KindDef, 'create' | 'update' | 'delete'> => ({
  create: {
    resetFields: [],
    begin: same,
    prepare: same,
    validate: (object, context) => context.validateObjectMeta(object),
    warnings: none,
    ...declaration.create,
  },
  update: {
    ready: () => undefined,
    allowCreate: false,
    allowUnconditional: false,
    prepare: same,
    validate: (next, old, context) => context.validateObjectMetaUpdate(next, old),
    warnings: none,
    statusWarnings: none,
    ...declaration.update,
  },
  delete: {
    garbageCollection: 'supported',
    handler: 'generic',
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
