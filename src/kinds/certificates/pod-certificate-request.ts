import { createLateLibrary } from '../../base/turns/late-library.js'
import type { PodCertificateRequest } from '../../model/generated/types/certificates-v1.js'
import { type Column, docOf } from '../../model/registry/column.js'
import { nameColumn } from '../../model/registry/columns.js'
import { structFiller } from '../struct/struct-defaults.js'
import { defineStructKind, mainSubresource, statusOnly, withOtherPartOfStored } from '../struct/struct-kind.js'
import type { UncheckedObject } from '../struct/unchecked.js'

/** A PodCertificateRequest before validation. */
export type PodRequest = UncheckedObject<PodCertificateRequest>

const SPEC = 'certificates.v1.PodCertificateRequestSpec'
const DAY = 24 * 60 * 60
const fill = structFiller({ [SPEC]: { maxExpirationSeconds: DAY } })

// Loaded on demand, as the code that parses certificates is long.
const rules = createLateLibrary(() => import('./certificate-rules.js'))

const STATES = ['Issued', 'Denied', 'Failed']

/** PodCertificateRequest: a kubelet's request for a certificate of a pod. */
export const podCertificateRequest = defineStructKind<PodRequest>('certificates.v1.PodCertificateRequest', () => ({
  group: 'certificates.k8s.io',
  scope: 'Namespaced',
  lifetime: { since: '1.37' },
  gate: 'PodCertificateRequest',
  names: { kind: 'PodCertificateRequest', plural: 'podcertificaterequests' },
  schema: { ready: rules.load, defaults: (object) => fill('certificates.v1.PodCertificateRequest', object) },
  subresources: { main: mainSubresource, status: statusOnly },
  create: {
    prepare: ({ status: _, ...object }) => ({ ...object, status: {} }),
    validate: (object, context) => [...context.validateObjectMeta(object), ...rules.needed().validateRequest(object)],
  },
  update: {
    allowUnconditional: false,
    prepare: withOtherPartOfStored,
    validate: (next, old, context) => {
      const metadata = context.validateObjectMetaUpdate(next, old)
      if (context.subresource !== 'status') return [...metadata, ...rules.needed().validateSameSpec(next, old)]
      return metadata.length > 0 ? metadata : rules.needed().validateStatus(next, old, context)
    },
  },
  selectable: {
    fields: {
      'spec.signerName': ({ spec }) => spec?.signerName ?? '',
      'spec.podName': ({ spec }) => spec?.podName ?? '',
      'spec.nodeName': ({ spec }) => spec?.nodeName ?? '',
    },
    namespace: false,
  },
  table: {
    columns,
  },
}))

const stateOf = ({ status }: PodRequest): string =>
  (status?.conditions ?? []).findLast(({ type = '' }) => STATES.includes(type))?.type ?? 'Pending'

const annotationsText = ({ spec }: PodRequest): string =>
  Object.entries(spec?.unverifiedUserAnnotations ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(',') || '<none>'

const columns: readonly Column<PodRequest>[] = [
  nameColumn,
  {
    name: 'PodName',
    description: docOf('certificates.v1.PodCertificateRequestSpec', 'podName'),
    cell: ({ spec }) => spec?.podName ?? '',
  },
  {
    name: 'ServiceAccountName',
    description: docOf('certificates.v1.PodCertificateRequestSpec', 'serviceAccountName'),
    cell: ({ spec }) => spec?.serviceAccountName ?? '',
  },
  {
    name: 'NodeName',
    description: docOf('certificates.v1.PodCertificateRequestSpec', 'nodeName'),
    cell: ({ spec }) => spec?.nodeName ?? '',
  },
  {
    name: 'SignerName',
    description: docOf('certificates.v1.PodCertificateRequestSpec', 'signerName'),
    cell: ({ spec }) => spec?.signerName ?? '',
  },
  { name: 'State', description: 'Is the request Pending, Issued, Denied, or Failed?', cell: stateOf },
  {
    name: 'UnverifiedUserAnnotations',
    description: docOf('certificates.v1.PodCertificateRequestSpec', 'unverifiedUserAnnotations'),
    cell: annotationsText,
  },
]
