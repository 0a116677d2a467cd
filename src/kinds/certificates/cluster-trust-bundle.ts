import { createLateLibrary } from '../../base/turns/late-library.js'
import type { ClusterTrustBundle } from '../../model/generated/types/certificates-v1.js'
import { docOf } from '../../model/registry/column.js'
import { nameColumn } from '../../model/registry/columns.js'
import type { Profile } from '../../model/registry/profile.js'
import { type KindVersions, type StructDeclaration, defineStructKind, inVersions } from '../struct/struct-kind.js'
import type { UncheckedObject } from '../struct/unchecked.js'
import { subdomainName } from '../../base/rules/names.js'

/** A ClusterTrustBundle before validation. */
export type TrustBundle = UncheckedObject<ClusterTrustBundle>

const VERSIONS: KindVersions = {
  v1: { since: '1.37' },
  v1beta1: { deprecated: '1.37', until: '1.40', replacement: 'v1' },
}

/** ClusterTrustBundle: certificates of authorities that whoever reads it trusts. */
export const clusterTrustBundle = defineStructKind<TrustBundle>('certificates.v1.ClusterTrustBundle', (profile) =>
  declaredIn('v1', profile),
)

/** ClusterTrustBundle in its beta version. */
export const betaClusterTrustBundle = defineStructKind<TrustBundle>(
  'certificates.v1beta1.ClusterTrustBundle',
  (profile) => declaredIn('v1beta1', profile),
)

// Loaded on demand, as the code that parses certificates is long.
const rules = createLateLibrary(() => import('./certificate-rules.js'))

const declaredIn = (version: string, profile: Profile): StructDeclaration<TrustBundle> => ({
  group: 'certificates.k8s.io',
  scope: 'Cluster',
  gate: 'ClusterTrustBundle',
  names: { kind: 'ClusterTrustBundle', plural: 'clustertrustbundles' },
  ...inVersions(VERSIONS, version, profile),
  schema: { ready: rules.load },
  metadata: { name: (name, prefix, object) => trustBundleNameFaults(signerOf(object), name, prefix) },
  create: {
    validate: (object, context) => [
      ...context.validateObjectMeta(object),
      ...rules.needed().validateTrustBundle(object),
    ],
  },
  update: {
    allowUnconditional: false,
    validate: (next, old, context) => [
      ...context.validateObjectMeta(next),
      ...rules.needed().validateTrustBundle(next, old),
      ...context.validateObjectMetaUpdate(next, old),
      ...rules.needed().validateSameSigner(next, old),
    ],
  },
  selectable: { fields: { 'spec.signerName': signerOf }, namespace: false },
  table: {
    columns: [
      nameColumn,
      {
        name: 'SignerName',
        description: docOf('certificates.v1.ClusterTrustBundleSpec', 'signerName'),
        cell: (object) => signerOf(object) || '<none>',
      },
    ],
  },
})

const signerOf = ({ spec }: TrustBundle): string => spec?.signerName ?? ''

/** Returns the faults of the name of a ClusterTrustBundle: that of one with a signer begins with the signer's. */
export function trustBundleNameFaults(signer: string, name: string, prefix: boolean): readonly string[] {
  if (signer === '')
    return name.includes(':')
      ? ['ClusterTrustBundle without signer name must not have ":" in its name']
      : subdomainName(name, prefix)
  const first = `${signer.replaceAll('/', ':')}:`
  return name.startsWith(first)
    ? subdomainName(name.slice(first.length), prefix)
    : [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${first}`]
}
