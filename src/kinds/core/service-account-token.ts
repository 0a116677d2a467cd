import { type KubernetesVersion, atLeast } from '../../model/registry/kubernetes-version.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import type { DeclaredAct } from '../../model/registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import { defineStructKind } from '../struct/struct-kind.js'

// Loaded on demand: only requests for tokens need it.
const issuing = createLateLibrary(() => import('./issue-token.js'))

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
      // An hour.
      spec: { ...object.spec, expirationSeconds: object.spec?.expirationSeconds ?? 3600 },
    }),
  },
  subresources: { token: { verbs: ['create'], resetFields: [] } },
  table: { columns: [] },
}))

/** Issues a token for a service account and returns it. */
export const tokenAct = (version: KubernetesVersion): DeclaredAct => ({
  def: tokenRequest,
  signs: issuing.load,
  checkName: (...given) => issuing.needed().checkName(...given),
  prepare: (account, body, context) =>
    issuing
      .needed()
      .prepare(account, atLeast(version, '1.34') ? issuing.needed().withUid(account, body) : body, context),
  perform: (...given) => issuing.needed().perform(...given),
})
