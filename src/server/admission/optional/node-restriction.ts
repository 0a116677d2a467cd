import { aggregateText } from '../../../base/errors/issue.js'
import { notFound } from '../../../base/errors/status.js'
import { worded } from '../../../base/errors/wording.js'
import { goQuote } from '../../../base/go/printable.js'
import { jsonEqual } from '../../../base/json/json.js'
import { faultOfRequest, parseRequest } from '../../../kinds/certificates/certificate-request.js'
import { MIRROR } from '../../../kinds/core/pod/pod-types.js'
import { referencesOf } from '../../../kinds/core/pod/references.js'
import { formatDiff } from '../../../kinds/struct/go-formats.js'
import type { TokenRequest } from '../../../model/generated/types/authentication-v1.js'
import type { CertificateSigningRequest } from '../../../model/generated/types/certificates-v1.js'
import type {
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodResourceClaimStatus,
  Volume,
} from '../../../model/generated/types/core-v1.js'
import type { OwnerReference } from '../../../model/generated/types/meta-v1.js'
import type { CSIDriver } from '../../../model/generated/types/storage-v1.js'
import { isAllowed } from '../../../model/registry/authorizer.js'
import { wordingOf } from '../../../model/registry/kubernetes-version.js'
import { structOf } from '../../../model/registry/struct-schema.js'
import type { KubeObject } from '../../../schema/object.js'
import { semanticEqual } from '../../../schema/semantic-equal.js'
import { refused } from '../define.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'

type Restrict = (node: string, attributes: AdmissionAttributes, context: AdmissionContext) => void

/** What a node may write, by resource. */
const RESTRICTIONS: { readonly [resource in string]?: Restrict } = {
  pods: restrictPod,
  nodes: restrictOwnNode,
  persistentvolumeclaims: restrictClaim,
  serviceaccounts: restrictToken,
  leases: restrictLease,
  csinodes: restrictDrivers,
  resourceslices: restrictSlice,
  certificatesigningrequests: restrictSigning,
}

/**
 * Restricts what the kubelet of a node writes to what is about that node
 * (plugin/pkg/admission/noderestriction).
 *
 * @throws StatusError 403
 */
export const restrictNode: Restrict = (node, attributes, context) => {
  const { resource, user } = attributes
  if (node === '') throw refused(attributes, `could not determine node from user ${goQuote(user.name)}`)
  RESTRICTIONS[resource]?.(node, attributes, context)
}

function restrictOwnNode(node: string, attributes: AdmissionAttributes): void {
  const { operation, object, oldObject, nameInPath } = attributes
  const quoted = goQuote(node)
  const name = nameInPath || (object.metadata.name ?? '')
  if (name !== node) throw refused(attributes, `node ${quoted} is not allowed to modify node ${goQuote(name)}`)
  const { metadata, spec = {} } = object as WholeNode // the plug-in handles nodes
  if (operation === 'create') {
    if (spec.configSource)
      throw refused(attributes, `node ${quoted} is not allowed to create pods with a non-nil configSource`)
    const labels = forbiddenLabels(metadata.labels)
    if (labels.length > 0)
      throw refused(attributes, `node ${quoted} is not allowed to set the following labels: ${labels.join(', ')}`)
  }
  if (operation !== 'update') return
  const { metadata: oldMetadata, spec: oldSpec = {} } = oldObject as WholeNode // as above
  if (spec.configSource && !jsonEqual(spec.configSource, oldSpec.configSource))
    throw refused(attributes, `node ${quoted} is not allowed to update configSource to a new non-nil configSource`)
  if (!jsonEqual(spec.taints ?? [], oldSpec.taints ?? []))
    throw refused(attributes, `node ${quoted} is not allowed to modify taints`)
  if (!jsonEqual(metadata.ownerReferences ?? [], oldMetadata.ownerReferences ?? []))
    throw refused(attributes, `node ${quoted} is not allowed to modify ownerReferences`)
  const labels = forbiddenLabels(metadata.labels, oldMetadata.labels)
  if (labels.length > 0) throw refused(attributes, `is not allowed to modify labels: ${labels.join(', ')}`)
}

type WholeNode = Pick<KubeObject, 'metadata'> & {
  readonly spec?: Partial<Node['spec']> & { readonly configSource?: object }
}

type Labels = { readonly [key: string]: string }

/** Returns the labels that differ, and that a node must not set or remove, in order. */
const forbiddenLabels = (next: Labels = {}, old: Labels = {}): readonly string[] =>
  [...new Set([...Object.keys(next), ...Object.keys(old)])]
    .filter(
      (key) => (Object.hasOwn(next, key) ? next[key] : undefined) !== (Object.hasOwn(old, key) ? old[key] : undefined),
    )
    .filter((key) => isIn(key, 'node-restriction.kubernetes.io') || (isKubernetes(key) && !isKubelets(key)))
    .sort()

/** Tells whether a label is of a domain or of one below it. */
function isIn(label: string, domain: string): boolean {
  const slash = label.indexOf('/')
  return slash >= 0 && `.${label.slice(0, slash)}`.endsWith(`.${domain}`)
}

const isKubernetes = (label: string) => isIn(label, 'kubernetes.io') || isIn(label, 'k8s.io')

const isKubelets = (label: string) =>
  KUBELET_LABELS.has(label) || isIn(label, 'kubelet.kubernetes.io') || isIn(label, 'node.kubernetes.io')

const KUBELET_LABELS = new Set([
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'beta.kubernetes.io/instance-type',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
  'node.kubernetes.io/instance-type',
])

function restrictClaim(node: string, attributes: AdmissionAttributes, { profile }: AdmissionContext): void {
  const { operation, subresource, object, oldObject } = attributes
  if (subresource !== 'status') throw refused(attributes, 'may only update PVC status')
  if (operation !== 'update') throw refused(attributes, `unexpected operation ${goQuote(operation.toUpperCase())}`)
  const [before, after] = [comparable(oldObject), comparable(object)]
  if (semanticEqual(structOf('core.v1.PersistentVolumeClaim'), before, after)) return
  const change = worded(wordingOf(profile.version), () => formatDiff('*core.PersistentVolumeClaim', before, after))
  throw refused(
    attributes,
    `node ${goQuote(node)} is not allowed to update fields other than status.quantity and status.conditions: ${change}`,
  )
}

/** Returns a claim without what a node may change. */
function comparable(object: KubeObject | undefined): object {
  const { metadata, spec = {}, status = {} } = object as PersistentVolumeClaim // the plug-in handles claims
  const { capacity: _1, conditions: _2, allocatedResources: _3, allocatedResourceStatuses: _4, ...said } = status
  const { resourceVersion: _5, managedFields: _6, ...named } = metadata ?? {}
  return { metadata: named, spec, status: said }
}

const SAME_NAME = 'with the same name as the requesting node'

function restrictLease(node: string, attributes: AdmissionAttributes): void {
  if (attributes.namespace !== 'kube-node-lease')
    throw refused(attributes, 'can only access leases in the "kube-node-lease" system namespace')
  if (nameOf(attributes) !== node) throw refused(attributes, `can only access node lease ${SAME_NAME}`)
}

function restrictDrivers(node: string, attributes: AdmissionAttributes): void {
  if (nameOf(attributes) !== node) throw refused(attributes, `can only access CSINode ${SAME_NAME}`)
}

/** Returns the name of the object that is written: empty for one that is still to be generated. */
const nameOf = ({ operation, object, name }: AdmissionAttributes): string =>
  operation === 'create' ? (object.metadata.name ?? '') : name

function restrictSlice(node: string, attributes: AdmissionAttributes): void {
  const { operation, object } = attributes
  if (operation === 'update') return
  const { spec } = object as ResourceSlice // the plug-in handles slices
  if (spec?.nodeName !== node)
    throw refused(attributes, `can only ${operation} ResourceSlice with the same NodeName as the requesting node`)
}

type ResourceSlice = KubeObject & { readonly spec?: { readonly nodeName?: string } }

const NODE_SIGNERS = ['kubernetes.io/kubelet-serving', 'kubernetes.io/kube-apiserver-client-kubelet']

function restrictSigning(node: string, attributes: AdmissionAttributes): void {
  const { spec } = attributes.object as Partial<CertificateSigningRequest> // the plug-in handles these requests
  if (attributes.operation !== 'create' || !NODE_SIGNERS.includes(spec?.signerName ?? '')) return
  const request = spec?.request ?? ''
  const fault = faultOfRequest(request)
  if (fault !== undefined) throw refused(attributes, `unable to parse csr: ${fault}`)
  if (parseRequest(request)?.commonName !== `system:node:${node}`)
    throw refused(attributes, `can only create a node CSR with CN=system:node:${node}`)
}

function restrictPod(node: string, attributes: AdmissionAttributes, context: AdmissionContext): void {
  const { operation, subresource, object } = attributes
  const quoted = goQuote(node)
  if (subresource === 'status') return restrictStatus(quoted, node, attributes)
  if (subresource === 'eviction') return restrictEviction(node, attributes, context)
  if (subresource !== '')
    throw refused(
      attributes,
      `unexpected pod subresource ${goQuote(subresource)}, only 'status' and 'eviction' are allowed`,
    )
  if (operation === 'create') return restrictMirror(node, attributes, context)
  if (operation !== 'delete')
    throw refused(
      attributes,
      `unexpected operation ${goQuote(operation.toUpperCase())}, node ${quoted} can only create and delete mirror pods`,
    )
  const { spec } = object as Pod // the plug-in handles pods
  if (spec?.nodeName !== node)
    throw refused(attributes, `node ${quoted} can only delete pods with spec.nodeName set to itself`)
}

function restrictMirror(node: string, attributes: AdmissionAttributes, context: AdmissionContext): void {
  const pod = attributes.object as Pod // as above
  const fault = faultOfMirror(goQuote(node), node, pod)
  if (fault !== undefined) throw refused(attributes, fault)
  const [owner] = pod.metadata?.ownerReferences ?? []
  const stored = context.get('/nodes', node)
  if (!stored) throw notFound({ group: '', resource: 'node' }, node)
  if (owner?.uid !== stored.metadata.uid)
    throw refused(attributes, `node ${node} UID mismatch: expected ${owner?.uid} got ${stored.metadata.uid}`)
  const named = faultOfReferences(pod)
  if (named !== undefined)
    throw refused(attributes, `node ${goQuote(node)} can not create pods that reference ${named}`)
}

/** Returns why a node may not create a pod, but for what it refers to. */
function faultOfMirror(quoted: string, node: string, { metadata = {}, spec }: Pod): string | undefined {
  if (!Object.hasOwn(metadata.annotations ?? {}, MIRROR))
    return `pod does not have ${goQuote(MIRROR)} annotation, node ${quoted} can only create mirror pods`
  if (spec?.nodeName !== node) return `node ${quoted} can only create pods with spec.nodeName set to itself`
  const owners = metadata.ownerReferences ?? []
  if (owners.length > 1) return `node ${quoted} can only create pods with a single owner reference set to itself`
  const [owner] = owners
  if (!owner || !isNode(owner, node)) return `node ${quoted} can only create pods with an owner reference set to itself`
  if (!owner.controller) return `node ${quoted} can only create pods with a controller owner reference set to itself`
  return owner.blockOwnerDeletion ? `node ${quoted} must not set blockOwnerDeletion on an owner reference` : undefined
}

const isNode = ({ apiVersion, kind, name }: OwnerReference, node: string) =>
  apiVersion === 'v1' && kind === 'Node' && name === node

/** Returns which other objects a pod refers to, as the server says it. */
function faultOfReferences(pod: Pod): string | undefined {
  const { serviceAccountName, volumes, resourceClaims } = pod.spec ?? {}
  if (serviceAccountName) return 'a service account'
  const { secrets, configMaps } = referencesOf(pod)
  if (secrets.size > 0) return 'secrets'
  if (configMaps.size > 0) return 'configmaps'
  const sources = (volumes ?? []).flatMap(({ projected }) => projected?.sources ?? [])
  if (sources.some(({ clusterTrustBundle }) => clusterTrustBundle)) return 'clustertrustbundles'
  if ((volumes ?? []).some(({ persistentVolumeClaim }) => persistentVolumeClaim)) return 'persistentvolumeclaims'
  return (resourceClaims ?? []).length > 0 ? 'resourceclaims' : undefined
}

function restrictStatus(quoted: string, node: string, attributes: AdmissionAttributes): void {
  const { operation, object, oldObject } = attributes
  if (operation !== 'update') throw refused(attributes, `unexpected operation ${goQuote(operation.toUpperCase())}`)
  const old = oldObject as Pod // as above
  const next = object as Pod // as above
  if (old.spec?.nodeName !== node)
    throw refused(attributes, `node ${quoted} can only update pod status for pods with spec.nodeName set to itself`)
  if (!jsonEqual(old.metadata?.labels ?? {}, next.metadata?.labels ?? {}))
    throw refused(attributes, `node ${quoted} cannot update labels through pod status`)
  if (!jsonEqual(claimsOf(old), claimsOf(next)))
    throw refused(attributes, `node ${quoted} cannot update resource claim statues`)
}

const claimsOf = ({ status }: Pod): readonly PodResourceClaimStatus[] => status?.resourceClaimStatuses ?? []

function restrictEviction(node: string, attributes: AdmissionAttributes, { get }: AdmissionContext): void {
  const { operation, nameInPath, object, namespace } = attributes
  if (operation !== 'create') throw refused(attributes, `unexpected operation ${operation.toUpperCase()}`)
  const name = nameInPath || object.metadata.name || ''
  if (name === '') throw refused(attributes, 'could not determine pod from request data')
  const pod = podOf(get, name, namespace)
  if (pod.spec?.nodeName !== node)
    throw refused(attributes, `node ${node} can only evict pods with spec.nodeName set to itself`)
}

/** @throws StatusError 404 if there is no such pod */
function podOf(get: AdmissionContext['get'], name: string, namespace: string): KubeObject & Pod {
  const pod = get<KubeObject & Pod>('/pods', name, namespace)
  if (!pod) throw notFound({ group: '', resource: 'pod' }, name)
  return pod
}

/** Lets a node have tokens only for a pod on it, and for the audiences of that pod. */
function restrictToken(node: string, attributes: AdmissionAttributes, context: AdmissionContext): void {
  const { operation, subresource, namespace, object } = attributes
  if (operation !== 'create' || subresource !== 'token') return
  const { spec } = object as Partial<TokenRequest> // what is posted there
  const { apiVersion, kind, name = '', uid = '' } = spec?.boundObjectRef ?? {}
  if (apiVersion !== 'v1' || kind !== 'Pod' || name === '')
    throw refused(attributes, 'node requested token not bound to a pod')
  if (uid === '') throw refused(attributes, 'node requested token with a pod binding without a uid')
  const pod = podOf(context.get, name, namespace)
  if (uid !== pod.metadata.uid)
    throw refused(
      attributes,
      `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`,
    )
  if (pod.spec?.nodeName !== node)
    throw refused(attributes, 'node requested token bound to a pod scheduled on a different node')
  const fault = faultOfAudiences(spec?.audiences ?? [], pod, attributes, context)
  if (fault !== undefined) throw refused(attributes, fault)
}

function faultOfAudiences(
  audiences: readonly string[],
  pod: KubeObject & Pod,
  { user, namespace, nameInPath }: AdmissionAttributes,
  context: AdmissionContext,
): string | undefined {
  if (audiences.length > 1) return 'node may only request 0 or 1 audiences'
  const [audience = ''] = audiences
  const quoted = goQuote(audience)
  const { isReferred, faults } = findAudience(audience, pod, context)
  if (isReferred) return undefined
  if (faults.length > 0) return `error validating audience ${quoted}: ${aggregateText(faults)}`
  const decision = context.authorize(user, {
    ...{ verb: 'request-serviceaccounts-token-audience', group: '', version: 'v1', resource: audience },
    ...{ subresource: '', namespace, name: nameInPath },
  })
  if (isAllowed(decision)) return undefined
  const unfound = `audience ${quoted} not found in pod spec volume`
  return decision.evaluationError === undefined
    ? `${unfound}, ${user.name} is not authorized to request tokens for this audience`
    : `${unfound}, error authorizing ${user.name} to request tokens for this audience: ${decision.evaluationError}`
}

/** Tells whether a volume of a pod needs tokens for an audience, and what kept from finding out. */
function findAudience(
  audience: string,
  pod: KubeObject & Pod,
  { get }: AdmissionContext,
): { readonly isReferred: boolean; readonly faults: readonly string[] } {
  const faults: string[] = []
  for (const volume of pod.spec?.volumes ?? []) {
    const projected = (volume.projected?.sources ?? []).some(
      ({ serviceAccountToken }) => serviceAccountToken && (serviceAccountToken.audience ?? '') === audience,
    )
    if (projected) return { isReferred: true, faults }
    const found = driverOf(volume, pod, get)
    if (found.fault !== undefined) faults.push(found.fault)
    if (!found.driver) continue
    const driver = get<KubeObject & CSIDriver>('storage.k8s.io/csidrivers', found.driver)
    if (!driver) faults.push(`csidriver.storage.k8s.io ${goQuote(found.driver)} not found`)
    if (driver?.spec.tokenRequests?.some((each) => each.audience === audience)) return { isReferred: true, faults }
  }
  return { isReferred: false, faults }
}

type Found = { readonly driver?: string | undefined; readonly fault?: string }

/** Returns the CSI driver of a volume, if it has one. */
function driverOf(volume: Volume, { metadata }: KubeObject & Pod, get: AdmissionContext['get']): Found {
  const { namespace = '', name: pod } = metadata
  if (volume.ephemeral?.volumeClaimTemplate) return driverOfClaim(`${pod}-${volume.name}`, namespace, get)
  if (volume.persistentVolumeClaim) return driverOfClaim(volume.persistentVolumeClaim.claimName, namespace, get)
  return { driver: volume.csi?.driver ?? migrated(volume) }
}

function driverOfClaim(claim: string, namespace: string, get: AdmissionContext['get']): Found {
  const found = get<KubeObject & PersistentVolumeClaim>('/persistentvolumeclaims', claim, namespace)
  if (!found) return { fault: `persistentvolumeclaim ${goQuote(claim)} not found` }
  const volumeName = found.spec?.volumeName ?? ''
  const volume = get<KubeObject & PersistentVolume>('/persistentvolumes', volumeName)
  if (!volume) return { fault: `persistentvolume ${goQuote(volumeName)} not found` }
  return { driver: volume.spec?.csi?.driver ?? migrated(volume.spec ?? {}) }
}

/** The CSI drivers that volumes of older types are translated to (csi-translation-lib). */
const MIGRATED = {
  gcePersistentDisk: 'pd.csi.storage.gke.io',
  awsElasticBlockStore: 'ebs.csi.aws.com',
  cinder: 'cinder.csi.openstack.org',
  azureDisk: 'disk.csi.azure.com',
  azureFile: 'file.csi.azure.com',
  vsphereVolume: 'csi.vsphere.vmware.com',
  portworxVolume: 'pxd.portworx.com',
} as const

const migrated = (source: { readonly [type in keyof typeof MIGRATED]?: object }): string | undefined =>
  Object.entries(MIGRATED).find(([type]) => Object.hasOwn(source, type))?.[1]
