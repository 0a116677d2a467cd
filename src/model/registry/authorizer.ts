import type { PathVerb, ResourceVerb } from '../../base/access.js'
import type { PolicyRule } from '../generated/types/rbac-v1.js'
import type { KubeObject } from '../../schema/object.js'
import type { Identified } from './account-tokens.js'

/** A requirement of a selector that narrows a request, as an authorizer sees it. */
export type AccessRequirement = {
  readonly key: string
  readonly operator: string
  readonly values: readonly string[]
}

/** A verb on objects of a resource, in a version, which selectors may narrow. */
export type ResourceAccess = ResourceVerb & {
  readonly version: string
  readonly fieldSelector?: readonly AccessRequirement[]
  readonly labelSelector?: readonly AccessRequirement[]
}

/** What a user asks to do. */
export type AccessRequest = ResourceAccess | PathVerb

/** What an authorizer says; whoever has no opinion leaves it to the next one, and if nobody has one, it is refused. */
export type Decision = {
  readonly decision: 'allow' | 'deny' | 'no opinion'
  readonly reason: string
  /** What kept the authorizer from taking everything into account. */
  readonly evaluationError?: string
}

/** Tells whether a user may do something (k8s.io/apiserver, pkg/authorization/authorizer). */
export type Authorizer = (user: Identified, request: AccessRequest) => Decision

/** Tells whether a decision allows what was asked. */
export const isAllowed = ({ decision }: Decision): boolean => decision === 'allow'

/** The decision to allow something, without a reason. */
export const ALLOWED: Decision = { decision: 'allow', reason: '' }

/** The authorizer that allows everything, like `--authorization-mode=AlwaysAllow`. */
export const alwaysAllow: Authorizer = () => ALLOWED

/** The rules of a user in a namespace, and why there may be more. */
export type UserRules = {
  readonly rules: readonly PolicyRule[]
  /** Set if an authorizer has rules that it cannot list. */
  readonly incomplete?: boolean
  readonly errors: readonly string[]
}

/** A write of a role or a binding, as far as mutating admission. */
export type RoleWrite = {
  readonly user: Identified
  readonly resource: string
  readonly namespace: string
  /** Empty for a POST. */
  readonly nameInPath: string
  readonly object: KubeObject
  readonly oldObject: KubeObject | undefined
}

/** What is known of the rules behind an authorizer. */
export type RuleResolver = {
  /** Tells whether a user may do something, where that is asked and not done. */
  readonly decide: Authorizer
  /** Returns all rules of a user in a namespace. */
  readonly rulesFor: (user: Identified, namespace: string) => UserRules
  /** @throws StatusError 403 for a write by which somebody would give rights away without having them */
  readonly mustNotEscalate: (write: RoleWrite) => void
}
