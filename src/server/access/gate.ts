import { type LateLibrary, createLateLibrary } from '../../base/turns/late-library.js'
import type { Authorizer, RuleResolver } from '../../model/registry/authorizer.js'
import type { KubeObject } from '../../schema/object.js'
import type { ObjectTable } from '../../store/log.js'
import type { Access } from './access.js'
import type { AccessChoice } from './choice.js'

/** What authorizes requests, loaded before the first of them. */
export type AccessGate = LateLibrary<Access>

/** Makes what authorizes requests to a server with these tables. */
export const createAccessGate = (
  choice: AccessChoice,
  table: (name: string) => ObjectTable<KubeObject> | undefined,
): AccessGate => createLateLibrary(async () => (await import('./access.js')).createAccess(choice, table))

/** Returns the same as one that verbs ask. */
export function authorizerOf({ needed }: AccessGate): { readonly authorize: Authorizer; readonly rules: RuleResolver } {
  return {
    authorize: (user, request) => needed().authorize(user, request),
    rules: {
      decide: (user, request) => needed().decide(user, request),
      rulesFor: (...given) => needed().rulesFor(...given),
      mustNotEscalate: (write) => needed().mustNotEscalate(write),
    },
  }
}
