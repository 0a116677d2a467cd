import { type LateLibrary, createLateLibrary } from '../../base/turns/late-library.js'
import type { Authorizer, RuleResolver } from '../../model/registry/authorizer.js'
import type { KubernetesVersion } from '../../model/registry/kubernetes-version.js'
import type { Access } from './access.js'
import type { AccessChoice } from './choice.js'
import type { RbacSource } from './rbac.js'

/** What authorizes requests, loaded before the first of them. */
export type AccessGate = LateLibrary<Access>

/** Makes what authorizes requests to a server of this version with this store. */
export const createAccessGate = (choice: AccessChoice, source: RbacSource, version: KubernetesVersion): AccessGate =>
  createLateLibrary(async () => (await import('./access.js')).createAccess(choice, source, version))

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
