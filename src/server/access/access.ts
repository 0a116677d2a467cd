import type { Identified } from '../../model/registry/account-tokens.js'
import {
  type AccessRequest,
  type Authorizer,
  type Decision,
  type RuleResolver,
  alwaysAllow,
  isAllowed,
} from '../../model/registry/authorizer.js'
import { refusal } from '../../rest/access.js'
import type { KubeObject } from '../../schema/object.js'
import type { ObjectTable } from '../../store/log.js'
import { type Note, noteAnnotation } from '../journal/note.js'
import type { Query } from '../wire/query.js'
import { unescaped } from '../wire/route.js'
import type { AccessChoice, AuthorizationMode } from './choice.js'
import { mustNotEscalate } from './escalation.js'
import { createNodeAuthorizer, nodeOf } from './node-authorizer.js'
import { createRbac } from './rbac.js'
import { accessRequested } from './request.js'
import { type Usage, createUsage } from './usage.js'

/** The parts of an HTTP request that its authorization depends on. */
type Asked = {
  readonly method: string
  readonly path: string
  readonly query: Query
}

/** What a server does where requests are authorized. */
export type Access = RuleResolver & {
  /** Decides on what a user does, and keeps what was used and refused. */
  readonly authorize: Authorizer
  /** @throws StatusError 403 for a request that its user may not make */
  readonly mustPass: (user: Identified, request: AccessRequest, note: Note) => void
  /** Returns what an HTTP request asks to do. */
  readonly requested: (asked: Asked) => AccessRequest
  readonly usage: Usage
}

const DECISION = 'authorization.k8s.io/decision'
const REASON = 'authorization.k8s.io/reason'

const NO_OPINION: Decision = { decision: 'no opinion', reason: '' }
const DENIED: Decision = { decision: 'no opinion', reason: 'Everything is forbidden.' }
const PASSED: Decision = { decision: 'allow', reason: '' }

/** Makes the authorizers that were chosen, asked one after the other, and the rules behind them. */
export function createAccess(
  { modes, audit = false }: AccessChoice,
  table: (name: string) => ObjectTable<KubeObject> | undefined,
): Access {
  const rbac = createRbac(table)
  const usage = createUsage()
  const authorizers: { readonly [mode in AuthorizationMode]: Authorizer } = {
    Node: createNodeAuthorizer(table),
    RBAC: rbac.authorize,
    AlwaysAllow: alwaysAllow,
    AlwaysDeny: () => DENIED,
  }
  const all = [privileged, ...modes.map((mode) => authorizers[mode])]
  const decide: Authorizer = (user, request) => united(all, user, request)
  const authorize: Authorizer = (user, request) => {
    const decision = decide(user, request)
    usage.note(user, request, decision)
    return audit && !isAllowed(decision) ? PASSED : decision
  }
  return {
    decide,
    authorize,
    usage,
    requested: ({ method, path, query }) => accessRequested(method, unescaped(path) ?? path, query),
    mustPass(user, request, note) {
      const decision = authorize(user, request)
      noteAnnotation(note, DECISION, isAllowed(decision) ? 'allow' : 'forbid')
      noteAnnotation(note, REASON, decision.reason)
      if (!isAllowed(decision)) throw refusal(user, request, decision.reason)
    },
    rulesFor(user, namespace) {
      if (modes.includes('AlwaysAllow')) return { rules: EVERYTHING, errors: [] }
      const isNode = modes.includes('Node') && nodeOf(user) !== undefined
      const { rules, errors } = modes.includes('RBAC') ? rbac.rulesFor(user, namespace) : NOTHING
      return { rules, incomplete: isNode, errors: [...(isNode ? [NODE_RULES] : []), ...errors] }
    },
    mustNotEscalate: (write) => mustNotEscalate({ ...rbac, authorize }, write),
  }
}

const NODE_RULES = 'node authorizer does not support user rule resolution'
const NOTHING = { rules: [], errors: [] }
const EVERYTHING = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
]

/** The group that may do everything, whatever the roles say. */
const privileged: Authorizer = ({ groups }) => (groups.includes('system:masters') ? PASSED : NO_OPINION)

/** Asks authorizers until one allows or denies (k8s.io/apiserver, pkg/authorization/union). */
function united(all: readonly Authorizer[], user: Identified, request: AccessRequest): Decision {
  const reasons: string[] = []
  for (const authorize of all) {
    const decision = authorize(user, request)
    if (isAllowed(decision) || decision.decision === 'deny') return decision
    if (decision.reason !== '') reasons.push(decision.reason)
  }
  return reasons.length === 0 ? NO_OPINION : { decision: 'no opinion', reason: reasons.join('\n') }
}
