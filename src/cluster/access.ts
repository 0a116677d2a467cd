import { publicFunction } from '../base/errors/call-site.js'
import { callerError, checkArguments, optional } from '../base/check/arguments.js'
import { text } from '../base/check/shape.js'
import { type Input, input } from '../base/input/input.js'
import type { AccessRequest } from '../model/registry/authorizer.js'
import type { Access } from '../server/access/access.js'
import type { AccessGate } from '../server/access/gate.js'
import type { NeededRoles, NeededRule } from '../server/access/needed-roles.js'
import type { Server } from './server.js'

/** Something that a user asked for and may not do. */
export type Refusal = {
  readonly user: string
  readonly request: AccessRequest
  /** How often it was asked for. */
  readonly count: number
}

/**
 * What users did and were refused, apart from members of `system:masters`, where requests are authorized. A fork begins
 * with nothing.
 */
export type ClusterAccess = {
  /**
   * Returns the smallest Role for each namespace, and the smallest ClusterRole, that cover what a user did; as text
   * they are YAML. What every server lets its users do, such as discovery, is left out.
   *
   * @throws TypeError where requests are not authorized
   * @example
   * console.log(String(cluster.access.used('system:serviceaccount:shop:operator')))
   */
  readonly used: (user: string) => NeededRoles
  /**
   * Returns the rules of Roles and ClusterRoles, given as YAML or as objects, that nobody needed, or not this user.
   *
   * @throws TypeError where requests are not authorized; LibraryNotLoaded before the first request or `ready()`
   */
  readonly unused: (roles: Input, user?: string) => readonly NeededRule[]
  /**
   * Returns what users, or one of them, were refused, and with `rbac-audit` what they would have been refused.
   *
   * @throws TypeError where requests are not authorized
   */
  readonly refused: (user?: string) => readonly Refusal[]
  /** Forgets all of it. */
  readonly clear: () => void
}

const parameters = { user: text }

/** Makes `cluster.access`. */
export function createAccessView(server: () => Server): ClusterAccess {
  const gateOf = (method: string): AccessGate => {
    const { access } = server()
    if (access) return access
    throw callerError(`access.${method}: requests are not authorized; createCluster({ authorization: 'rbac-audit' })`)
  }
  const known = (method: string): Access | undefined => {
    const gate = gateOf(method)
    // Until it is loaded nobody has asked for anything.
    return gate.load() === undefined ? gate.needed() : undefined
  }
  const uses = (method: string) => known(method)?.usage.list() ?? []
  return {
    used: publicFunction((user) => {
      checkArguments('access.used', parameters, [user])
      return known('used')?.used(user) ?? NOTHING(user)
    }),
    unused: publicFunction((roles, user) => {
      checkArguments('access.unused', { roles: input, user: optional(text) }, [roles, user])
      return gateOf('unused').needed().unused(roles, user)
    }),
    refused: publicFunction((user) => {
      checkArguments('access.refused', { user: optional(text) }, [user])
      return uses('refused')
        .filter((use) => !use.allowed && (user === undefined || use.user === user))
        .map(({ user: who, request, count }) => ({ user: who, request, count }))
    }),
    clear: publicFunction(() => known('clear')?.usage.clear()),
  }
}

const NOTHING = (user: string): NeededRoles => ({
  user,
  roles: [],
  clusterRole: undefined,
  beyond: () => NOTHING(user),
  toString: () => '',
})
