import type { Input } from '../../base/input/input.js'
import type { Call } from '../../model/call/call.js'
import { type KubernetesVersion, atLeast } from '../../model/registry/kubernetes-version.js'
import type { Identified } from '../../model/registry/account-tokens.js'
import {
  ALLOWED,
  type AccessRequest,
  type Authorizer,
  type Decision,
  type RuleResolver,
  alwaysAllow,
  isAllowed,
} from '../../model/registry/authorizer.js'
import { refusal } from '../../rest/access.js'
import type { Note } from '../journal/note.js'
import type { Query } from '../wire/query.js'
import { unescaped } from '../wire/route.js'
import type { AccessChoice, AuthorizationMode } from './choice.js'
import { type Judgement, type Judgements, type Usage, type Use, createJudgements, createUsage } from './judgements.js'
import { type NeededRoles, type NeededRule, neededRoles, unneededRules } from './needed-roles.js'
import { createNodeAuthorizer } from './node-authorizer.js'
import { nodeOf } from './users.js'
import { EVERYTHING, type RbacSource, createRbac, mustNotEscalate } from './rbac.js'
import { accessRequested, requestedBy } from './request.js'

/** The parts of an HTTP request that its authorization depends on. */
type Asked = {
  readonly raw: { readonly url: string }
  readonly method: string
  readonly path: string
  readonly query: Query
  readonly note: Note
}

/** What a server does where requests are authorized. */
export type Access = RuleResolver & {
  /** Decides on what a user does besides the request itself, and keeps what was used and refused. */
  readonly authorize: Authorizer
  /** @throws StatusError 403 for an HTTP request that its user may not make */
  readonly passRequest: (user: Identified, asked: Asked) => void
  /** @throws StatusError 403 for a call of the cluster's own methods, or of a controller, that its user may not make */
  readonly passCall: (call: Call, note: Note | undefined) => void
  readonly usage: Usage
  /** Returns the roles that somebody needs for what was done. */
  readonly used: (user: string) => NeededRoles
  /** Returns the rules that nobody needed, or not this user. */
  readonly unused: (roles: Input, user?: string) => readonly NeededRule[]
}

const NO_OPINION: Decision = { decision: 'no opinion', reason: '' }
const DENIED: Decision = { decision: 'no opinion', reason: 'Everything is forbidden.' }

/** Makes the authorizers that were chosen, asked one after the other, and the rules behind them. */
export function createAccess(
  { modes, audit = false }: AccessChoice,
  source: RbacSource,
  version: KubernetesVersion,
): Access {
  const rbac = createRbac(source)
  const record = createUsage()
  const authorizers: { readonly [mode in AuthorizationMode]: Authorizer } = {
    Node: createNodeAuthorizer(source.peek, version),
    RBAC: rbac.authorize,
    AlwaysAllow: alwaysAllow,
    AlwaysDeny: () => DENIED,
  }
  // Since 1.37 what an authorizer says begins with its name.
  const nameOf = (mode: AuthorizationMode) => (atLeast(version, '1.37') ? `${mode.toLowerCase()}: ` : '')
  const all = modes.map((mode) => ({ says: nameOf(mode), authorize: authorizers[mode] }))
  const decide: Authorizer = (user, request) => united(all, user, request)
  const stateFor = (user: Identified) => {
    if (isPrivileged(user)) return () => ALLOWED
    // What a node may do depends on its pods too.
    return nodeOf(user) === undefined ? rbac.state : () => undefined
  }
  const { judge, clear } = createJudgements(decide, { stateFor, of: rbac.rolesAbout }, record)
  const usage: Usage = {
    ...record,
    clear() {
      record.clear()
      clear()
    },
  }
  const authorize: Authorizer = (user, request) => {
    const decision = decide(user, request)
    count(usage.of(user, request), isAllowed(decision))
    return audit && !isAllowed(decision) ? ALLOWED : decision
  }
  return {
    ...{ decide, authorize, usage },
    used: (user) => neededRoles(user, usage.list(), version),
    unused: (roles, user) =>
      unneededRules(
        roles,
        usage.list().filter((use) => user === undefined || use.user === user),
      ),
    ...passing(judge, audit, modes.includes('RBAC') && !modes.includes('Node')),
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
/** Makes the checks of requests; what is refused passes with `audit`, what simulated kubelets do with the last. */
function passing(
  judge: Judgements['judge'],
  audit: boolean,
  passesKubelets: boolean,
): Pick<Access, 'passRequest' | 'passCall'> {
  const pass = (user: Identified, judgement: Judgement, note: Note | undefined): void => {
    const { isAllowed: allowed, use, request, decision, annotations } = judgement
    count(use, allowed)
    if (note) note.annotations = annotations
    if (!allowed && !audit) throw refusal(user, request, decision.reason)
  }
  return {
    passRequest(user, { raw, method, path, query, note }) {
      const read = () => accessRequested(method, unescaped(path) ?? path, query)
      pass(user, judge(user, [method], raw.url, read), note)
    },
    passCall(call, note) {
      const { target, options, user, controller } = call
      if (passesKubelets && controller !== undefined && nodeOf(user) !== undefined) return
      const { verb, def, namespace, name, subresource } = target
      const scope = [def, verb, subresource, namespace, options.fieldSelector]
      pass(
        user,
        judge(user, scope, name, () => requestedBy(call)),
        note,
      )
    },
  }
}

/** Counts a use, if it is kept. */
function count(use: Use | undefined, allowed: boolean): void {
  if (!use) return
  use.count++
  use.allowed &&= allowed
}

/** The group that may do everything, whatever the roles say. */
const isPrivileged = ({ groups }: Identified): boolean => groups.includes('system:masters')

/** An authorizer, and what the reasons that it has for no opinion begin with. */
type Named = { readonly says: string; readonly authorize: Authorizer }

/** Asks authorizers until one allows or denies (k8s.io/apiserver, pkg/authorization/union). */
function united(all: readonly Named[], user: Identified, request: AccessRequest): Decision {
  if (isPrivileged(user)) return ALLOWED
  const reasons: string[] = []
  for (const { says, authorize } of all) {
    const decision = authorize(user, request)
    if (isAllowed(decision) || decision.decision === 'deny') return decision
    if (decision.reason !== '') reasons.push(`${says}${decision.reason}`)
  }
  return reasons.length === 0 ? NO_OPINION : { decision: 'no opinion', reason: reasons.join('\n') }
}
