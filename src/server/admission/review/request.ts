import { mustHave } from '../../../base/must-have.js'
import { withOwnersInView } from '../../../model/apply/view-owners.js'
import { deleteMembers } from '../../../model/call/option-rules.js'
import type { Options } from '../../../model/call/options.js'
import type { Identified } from '../../../model/registry/account-tokens.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { isSubresourceName } from '../../../model/registry/subresource-name.js'
import { subresourceOf } from '../../../model/registry/subresource-of.js'
import type { KubeObject } from '../../../schema/object.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { kindAt } from './equivalents.js'

/** The options of a write, as an object of `meta.k8s.io/v1`. */
type OperationOptions = {
  readonly kind: 'CreateOptions' | 'UpdateOptions' | 'DeleteOptions'
  readonly apiVersion: 'meta.k8s.io/v1'
  readonly [member: string]: unknown
}

const KINDS = { create: 'CreateOptions', update: 'UpdateOptions', delete: 'DeleteOptions' } as const

/** Returns the options of a write; a patch has those of the create or the update that it is. */
function operationOptions(operation: keyof typeof KINDS, options: Options): OperationOptions {
  const head = { kind: KINDS[operation], apiVersion: 'meta.k8s.io/v1' } as const
  if (operation === 'delete') return { ...head, ...deleteMembers(options) }
  const { dryRun, fieldManager, fieldValidation } = options
  const made: { [member: string]: unknown } & typeof head = head
  if (dryRun) made['dryRun'] = ['All']
  if (fieldManager) made['fieldManager'] = fieldManager
  // Warn is what a request has that does not state it.
  if (fieldValidation !== 'Warn') made['fieldValidation'] = fieldValidation
  return made
}

export type GroupVersionResource = { readonly group: string; readonly version: string; readonly resource: string }
export type GroupVersionKind = { readonly group: string; readonly version: string; readonly kind: string }
type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** A request as policies and webhooks see it (k8s.io/apiserver: admission.Attributes). */
export type ReviewedRequest = {
  readonly operation: Operation
  /** The kind whose resource is addressed; that of the object may be another one (`Scale`). */
  readonly def: KindDef
  readonly resource: GroupVersionResource
  readonly subresource: string
  readonly kind: GroupVersionKind
  readonly name: string
  /** That of a namespace is its own name. */
  readonly namespace: string
  /** Null for a deletion. */
  readonly object: KubeObject | null
  readonly oldObject: KubeObject | null
  /** Makes the options, which few ask for: null for a connection. */
  readonly options: () => OperationOptions | null
  readonly dryRun: boolean
  readonly user: Identified
}

const OPERATIONS = { create: 'CREATE', update: 'UPDATE', delete: 'DELETE', connect: 'CONNECT' } as const

/** Returns a write as policies and webhooks see it; only those that may change an object see who owns its views. */
export function reviewedRequest(
  attributes: AdmissionAttributes,
  { def }: Pick<AdmissionContext, 'def'>,
  { name, object }: Pick<AdmissionAttributes, 'name' | 'object'> = attributes,
  showsOwners = false,
): ReviewedRequest {
  const { operation, group, version, resource, subresource, oldObject, dryRun, user } = attributes
  const view = isSubresourceName(subresource) ? subresourceOf(def, subresource).view : undefined
  const show = view && (showsOwners ? (one: KubeObject) => withOwnersInView(view, one) : (view.base ?? view.show))
  const shown = (one: KubeObject) => show?.(one) ?? one
  return {
    operation: OPERATIONS[operation],
    def,
    resource: { group, version, resource },
    subresource,
    kind: kindOf(mustHave(kindAt(def, subresource), 'the kind of a request')),
    name,
    namespace: isNamespace(attributes) ? name : attributes.namespace,
    object: operation === 'delete' ? null : shown(object),
    oldObject: oldObject ? shown(oldObject) : null,
    options: () => (operation === 'connect' ? null : operationOptions(operation, attributes.options)),
    dryRun,
    user,
  }
}

const kindOf = ({ group, version, kind }: KindDef): GroupVersionKind => ({ group, version, kind })

/** Tells whether a request is about a namespace itself, which is in no namespace. */
export const isNamespace = ({ group, resource }: Pick<GroupVersionResource, 'group' | 'resource'>): boolean =>
  group === '' && resource === 'namespaces'
