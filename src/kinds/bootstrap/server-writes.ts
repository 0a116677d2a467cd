import type { Call, User } from '../../model/call/call.js'
import { noOptions } from '../../model/call/options.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { SubresourceName } from '../../model/registry/subresource-name.js'
import { noAdmission } from '../../rest/admission.js'
import type { RestContext, RestHooks } from '../../rest/context.js'
import { writeAtOnce } from '../../rest/verbs.js'

/** The user as which a server makes its own requests. */
export const SERVER: User = { name: 'system:apiserver', groups: ['system:masters'] }

/** A write by the server itself to a cluster-scoped object; hooks and admission are bypassed. */
type ServerWrite = {
  readonly def: KindDef
  readonly name: string
  readonly subresource: SubresourceName
  readonly manager: string
  /** The written members. */
  readonly members: object
}

/** Applies members to an object as the server, with force. */
export function applyAsServer(context: RestContext, write: ServerWrite): void {
  const { def, name, members } = write
  const value = { apiVersion: def.apiVersion, kind: def.kind, metadata: { name }, ...members }
  patch(context, write, { value, patch: 'apply', duplicates: [] }, { force: true })
}

/** Patches an object as the server, by a strategic merge. */
export function patchAsServer(context: RestContext, write: ServerWrite): void {
  patch(context, write, { value: write.members, patch: 'strategic', duplicates: [] }, {})
}

function patch(
  context: RestContext,
  { def, name, subresource, manager }: ServerWrite,
  body: Call['body'],
  options: Partial<Call['options']>,
): void {
  const call: Call = {
    target: { verb: 'patch', def, namespace: '', name, subresource },
    options: { ...noOptions, ...options, fieldManager: manager },
    body,
    user: SERVER,
    manager,
    userAgent: manager,
  }
  const hooks: RestHooks = { ...context.hooks, admit: (_call, _old, next) => next }
  writeAtOnce({ ...context, hooks, admission: noAdmission }, call)
}
