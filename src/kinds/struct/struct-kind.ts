import { dns1123Subdomain, maskTrailingDash } from '../../base/rules/names.js'
import { type Subresource, type Kind, type KindDeclaration, defineKind } from '../../registry/define.js'
import type { Profile } from '../../registry/profile.js'
import type { KubeObject } from '../../schema/object.js'
import type { Schema } from '../../schema/types.js'
import { membersOf, requiredOf } from '../../registry/struct-schema.js'

type Declaration<T extends KubeObject> = Omit<KindDeclaration<T>, 'version' | 'component' | 'name' | 'example'> &
  Partial<Pick<KindDeclaration<T>, 'name' | 'example'>>

/**
 * Declares a companion: a kind that standard commands need, known by its struct (`core.v1.Pod`) and the rules a client notices.
 * `T` is what its rules read of it; `more` says more of some members than the struct does.
 */
export function companion<T extends KubeObject>(
  struct: string,
  declare: (profile: Profile) => Declaration<T>,
  more: { readonly [member: string]: Schema } = {},
): Kind<T> {
  const kind = defineKind(
    () => ({ ...membersOf(struct), ...more }),
    // Its members are those of a table, which has no types.
    (profile) => ({
      ...standardOf(struct),
      // Where a kind is served is told without a look at its struct.
      get required() {
        return requiredOf(struct)
      },
      ...(declare(profile) as unknown as Declaration<KubeObject>),
    }),
  )
  return kind as Kind<T>
}

const standardOf = (struct: string) => ({
  version: struct.split('.')[1]!,
  component: `io.k8s.api.${struct}`,
  name: subdomainName,
  unconditionalUpdate: true,
  selectableWording: 'label' as const,
  qualifiedFinalizers: struct.startsWith('core.'),
  example: { metadata: { name: 'example' } },
})

/** The name rule of most kinds. */
export const subdomainName = (name: string, prefix: boolean): readonly string[] =>
  dns1123Subdomain(prefix ? maskTrailingDash(name) : name)

/** An subresource for the status alone. */
export const statusSubresource: Subresource = { verbs: ['get', 'patch', 'update'], resetFields: ['spec'] }
/** The main subresource of a kind whose status has one of its own. */
export const mainSubresource: Partial<Subresource> = { resetFields: ['status'] }
/** DELETE answers with the object. */
export const objectReplies = (profile: Profile): Profile['replies'] => ({
  removed: 'object',
  held: 'object',
  collection: profile.replies.collection,
})

/** What is in use is not to vanish: a finalizer holds it. */
export function protect<T extends KubeObject>(object: T, protection: string): T {
  const { finalizers = [] } = object.metadata
  return finalizers.includes(protection)
    ? object
    : { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, protection] } }
}
