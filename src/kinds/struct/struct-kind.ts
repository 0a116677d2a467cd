import { subdomainName } from '../../base/rules/names.js'
import type { DeclaredSubresource, Kind, KindDeclaration } from '../../model/registry/kind-def.js'
import { defineKind } from '../../model/registry/define.js'
import { type Lifetime, isThere } from '../../model/registry/kubernetes-version.js'
import { validateQualifiedFinalizers } from '../../model/registry/metadata-rules.js'
import type { RuleContext } from '../../model/registry/rule-context.js'
import type { Profile } from '../../model/registry/profile.js'
import type { KubeObject } from '../../schema/object.js'
import { type KeptEmpty, componentOf, membersOf } from '../../model/registry/struct-schema.js'

/** What a kind declares in addition to its struct. */
export type StructDeclaration<T extends KubeObject> = Omit<
  KindDeclaration<T>,
  'version' | 'schema' | 'metadata' | 'example'
> & {
  readonly schema?: Partial<KindDeclaration<T>['schema']>
  readonly metadata?: Partial<KindDeclaration<T>['metadata']>
  readonly example?: KindDeclaration<T>['example']
}

/**
 * Declares a kind by its struct (`core.v1.Pod`) and its rules. `T` has the fields that the rules read; `keptEmpty`
 * names the lists and maps for which the rules distinguish empty from missing.
 */
export function defineStructKind<T extends KubeObject>(
  struct: string,
  declare: (profile: Profile) => StructDeclaration<T>,
  keptEmpty?: KeptEmpty,
): Kind<T> {
  const kind = defineKind(
    ({ version }) => membersOf(struct, keptEmpty, version),
    // The schema is that of generated data, which is untyped.
    (profile) => withStructDefaults(struct, declare(profile) as unknown as StructDeclaration<KubeObject>),
  )
  return kind as Kind<T> // as its rules read it
}

const withStructDefaults = (struct: string, declaration: StructDeclaration<KubeObject>): KindDeclaration => ({
  version: struct.split('.')[1] ?? '',
  example: { metadata: { name: 'example' } },
  ...declaration,
  schema: {
    component: componentOf(struct),
    ...declaration.schema,
  },
  metadata: {
    name: subdomainName,
    finalizers: validateQualifiedFinalizers,
    ...declaration.metadata,
  },
  update: { allowUnconditional: true, ...declaration.update },
  selectable: { conversion: declaration.selectable?.fields ? 'own' : 'default', ...declaration.selectable },
})

/** The versions of a kind that has the same members in all of them, best first, and when they are there. */
export type KindVersions = { readonly [version: string]: Lifetime }

/** Declares one of the versions of a kind: its objects are stored in the best that is there. */
export const inVersions = (versions: KindVersions, version: string, { version: of }: Profile) => ({
  lifetime: versions[version] ?? {},
  storage: {
    version: Object.keys(versions).find((each) => isThere(versions[each] ?? {}, of)) ?? version,
    equalVersions: Object.keys(versions),
  },
})

/** The status subresource. */
export const statusSubresource: DeclaredSubresource = { verbs: ['get', 'patch', 'update'], resetFields: ['spec'] }
/** The metadata that a status update does not change (ResetObjectMetaForStatus). */
export const KEPT_METADATA: readonly string[] = [
  'metadata.selfLink',
  'metadata.deletionTimestamp',
  'metadata.generation',
  'metadata.labels',
  'metadata.annotations',
  'metadata.finalizers',
  'metadata.ownerReferences',
]
/** The status subresource of a kind that writes no metadata through it. */
export const statusOnly: DeclaredSubresource = {
  verbs: ['get', 'patch', 'update'],
  resetFields: ['spec', ...KEPT_METADATA],
  unowned: ['metadata', 'spec'],
}
/**
 * Keeps the stored metadata in a status update, except for managedFields and resourceVersion (PrepareForUpdate of flow
 * control).
 */
export function withMetadataOfStored<T extends KubeObject>(
  next: T,
  { metadata }: T,
  { subresource }: Pick<RuleContext, 'subresource'>,
): T {
  if (subresource !== 'status') return next
  const { managedFields: _, ...kept } = metadata
  const { managedFields, resourceVersion } = next.metadata
  return {
    ...next,
    metadata: {
      ...kept,
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(managedFields === undefined ? {} : { managedFields }),
    },
  }
}
/** Keeps the part of the stored object that an update is not about: its status, or in a status update all but that. */
export const withOtherPartOfStored = <T extends KubeObject & { readonly spec?: object; readonly status?: object }>(
  next: T,
  old: T,
  context: Pick<RuleContext, 'subresource'>,
): T =>
  context.subresource === 'status'
    ? withMetadataOfStored({ ...next, spec: old.spec ?? {} }, old, context)
    : { ...next, status: old.status ?? {} }
/** The main resource of a kind that has a status subresource. */
export const mainSubresource = { resetFields: ['status'] }
/** DELETE replies with the object. */
export const objectReplies = { removed: 'object', held: 'object' } as const
