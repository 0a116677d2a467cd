import { type KubeObject, storedName } from '../../schema/object.js'
import { splitApiVersion } from '../../model/registry/type-meta.js'
import { type Issue, invalid } from '../../base/errors/issue.js'
import { badRequest, conflict, invalidStatus, notFound } from '../../base/errors/status.js'
import { formatTime } from '../../base/time/time.js'
import type { ClaimedRef, TokenClaims } from '../../model/registry/account-tokens.js'
import type { ActContext } from '../../model/registry/act-context.js'
import type { DeclaredAct } from '../../model/registry/kind-def.js'
import { objectMeta } from '../../schema/metadata.js'
import { inWireOrder } from '../../schema/order.js'
import type { BoundRef, TokenRequest } from './service-account-token.js'

const HOUR = 3600
const LEAST_SECONDS = 10 * 60
const MOST_SECONDS = 2 ** 32
const YEAR = 365 * 24 * HOUR
// The lifetime of the token volumes that the ServiceAccount plug-in adds to pods. Such a token is issued for longer,
// with a claim for when to warn about its use.
const PROJECTED_SECONDS = HOUR + 7

const SUBJECT = { group: 'authentication.k8s.io', resource: 'TokenRequest' }

/** Refuses a request whose name is not that of its service account. */
export const checkName: NonNullable<DeclaredAct['checkName']> = (body, name) => {
  const { name: given } = body.metadata
  if (!given || given === name) return
  throw invalidStatus(SUBJECT, name, [
    invalid('metadata.name', given, 'must match the service account name if specified'),
  ])
}

/** Returns a request for a token with the uid of its service account, which it may state (since v1.34). */
export function withUid(account: KubeObject, body: KubeObject): KubeObject {
  const { uid } = account.metadata
  const { uid: stated = uid } = body.metadata
  if (stated !== uid)
    throw conflict(
      { group: SUBJECT.group, resource: SUBJECT.resource },
      account.metadata.name ?? '',
      `the UID in the token request (${stated}) does not match the UID of the service account (${uid})`,
    )
  return uid === undefined ? body : { ...body, metadata: { ...body.metadata, uid } }
}

/** Returns a request for a token with what the server decides, but not yet the token. */
export const prepare: NonNullable<DeclaredAct['prepare']> = (account, body, { now, accounts }) => {
  const { spec = {}, status: _, metadata, ...request } = body as TokenRequest // the subresource takes only these
  const { audiences, expirationSeconds = 0 } = spec // has its default
  const issues = validateSeconds(expirationSeconds)
  if (issues.length > 0) throw invalidStatus(SUBJECT, '', issues)
  const { namespace = '' } = account.metadata
  const filled = { ...metadata, name: storedName(account), namespace, creationTimestamp: now }
  return {
    ...request,
    metadata: inWireOrder(objectMeta, filled, 0),
    spec: { ...spec, audiences: audiences?.length ? audiences : accounts.audiences },
    status: { token: '', expirationTimestamp: null },
  }
}

/** Issues a token for a service account and returns it in the request. */
export const perform: DeclaredAct['perform'] = (account, body, context) => {
  const request = body as TokenRequest // as it was prepared
  const { expirationSeconds: seconds = 0, ...spec } = request.spec ?? {}
  const audiences = spec.audiences ?? []
  const bound = spec.boundObjectRef ? boundTo(account, spec.boundObjectRef, context) : {}
  const isOfPod = bound.pod !== undefined && seconds === PROJECTED_SECONDS
  const warns = isOfPod && audiences.every((each) => context.accounts.audiences.includes(each))
  const claims = claimsOf(account, bound, { audiences, seconds, warns }, context)
  return {
    type: 'shown',
    object: {
      ...request,
      status: {
        token: context.accounts.issue(claims),
        expirationTimestamp: formatTime(Date.parse(context.now) + seconds * 1000),
      },
    },
  }
}

function validateSeconds(seconds: number): readonly Issue[] {
  const field = 'spec.expirationSeconds'
  if (seconds < LEAST_SECONDS) return [invalid(field, seconds, 'may not specify a duration less than 10 minutes')]
  return seconds > MOST_SECONDS ? [invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')] : []
}

type Bound = { readonly node?: ClaimedRef; readonly pod?: ClaimedRef; readonly secret?: ClaimedRef }

/** Returns the object whose deletion invalidates the token. */
function boundTo(account: KubeObject, ref: BoundRef, { get }: ActContext): Bound {
  const { kind = '', apiVersion = '', name = '' } = ref
  const [group, version] = splitApiVersion(apiVersion)
  const { namespace = '' } = account.metadata
  const find = (plural: string, key: string) => {
    if (name === '') throw badRequest('Name parameter required.')
    const object = get(`/${plural}`, key)
    if (!object) throw notFound({ group: '', resource: plural }, name)
    const uid = object.metadata.uid ?? ''
    return { object, claimed: { name, uid } }
  }
  const checked = (bound: Bound, { uid }: ClaimedRef): Bound => {
    if (ref.uid && ref.uid !== uid)
      throw conflict(
        { group, resource: kind },
        name,
        `the UID in the bound object reference (${ref.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
      )
    return bound
  }
  if (group === '' && kind === 'Pod') {
    const { object, claimed: pod } = find('pods', `${namespace}/${name}`)
    const { serviceAccountName, nodeName } = (object as PodOfAccount).spec ?? {} // that table's type
    if (serviceAccountName !== storedName(account))
      throw badRequest(
        `cannot bind token for serviceaccount "${storedName(account)}" to pod running with different serviceaccount name.`,
      )
    const node = nodeName ? { node: nodeNamed(nodeName, get('/nodes', nodeName)?.metadata.uid) } : {}
    return checked({ pod, ...node }, pod)
  }
  if (group === '' && kind === 'Node') {
    const { claimed: node } = find('nodes', name)
    return checked({ node }, node)
  }
  if (group === '' && kind === 'Secret') {
    const { claimed: secret } = find('secrets', `${namespace}/${name}`)
    return checked({ secret }, secret)
  }
  throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`)
}

/** Returns the reference to a node, with only the name if the node does not exist. */
const nodeNamed = (name: string, uid: string | undefined): ClaimedRef => (uid ? { name, uid } : { name })

type PodOfAccount = KubeObject & {
  readonly spec?: { readonly serviceAccountName?: string; readonly nodeName?: string }
}

type Terms = { readonly audiences: readonly string[]; readonly seconds: number; readonly warns: boolean }

/** Returns the claims of a token, in alphabetical order. */
function claimsOf(
  { metadata: { name = '', namespace = '', uid = '' } }: KubeObject,
  { node, pod, secret }: Bound,
  { audiences, seconds, warns }: Terms,
  { now, uuid, accounts }: ActContext,
): TokenClaims {
  const at = Math.floor(Date.parse(now) / 1000)
  return {
    aud: audiences,
    exp: at + (warns ? YEAR : seconds),
    iat: at,
    iss: accounts.issuer,
    jti: uuid(),
    'kubernetes.io': {
      namespace,
      ...(node ? { node } : {}),
      ...(pod ? { pod } : {}),
      ...(secret ? { secret } : {}),
      serviceaccount: { name, uid },
      ...(warns ? { warnafter: at + seconds } : {}),
    },
    nbf: at,
    sub: `system:serviceaccount:${namespace}:${name}`,
  }
}
