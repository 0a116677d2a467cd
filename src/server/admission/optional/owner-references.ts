import { jsonEqual } from '../../../base/json/json.js'
import { goQuote } from '../../../base/go/printable.js'
import type { OwnerReference } from '../../../model/generated/types/meta-v1.js'
import { type Decision, isAllowed } from '../../../model/registry/authorizer.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import type { KubeObject } from '../../../schema/object.js'
import { refused } from '../define.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'

const ownersOf = (object: KubeObject | undefined): readonly OwnerReference[] =>
  (object?.metadata?.ownerReferences ?? []) as readonly OwnerReference[] // as decoded

/**
 * Setting owners is a way to have an object deleted, and blocking an owner's deletion a way to keep it.
 *
 * @throws StatusError 403 for a user who has no right to these
 */
export function mustOwn(attributes: AdmissionAttributes, context: AdmissionContext): void {
  const { operation, object, oldObject } = attributes
  const owners = ownersOf(object)
  const before = ownersOf(oldObject)
  if (jsonEqual(owners, before)) return
  if (operation !== 'create') mustBeAbleToDelete(attributes, context)
  const blocking = owners.filter(
    (owner) =>
      owner.blockOwnerDeletion &&
      !before.some(({ uid, blockOwnerDeletion }) => uid === owner.uid && blockOwnerDeletion),
  )
  if (blocking.length === 0) return
  const { user, namespace } = attributes
  const finalizing = (kind: Pick<KindDef, 'group' | 'version' | 'plural'>, where: string, name: string) => ({
    ...{ verb: 'update', group: kind.group, version: kind.version, resource: kind.plural },
    ...{ subresource: 'finalizers', namespace: where, name },
  })
  // Asked only to spare the other questions: nobody needs this right.
  const decide = context.rules?.decide ?? context.authorize
  if (isAllowed(decide(user, finalizing({ group: '*', version: '*', plural: '*' }, '', '*')))) return
  for (const owner of blocking) {
    const kind = kindOf(owner, attributes, context)
    const where = kind.scope === 'Namespaced' ? namespace : ''
    const decision = context.authorize(user, finalizing(kind, where, owner.name))
    if (!isAllowed(decision))
      throw refused(
        attributes,
        `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${whyOf(decision)}`,
      )
  }
}

/** Returns the kind that a reference is to. */
function kindOf(
  { apiVersion, kind }: OwnerReference,
  attributes: AdmissionAttributes,
  { registry }: AdmissionContext,
): KindDef {
  const found = registry.of(apiVersion, kind)
  if (found) return found
  throw refused(
    attributes,
    `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: no matches for kind ${goQuote(kind)} in version ${goQuote(apiVersion)}`,
  )
}

function mustBeAbleToDelete(attributes: AdmissionAttributes, { authorize }: AdmissionContext): void {
  const { user, group, version, resource, subresource, namespace, name } = attributes
  const decision = authorize(user, { verb: 'delete', group, version, resource, subresource, namespace, name })
  if (!isAllowed(decision))
    throw refused(attributes, `cannot set an ownerRef on a resource you can't delete: ${whyOf(decision)}`)
}

const whyOf = ({ reason, evaluationError = '<nil>' }: Decision) => `${reason}, ${evaluationError}`
