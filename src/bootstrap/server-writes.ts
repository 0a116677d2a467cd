import type { Call, User } from '../api/call.js'
import { noOptions } from '../base/options.js'
import type { KindDef } from '../registry/kind-def.js'
import type { SubresourceName } from '../registry/subresource-name.js'
import { noAdmission } from '../rest/admission.js'
import type { RestContext, RestHooks } from '../rest/context.js'
import { verbs } from '../rest/verbs.js'

/** The user as which a server makes its own requests. */
const SERVER: User = { name: 'system:apiserver', groups: ['system:masters'] }

/** A server-side apply by the server itself to a cluster-scoped object; hooks and admission are bypassed. */
type ServerApply = {
  readonly def: KindDef
  readonly name: string
  readonly subresource: SubresourceName
  readonly manager: string
  /** The applied members. */
  readonly members: object
}

/** Applies members to an object as the server, with force. */
export function applyAsServer(context: RestContext, { def, name, subresource, manager, members }: ServerApply): void {
  const { apiVersion, kind } = def
  const call: Call = {
    target: { verb: 'patch', def, namespace: '', name, subresource },
    options: { ...noOptions, force: true, fieldManager: manager },
    body: { value: { apiVersion, kind, metadata: { name }, ...members }, patch: 'apply', duplicates: [] },
    user: SERVER,
    manager,
    userAgent: manager,
  }
  const hooks: RestHooks = { ...context.hooks, admit: (_call, _old, next) => next }
  verbs.patch({ ...context, hooks, admission: noAdmission }, call)
}
