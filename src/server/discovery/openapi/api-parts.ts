import { addUnder } from '../../../base/lists/lists.js'
import { bodyKind, subresourcesOf } from '../../../model/registry/subresource-of.js'
import { mustHave } from '../../../base/must-have.js'
import { atLeast, oncePerVersion } from '../../../model/registry/kubernetes-version.js'
import { knownVersions } from '../../../model/registry/scheme.js'
import type { KindDef, KindMapping } from '../../../model/registry/kind-def.js'
import type { Registry } from '../../../model/registry/registry.js'
import { groupsOf } from '../groups.js'
import type { Descriptions } from './descriptions.js'
import type { Root } from './components.js'
import { META } from '../../../schema/metadata.js'
import { groupTag, groupWord, titled } from './names.js'
import type { GroupVersionKind, Operation } from './operation.js'
import { groupListSchema, groupSchema, resourceListSchema, versionSchema, versionsSchema } from './service-schemas.js'
import {
  type PathlessOperation,
  type Style,
  builtIn,
  defined,
  operationsByVerb,
  watchOperation,
} from './operations-by-verb.js'
import { always, array, boolean, int32, int64, pointer, string, struct } from '../../../schema/builders.js'
import type { Schema } from '../../../schema/types.js'
import type { SubresourceName } from '../../../model/registry/subresource-name.js'
import type { Verb } from '../../../model/registry/verb.js'
import { connectionsUnder } from './connections.js'
import { operationWords } from './operation-words.js'
import { type ParameterName, describedParameter, hasParameter } from './parameters.js'

// A list without a list type.
const plainList = (items: Schema): Schema => ({ type: 'array', items })

const shardInfo = struct(`${META}.ShardInfo`, { selector: always(string()) }, { required: ['selector'] })

const listMetaOf = oncePerVersion((version) =>
  struct(`${META}.ListMeta`, {
    continue: string(),
    remainingItemCount: pointer(int64()),
    resourceVersion: string(),
    selfLink: string(),
    ...(atLeast(version, '1.36') ? { shardInfo: pointer(shardInfo) } : {}),
  }),
)

const CONVENTIONS = 'More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md'

/**
 * Returns the schema of a kind's list; that of a custom resource has the descriptions of apiextensions-apiserver's
 * builder.
 */
const listOf = ({ component, kind, names, plural, schema, serverVersion }: KindDef): Schema =>
  struct(
    `${component}List`,
    {
      apiVersion: string(),
      items: { ...plainList(schema), description: `List of ${plural}. ${CONVENTIONS}` },
      kind: string(),
      metadata: schema.structural
        ? { ...pointer(listMetaOf(serverVersion)), description: `Standard list metadata. ${CONVENTIONS}#types-kinds` }
        : always(listMetaOf(serverVersion)),
    },
    { required: ['items'], description: `${names.listKind} is a list of ${kind}` },
  )

const preconditions = struct(`${META}.Preconditions`, { resourceVersion: pointer(string()), uid: pointer(string()) })

/** The body of a DELETE. */
const deleteOptions = struct(`${META}.DeleteOptions`, {
  apiVersion: string(),
  dryRun: array(string()),
  gracePeriodSeconds: pointer(int64()),
  ignoreStoreReadErrorWithClusterBreakingPotential: pointer(boolean()),
  kind: string(),
  orphanDependents: pointer(boolean()),
  preconditions: pointer(preconditions),
  propagationPolicy: pointer(string()),
})

const statusCause = struct(`${META}.StatusCause`, { field: string(), message: string(), reason: string() })

const statusDetails = struct(`${META}.StatusDetails`, {
  causes: array(statusCause),
  group: string(),
  kind: string(),
  name: string(),
  retryAfterSeconds: int32(),
  uid: string(),
})

/** The reply when there is no object to return. */
const statusOf = oncePerVersion((version) =>
  struct(`${META}.Status`, {
    apiVersion: string(),
    code: int32(),
    details: atLeast(version, '1.35')
      ? pointer(statusDetails)
      : { ...pointer(statusDetails), 'x-kubernetes-list-type': 'atomic' },
    kind: string(),
    message: string(),
    metadata: always(listMetaOf(version)),
    reason: string(),
    status: string(),
  }),
)

/** The body of a PATCH; its format depends on the media type. */
const patch: Schema = {
  type: 'object',
  component: `${META}.Patch`,
}

const rawExtension: Schema = { type: 'object', component: 'io.k8s.apimachinery.pkg.runtime.RawExtension' }

/** A watch event. */
const watchEvent = struct(
  `${META}.WatchEvent`,
  { object: pointer(rawExtension), type: always(string()) },
  { required: ['type', 'object'] },
)

/** A part of the API, whose document is reused while it does not change. */
export type PartOfApi = {
  /** Its kinds, and those it may refer to: the same ones make the same part. */
  readonly of: readonly KindMapping[]
  readonly make: () => Part
}

/** The contents of one version 3 document; the version 2 document has all parts. */
export type Part = {
  readonly operations: readonly Operation[]
  readonly roots: readonly Root[]
  /** Returns the kind whose type has a name, for references to structs of other parts. */
  readonly others?: (component: string) => Root | undefined
  /** Whether the kinds are custom resources. */
  readonly isDefined?: boolean
}

/** Returns the parts of the API, by their path below `/openapi/v3/`. */
export function partsOf(registry: Registry, texts: Descriptions): ReadonlyMap<string, PartOfApi> {
  const groups = groupsOf(registry)
  const all = registry.mappings()
  const builtIn = all.filter(({ group }) => !registry.isCustom(group))
  const byVersion = new Map<string, KindMapping[]>()
  for (const mapping of all) addUnder(byVersion, pathOf(mapping), mapping)
  return new Map<string, PartOfApi>([
    ...servicePartsOf(registry, groups).map(([name, make]): [string, PartOfApi] => [name, { of: [], make }]),
    ...['', ...groups].flatMap((group) =>
      (registry.versions(group) ?? []).map((version): [string, PartOfApi] => {
        const path = pathOf({ group, version })
        const kinds = byVersion.get(path) ?? []
        return [
          path,
          { of: [...kinds, ...builtIn], make: () => versionPart(registry, group, version, kinds, builtIn, texts) },
        ]
      }),
    ),
  ])
}

/** Returns the path of a version, below that of the server. */
const pathOf = ({ group, version }: Pick<KindMapping, 'group' | 'version'>) =>
  group ? `apis/${group}/${version}` : `api/${version}`

/** Returns what makes the parts that describe the API itself. */
function servicePartsOf(
  registry: Registry,
  groups: readonly string[],
): readonly (readonly [name: string, make: () => Part])[] {
  return [
    [
      'api',
      () => ({
        operations: [
          read('/api/', 'getCoreAPIVersions', 'core', versionsSchema.component!, 'get available API versions'),
        ],
        roots: [meta(versionsSchema)],
      }),
    ],
    [
      'apis',
      () => ({
        operations: [
          read('/apis/', 'getAPIVersions', 'apis', groupListSchema.component!, 'get available API versions'),
        ],
        roots: [meta(groupListSchema), meta(groupSchema)],
      }),
    ],
    ...groups
      .filter((group) => !registry.isCustom(group))
      .map((group) => [`apis/${group}`, () => groupPart(registry, group)] as const),
    ['version', versionInfoPart],
    ...OPEN_ID.map(([path, media, tag, id, description]) => {
      const about = `get service account issuer OpenID ${description}`
      const operation = { ...read(`/${path}/`, id, tag, undefined, about), consumes: [], produces: [media] }
      return [path, () => ({ operations: [operation], roots: [] })] as const
    }),
  ]
}

function versionInfoPart(): Part {
  const about = 'get the version information for this server'
  const operation = read('/version/', 'getCodeVersion', 'version', versionSchema.component!, about)
  const json = ['application/json']
  return { operations: [{ ...operation, consumes: json, produces: json }], roots: [{ schema: versionSchema }] }
}

// The documents for verifying service account tokens.
const OPEN_ID = [
  [
    '.well-known/openid-configuration',
    'application/json',
    'WellKnown',
    'getServiceAccountIssuerOpenIDConfiguration',
    "configuration, also known as the 'OIDC discovery doc'",
  ],
  [
    'openid/v1/jwks',
    'application/jwk-set+json',
    'openid',
    'getServiceAccountIssuerOpenIDKeyset',
    'JSON Web Key Set (contains public token verification keys)',
  ],
] as const

const read = (
  path: string,
  id: string,
  tag: string,
  component: string | undefined,
  description: string,
): Operation => ({
  path,
  method: 'get',
  id,
  tag,
  description,
  parameters: [],
  consumes: builtIn.produces,
  produces: builtIn.produces,
  replies: { '200': component },
})

const groupPart = (registry: Registry, group: string): Part => ({
  operations: [
    read(
      `/apis/${group}/`,
      `get${groupWord(registry, group)}APIGroup`,
      groupTag(registry, group),
      groupSchema.component!,
      'get information of a group',
    ),
  ],
  roots: [meta(groupSchema)],
})

function versionPart(
  registry: Registry,
  group: string,
  version: string,
  own: readonly KindMapping[],
  builtInKinds: readonly KindMapping[],
  texts: Descriptions,
): Part {
  // First of all, since it throws if their texts have to be loaded.
  for (const { component } of own) texts.components(component)
  const kinds = own.map((mapping) => defOf(registry, mapping))
  const byComponent = new Map([...builtInKinds, ...own].map((mapping) => [mapping.component, mapping]))
  const style = registry.isCustom(group) ? defined : builtIn
  const operations = [
    ...(style.oldPaths ? [versionPath(registry, group, version)] : []),
    ...kinds.flatMap((def) => operationsOf(registry, def, style, texts)),
  ]
  return {
    operations,
    roots: [
      ...kinds.map((def) => kindRoot(def)),
      ...kinds.flatMap((def) => subresourcesOf(def).map(([subresource]) => kindRoot(bodyKind(def, subresource)))),
      ...kinds
        .filter(({ discovery }) => discovery.verbs.includes('list'))
        .map((def) => kindRoot(def, listOf(def), def.names.listKind)),
      ...commonRoots(registry, operations, style === defined ? undefined : { group, version }),
    ],
    others(component) {
      const mapping = byComponent.get(component)
      return mapping && kindRoot(defOf(registry, mapping))
    },
    isDefined: style === defined,
  }
}

const defOf = (registry: Registry, { group, version, plural }: KindMapping): KindDef =>
  mustHave(registry.at(group, version, plural), 'a kind that the registry lists')

// Groups whose DeleteOptions the server of custom resources does not know, unlike the other servers
// (apiextensions-apiserver).
const UNKNOWN_TO_DEFINITIONS = new Set([
  'admission.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'imagepolicy.k8s.io',
])

/** Returns the common schemas that the operations refer to; `builtIn` is their version, if not of custom resources. */
function commonRoots(
  registry: Registry,
  operations: readonly Operation[],
  builtIn: Pick<GroupVersionKind, 'group' | 'version'> | undefined,
): readonly Root[] {
  const used = new Set(operations.flatMap(({ body, replies }) => [body?.component, ...Object.values(replies)]))
  const ownKinds = (kind: string): Pick<Root, 'ownKinds'> =>
    builtIn && atLeast(registry.profile.version, '1.36')
      ? { ownKinds: [{ group: '', version: 'v1', kind }, ...(builtIn.group ? [{ ...builtIn, kind }] : [])] }
      : {}
  // These two kinds exist in every group version a server knows, whether served or not.
  const known = knownVersions(registry)
  const everywhere = (kind: string) => known.map(([group, version]): GroupVersionKind => ({ group, version, kind }))
  return [
    meta(statusOf(registry.profile.version)),
    { schema: patch },
    {
      schema: deleteOptions,
      kinds: everywhere('DeleteOptions').filter(
        ({ group }) => builtIn !== undefined || !UNKNOWN_TO_DEFINITIONS.has(group),
      ),
      ...ownKinds('DeleteOptions'),
    },
    meta(resourceListSchema),
    { schema: watchEvent, kinds: everywhere('WatchEvent'), ...ownKinds('WatchEvent') },
  ].filter(({ schema }) => used.has(schema.component))
}

const versionPath = (registry: Registry, group: string, version: string): Operation =>
  read(
    `/${pathOf({ group, version })}/`,
    `get${groupWord(registry, group)}${titled(version)}APIResources`,
    `${groupTag(registry, group)}_${version}`,
    resourceListSchema.component!,
    'get available resources',
  )

const kindRoot = (def: KindDef, schema: Root['schema'] = def.schema, kind = def.kind): Root => ({
  schema,
  kinds: [{ group: def.group, version: def.version, kind }],
  ...(def.schema.structural ? { selectable: Object.keys(def.selectable.fields) } : {}),
})

/** Returns a struct as a kind of the core group. */
const meta = (schema: Root['schema']): Root => ({
  schema,
  kinds: [{ group: '', version: 'v1', kind: schema.component!.slice(schema.component!.lastIndexOf('.') + 1) }],
})

const ITEM_WORDS = { create: 'create', get: 'read', update: 'replace', delete: 'delete', patch: 'patch' } as const

/** Returns all operations of a kind. */
function operationsOf(registry: Registry, def: KindDef, style: Style, texts: Descriptions): readonly Operation[] {
  const { kind, plural } = def
  const namespaced = def.scope === 'Namespaced'
  const collection = namespaced ? `/namespaces/{namespace}/${plural}` : `/${plural}`
  const subject = `${namespaced ? 'Namespaced' : ''}${kind}`
  const { main } = def.subresources
  const watched = style.oldPaths && main.verbs.includes('watch')
  const at = operationMaker(registry, def, watched, texts)

  const onItem = (verbs: readonly Verb[], of: KindDef, subresource?: SubresourceName) =>
    (['get', 'update', 'delete', 'patch', ...(subresource ? (['create'] as const) : [])] as const)
      .filter((verb) => verbs.includes(verb))
      .map((verb) =>
        at(
          `${collection}/{name}${subresource ? `/${subresource}` : ''}`,
          ITEM_WORDS[verb],
          subject + titled(subresource ?? ''),
          operationsByVerb[verb](of, style),
          style.subresourcesAre === 'bodies' ? of : def,
          subresource,
        ),
      )

  const operations = [
    ...onItem(main.verbs, def),
    ...subresourcesOf(def).flatMap(([name, { verbs }]) => onItem(verbs, bodyKind(def, name), name)),
    ...connectionsUnder(`${rootOf(def)}${collection}/{name}`, texts.connections),
  ]
  if (main.verbs.includes('list')) {
    operations.push(at(collection, 'list', subject, operationsByVerb.list(def, style)))
    if (namespaced)
      operations.push(at(`/${plural}`, 'list', `${kind}ForAllNamespaces`, operationsByVerb.list(def, style)))
  }
  if (main.verbs.includes('create'))
    operations.push(at(collection, 'create', subject, operationsByVerb.create(def, style)))
  if (main.verbs.includes('deletecollection'))
    operations.push(at(collection, 'delete', `Collection${subject}`, operationsByVerb.deletecollection(def, style)))
  if (watched) {
    operations.push(at(`/watch${collection}`, 'watch', `${subject}List`, watchOperation('watchlist', style)))
    operations.push(at(`/watch${collection}/{name}`, 'watch', subject, watchOperation('watch', style)))
    if (namespaced)
      operations.push(
        at(`/watch/${plural}`, 'watch', `${kind}ListForAllNamespaces`, watchOperation('watchlist', style)),
      )
  }
  return operations
}

/** Returns a function that adds the path, id, tag and parameters of an operation. */
function operationMaker(registry: Registry, def: KindDef, watched: boolean, texts: Descriptions) {
  const root = rootOf(def)
  const group = groupWord(registry, def.group) + titled(def.version)
  const tag = `${groupTag(registry, def.group)}_${def.version}`
  return (
    path: string,
    word: string,
    name: string,
    pathless: PathlessOperation,
    about: KindDef = def,
    subresource?: SubresourceName,
  ): Operation => ({
    path: root + path,
    ...pathless,
    description: operationWords(pathless.action, { kind: def.kind, subresource, watched }),
    id: `${word}${group}${name}`,
    tag,
    about: { group: about.group, version: about.version, kind: about.kind },
    parameters: [...pathParameters(path), ...pathless.parameters]
      .filter((parameter) => hasParameter(parameter, texts.parameters))
      .sort()
      .map((parameter) =>
        describedParameter(parameter, { action: pathless.action, kind: about.kind }, texts.parameters),
      ),
  })
}

const rootOf = (def: KindDef) => `/${pathOf(def)}`

const pathParameters = (path: string): readonly ParameterName[] =>
  (['name', 'namespace'] as const).filter((name) => path.includes(`{${name}}`))
