import { humanAge } from '../../base/time/time.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import { docOf } from '../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import type { DeclaredSubresource } from '../../model/registry/kind-def.js'
import type { RuleContext } from '../../model/registry/rule-context.js'
import { loadDifferences } from '../struct/go-formats.js'
import { defineStructKind } from '../struct/struct-kind.js'
import type { SigningRequest } from './signing-request-rules.js'

type RequestCondition = NonNullable<NonNullable<SigningRequest['status']>['conditions']>[number]

const conditionsOf = ({ status }: SigningRequest): readonly RequestCondition[] => status?.conditions ?? []

const withConditions = (object: SigningRequest, conditions: readonly RequestCondition[]): SigningRequest =>
  conditions.length > 0 ? { ...object, status: { ...object.status, conditions } } : object

/**
 * Restores the stored Approved and Denied conditions if their number is unchanged: the status subresource must not
 * modify decisions.
 */
function keptDecisions(next: SigningRequest, old: SigningRequest): SigningRequest {
  const kept = ['Approved', 'Denied'].reduce((conditions, type) => {
    const before = conditionsOf(old).filter((condition) => condition.type === type)
    if (conditions.filter((condition) => condition.type === type).length !== before.length) return conditions
    let i = 0
    return conditions.map((condition) => (condition.type === type ? (before[i++] ?? condition) : condition))
  }, conditionsOf(next))
  return withConditions(next, kept)
}

/** Sets missing times of conditions: to now, or to the transition time of the stored condition they repeat. */
function stamped(next: SigningRequest, old: SigningRequest, now: string): SigningRequest {
  const conditions = conditionsOf(next).map((condition) => {
    const before = conditionsOf(old).find(
      ({ type, status, lastTransitionTime }) =>
        type === condition.type && status === condition.status && lastTransitionTime,
    )
    return {
      ...condition,
      lastUpdateTime: condition.lastUpdateTime || now,
      lastTransitionTime: condition.lastTransitionTime || (before?.lastTransitionTime ?? now),
    }
  })
  return withConditions(next, conditions)
}

// Loaded on demand: few clusters have such requests, and the code that parses them is long.
const rules = createLateLibrary(() => import('./signing-request-rules.js'))

const VERBS = ['get', 'patch', 'update'] as const
const status: DeclaredSubresource = { verbs: VERBS, resetFields: ['spec'], unowned: ['spec', 'status.conditions'] }
const approval: DeclaredSubresource = {
  verbs: VERBS,
  resetFields: ['spec', 'status.certificate'],
  unowned: ['spec', 'status.certificate'],
  tables: false,
}

/** CertificateSigningRequest: a request for a signed certificate. */
export const certificateSigningRequest = defineStructKind<SigningRequest>(
  'certificates.v1.CertificateSigningRequest',
  () => ({
    group: 'certificates.k8s.io',
    scope: 'Cluster',
    names: { kind: 'CertificateSigningRequest', plural: 'certificatesigningrequests', shortNames: ['csr'] },
    schema: { ready: rules.load },
    metadata: { name: () => [] },
    subresources: { main: { resetFields: ['spec', 'status'] }, status, approval },
    create: {
      prepare: (object, { user }) => askedBy(object, user),
      validate: (object, context) => [...context.validateObjectMeta(object), ...rules.needed().validateRequest(object)],
    },
    update: {
      ready: loadDifferences,
      prepare: (next, old, { subresource, now }) => {
        if (subresource === 'status') return stamped(keptDecisions(next, old), old, now())
        return subresource === 'approval' ? stamped(next, old, now()) : next
      },
      validate: (next, old, context) => [
        ...context.validateObjectMeta(next),
        ...rules.needed().validateRequest(next, old),
        ...rules.needed().validateChange(next, old, context.subresource),
        ...context.validateObjectMetaUpdate(next, old),
      ],
    },
    selectable: { fields: { 'spec.signerName': ({ spec }) => spec?.signerName ?? '' }, namespace: false },
    table: {
      columns: [
        nameColumn,
        ageColumn,
        {
          name: 'SignerName',
          description:
            'Requested signer for the request. It is a qualified name in the form: `scope-hostname.io/name`. If empty, it will be defaulted:\n 1. If it\'s a kubelet client certificate, it is assigned\n    "kubernetes.io/kube-apiserver-client-kubelet".\n 2. If it\'s a kubelet serving certificate, it is assigned\n    "kubernetes.io/kubelet-serving".\n 3. Otherwise, it is assigned "kubernetes.io/legacy-unknown".\nDistribution of trust for signers happens out of band. You can select on this field using `spec.signerName`.',
          cell: ({ spec }) => spec?.signerName || '<none>',
        },
        { name: 'Requestor', description: 'Base64-encoded PKCS#10 CSR data', cell: ({ spec }) => spec?.username ?? '' },
        {
          name: 'RequestedDuration',
          description: docOf('certificates.v1.CertificateSigningRequestSpec', 'expirationSeconds'),
          cell: durationText,
        },
        {
          name: 'Condition',
          description: 'Conditions applied to the request, such as approval or denial.',
          cell: conditionText,
        },
      ],
    },
  }),
)

/** Sets the requesting user of a new request and clears its status. */
function askedBy({ spec, ...object }: SigningRequest, user: RuleContext['user']): SigningRequest {
  // A fixture states the requesting user itself.
  if (!user) return { ...object, spec: spec ?? {}, status: {} }
  const { username: _, uid: __, groups: ___, extra: ____, ...asked } = spec ?? {}
  const { name, uid, groups, extra } = user
  const asking = { username: name, ...(uid ? { uid } : {}), groups, ...(extra ? { extra } : {}) }
  return { ...object, spec: { ...asked, ...asking }, status: {} }
}

function durationText({ spec }: SigningRequest): string {
  return spec?.expirationSeconds === undefined ? '<none>' : humanAge(spec.expirationSeconds * 1000)
}

function conditionText({ status: { conditions, certificate } = {} }: SigningRequest): string {
  const has = (type: string) => (conditions ?? []).some((condition) => condition.type === type)
  const decided = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending'
  return `${decided}${has('Failed') ? ',Failed' : ''}${certificate ? ',Issued' : ''}`
}
