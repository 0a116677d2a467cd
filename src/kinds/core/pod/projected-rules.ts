import { type Issue, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { GoText } from '../../../base/go/printable.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { SHORTEST_LIFE, longestLifeOf, validateUserAnnotations } from '../../certificates/certificate-rules.js'
import { trustBundleNameFaults } from '../../certificates/cluster-trust-bundle.js'
import { validateSignerName } from '../../certificates/signer-name.js'
import { validateLabelSelector } from '../../shared/label-selector.js'
import { type MemberRule, all, localPath, requiredValue } from '../../struct/member-rules.js'
import type { Unchecked } from '../../struct/unchecked.js'
import type { ClusterTrustBundleProjection, PodCertificateProjection } from '../../../model/generated/types/core-v1.js'

type Bundle = Unchecked<ClusterTrustBundleProjection>
type Certificate = Unchecked<PodCertificateProjection>

/** Validates a projected trust bundle. */
export const trustBundle: MemberRule = (_, field, owner) => {
  const bundle = owner as Bundle // ensured by the schema
  return [...bundleIssues(bundle, field), ...all(requiredValue, localPath)(bundle.path, `${field}.path`, {})]
}

function* bundleIssues(bundle: Bundle, field: string): Iterable<Issue> {
  const { name, signerName, labelSelector } = bundle
  if (name !== undefined && signerName !== undefined) {
    yield invalid(field, internalForm(bundle), 'only one of name and signerName may be used')
  } else if (name !== undefined) {
    if (name === '') yield required(`${field}.name`, 'must be a valid object name')
    const end = name.lastIndexOf(':')
    const signer = end < 0 ? '' : name.slice(0, end).replaceAll(':', '/')
    for (const fault of trustBundleNameFaults(signer, name, false))
      yield invalid(`${field}.name`, name, `not a valid clustertrustbundlename: ${fault}`)
    if (labelSelector !== undefined)
      yield invalid(`${field}.labelSelector`, labelSelector, 'labelSelector must be unset if name is specified')
  } else if (signerName !== undefined) {
    if (signerName === '') yield required(`${field}.signerName`, 'must be a valid signer name')
    yield* validateSignerName(signerName, `${field}.signerName`)
    if (labelSelector) yield* validateLabelSelector(labelSelector, `${field}.labelSelector`)
  } else yield required(field, 'either name or signerName must be specified')
}

/** The struct as a server prints it, which has users of files since v1.37. */
const internalForm = ({ name, signerName, labelSelector, optional, path }: Bundle): GoText => {
  const members = {
    Name: name ?? null,
    SignerName: signerName ?? null,
    LabelSelector: labelSelector ?? null,
    Optional: optional ?? null,
    Path: path ?? '',
    ...(runsAtLeast('1.37') ? { User: null } : {}),
  }
  return new GoText(JSON.stringify(members))
}

const KEY_TYPES = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519']
const PATHS = ['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const

/** Validates a projected certificate. */
export const certificate: MemberRule = (_, field, owner) => [...certificateIssues(owner as Certificate, field)] // as above

function* certificateIssues(projection: Certificate, field: string): Iterable<Issue> {
  const { signerName = '', keyType = '', maxExpirationSeconds: life, userAnnotations } = projection
  yield* validateSignerName(signerName, `${field}.signerName`)
  if (userAnnotations) yield* validateUserAnnotations(userAnnotations, `${field}.userAnnotations`)
  if (!KEY_TYPES.includes(keyType)) yield notSupported(`${field}.keyType`, keyType, KEY_TYPES)
  const at = `${field}.maxExpirationSeconds`
  const longest = longestLifeOf(signerName)
  if (life !== undefined && life < SHORTEST_LIFE)
    yield invalid(at, life, `if provided, maxExpirationSeconds must be >= ${SHORTEST_LIFE}`)
  if (life !== undefined && life > longest)
    yield invalid(at, life, `if provided, maxExpirationSeconds must be <= ${longest}`)
  for (const path of PATHS) yield* localPath(projection[path], `${field}.${path}`, {})
  if (!PATHS.some((path) => projection[path]))
    yield required(field, 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath')
}
