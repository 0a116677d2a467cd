import { createLateLibrary } from '../../base/turns/late-library.js'
import type { DeclaredAct } from '../../model/registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import { defineStructKind } from '../struct/struct-kind.js'

// Loaded on demand: only requests for tokens need it.
const issuing = createLateLibrary(() => import('./issue-token.js'))

/** How long a token is valid if a request does not say. */
const SECONDS = 3600

/** The object that a token is bound to. */
export type BoundRef = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly name?: string
  readonly uid?: string
}
/** A request for a token of a service account. */
export type TokenRequest = KubeObject & {
  readonly spec?: {
    readonly audiences?: readonly string[] | null
    readonly expirationSeconds?: number
    readonly boundObjectRef?: BoundRef | null
  }
}

const tokenRequest = defineStructKind<TokenRequest>('authentication.v1.TokenRequest', () => ({
  group: 'authentication.k8s.io',
  scope: 'Namespaced',
  names: { kind: 'TokenRequest', plural: 'tokenrequests' },
  schema: {
    defaults: (object) => ({
      ...object,
      spec: { ...object.spec, expirationSeconds: object.spec?.expirationSeconds ?? SECONDS },
    }),
  },
  subresources: { token: { verbs: ['create'], resetFields: [] } },
  table: { columns: [] },
}))

/** Issues a token for a service account and returns it. */
export const tokenAct: DeclaredAct = {
  def: tokenRequest,
  signs: true,
  checkName: (body, name) => issuing.needed().checkName(body, name),
  prepare: (account, body, context) => issuing.needed().prepare(account, body, context),
  perform: (account, body, context) => issuing.needed().perform(account, body, context),
}
