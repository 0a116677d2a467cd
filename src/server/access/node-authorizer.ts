import { CLUSTER_ROLES } from '../../model/generated/bootstrap/access.js'
import type { PersistentVolume, Pod } from '../../model/generated/types/core-v1.js'
import type { PolicyRule } from '../../model/generated/types/rbac-v1.js'
import { ALLOWED, type Authorizer, type Decision, type ResourceAccess } from '../../model/registry/authorizer.js'
import { MIRROR } from '../../kinds/core/pod/pod-types.js'
import { type PodReferences, referencesOf } from '../../kinds/core/pod/references.js'
import type { KubernetesVersion } from '../../model/registry/kubernetes-version.js'
import { readRoles } from '../../kinds/bootstrap/access-lines.js'
import { keyOf } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import type { ObjectTable } from '../../store/history.js'
import { objectsOf } from '../../store/page.js'
import { nodeOf } from './users.js'
import { ruleAllows } from './rules.js'

const noOpinion = (reason = ''): Decision => ({ decision: 'no opinion', reason })

type Tables = (name: string) => ObjectTable<KubeObject> | undefined
type Asked = { readonly node: string; readonly request: ResourceAccess; readonly tables: Tables }

/**
 * Makes the authorizer of kubelets: what a node needs for the pods bound to it, as stored now
 * (plugin/pkg/auth/authorizer/node).
 */
export function createNodeAuthorizer(tables: Tables, version: KubernetesVersion): Authorizer {
  let rules: readonly PolicyRule[] | undefined
  return (user, request) => {
    const node = nodeOf(user)
    if (node === undefined) return noOpinion()
    if (node === '') return noOpinion(`unknown node for user ${JSON.stringify(user.name)}`)
    const own = request.path === undefined ? SUBDIVIDED[keyOf(request.group, request.resource)] : undefined
    if (own && request.path === undefined) return own({ node, request, tables })
    rules ??= nodeRules(version)
    return rules.some((rule) => ruleAllows(rule, request)) ? ALLOWED : noOpinion()
  }
}

/** The rules that are the same for all nodes. */
const nodeRules = (version: KubernetesVersion) =>
  readRoles(CLUSTER_ROLES, version).find(({ metadata }) => metadata.name === 'system:node')?.[
    'rules'
  ] as readonly PolicyRule[] // as the generated data has it

/** Resources of which a node may have some objects, by group and resource. */
const SUBDIVIDED: { readonly [resource in string]?: (asked: Asked) => Decision } = {
  secrets: (asked) => readNamespaced(asked, needsSecret),
  configmaps: (asked) => readNamespaced(asked, (given) => somePod(given, ({ configMaps }) => configMaps)),
  persistentvolumeclaims: (asked) =>
    asked.request.subresource === 'status'
      ? ['update', 'patch'].includes(asked.request.verb)
        ? related(asked, needsClaim)
        : noOpinion('can only get/update/patch this type')
      : getOnly(asked, needsClaim),
  persistentvolumes: (asked) => getOnly(asked, needsVolume),
  'storage.k8s.io/volumeattachments': (asked) => getOnly(asked, isAttachedTo),
  serviceaccounts: authorizeAccount,
  'coordination.k8s.io/leases': authorizeLease,
  'storage.k8s.io/csinodes': authorizeCsiNode,
  nodes: authorizeNode,
  pods: authorizePod,
}

function readNamespaced(asked: Asked, isRelated: Relation): Decision {
  const { verb, subresource, namespace } = asked.request
  if (!['get', 'list', 'watch'].includes(verb)) return noOpinion('can only read resources of this type')
  if (subresource !== '') return noOpinion('cannot read subresource')
  if (namespace === '') return noOpinion('can only read namespaced object of this type')
  return related(asked, isRelated)
}

function getOnly(asked: Asked, isRelated: Relation): Decision {
  const { verb, subresource } = asked.request
  if (verb !== 'get') return noOpinion('can only get individual resources of this type')
  return subresource === '' ? related(asked, isRelated) : noOpinion('cannot get subresource')
}

type Relation = (asked: Asked) => boolean

function related(asked: Asked, isRelated: Relation): Decision {
  if (asked.request.name === '') return noOpinion('No Object name found')
  return isRelated(asked) ? ALLOWED : noOpinion(unrelated(asked.node))
}

const unrelated = (node: string) => `no relationship found between node '${node}' and this object`

const podsOn = ({ node, tables }: Asked, namespace: string): readonly Pod[] =>
  // What the table holds.
  (objectsOf(tables('/pods'), namespace === '' ? '' : `${namespace}/`) as readonly Pod[]).filter(
    ({ spec }) => spec?.nodeName === node,
  )

/** Tells whether a pod on the node refers to the object. A mirror pod, which the node itself makes, gives no rights. */
const somePod = (asked: Asked, names: (references: PodReferences) => ReadonlySet<string>): boolean =>
  podsOn(asked, asked.request.namespace).some((pod) => names(podReferences(pod)).has(asked.request.name))

const needsClaim: Relation = (asked) => somePod(asked, ({ claims }) => claims)

const needsSecret: Relation = (asked) =>
  somePod(asked, ({ secrets }) => secrets) ||
  volumesOn(asked).some((volume) => secretsOf(volume).has(keyOf(asked.request.namespace, asked.request.name)))

const needsVolume: Relation = (asked) => volumesOn(asked).some(({ metadata }) => metadata?.name === asked.request.name)

/** The volumes bound to claims of pods on the node. */
const volumesOn = (asked: Asked): readonly PersistentVolume[] => {
  const claims = new Set(
    podsOn(asked, '').flatMap((pod) =>
      [...podReferences(pod).claims].map((name) => keyOf(pod.metadata?.namespace ?? '', name)),
    ),
  )
  // What the table holds.
  return (objectsOf(asked.tables('/persistentvolumes')) as readonly PersistentVolume[]).filter(({ spec }) =>
    claims.has(keyOf(spec?.claimRef?.namespace ?? '', spec?.claimRef?.name ?? '')),
  )
}

/** The secrets of a volume, with their namespaces (pkg/api/persistentvolume: VisitPVSecretNames). */
function secretsOf({ spec = {} }: PersistentVolume): ReadonlySet<string> {
  const own = spec.claimRef?.namespace ?? ''
  const { azureFile, csi } = spec
  const references = [
    ...[spec.cephfs, spec.cinder, spec.flexVolume, spec.rbd, spec.scaleIO, spec.iscsi].map(
      (source) => source?.secretRef,
    ),
    ...[csi?.controllerPublishSecretRef, csi?.nodePublishSecretRef, csi?.nodeStageSecretRef],
    ...[csi?.controllerExpandSecretRef, csi?.nodeExpandSecretRef, spec.storageos?.secretRef],
  ]
  const names = references.flatMap((found) => (found?.name ? [keyOf(found.namespace || own, found.name)] : []))
  if (azureFile?.secretName) names.push(keyOf(azureFile.secretNamespace || own, azureFile.secretName))
  return new Set(names)
}

const isAttachedTo: Relation = ({ node, request, tables }) => {
  // What the table holds.
  const found = tables('storage.k8s.io/volumeattachments')?.get(request.name) as
    (KubeObject & { readonly spec?: { readonly nodeName?: string } }) | undefined
  return found?.spec?.nodeName === node
}

function authorizeAccount(asked: Asked): Decision {
  const { verb, subresource, name } = asked.request
  const isItsAccount: Relation = (given) => somePod(given, ({ account }) => account)
  if (verb === 'get' && subresource === '') return noOpinion('not allowed to get service accounts')
  if (verb !== 'create' || name === '') return noOpinion('can only create tokens for individual service accounts')
  if (subresource !== 'token') return noOpinion('can only create token subresource of serviceaccount')
  return isItsAccount(asked) ? ALLOWED : noOpinion(unrelated(asked.node))
}

const OWN_VERBS = ['get', 'create', 'update', 'patch', 'delete']

function authorizeLease({ node, request: { verb, namespace, name } }: Asked): Decision {
  if (!OWN_VERBS.includes(verb)) return noOpinion('can only get, create, update, patch, or delete a node lease')
  if (namespace !== 'kube-node-lease')
    return noOpinion('can only access leases in the "kube-node-lease" system namespace')
  if (verb !== 'create' && name !== node)
    return noOpinion('can only access node lease with the same name as the requesting node')
  return ALLOWED
}

function authorizeCsiNode({ node, request: { verb, subresource, name } }: Asked): Decision {
  if (!OWN_VERBS.includes(verb)) return noOpinion('can only get, create, update, patch, or delete a CSINode')
  if (subresource !== '') return noOpinion('cannot authorize CSINode subresources')
  if (verb !== 'create' && name !== node)
    return noOpinion('can only access CSINode with the same name as the requesting node')
  return ALLOWED
}

function authorizeNode({ node, request: { verb, subresource, name } }: Asked): Decision {
  if (subresource === 'status') return verb === 'update' || verb === 'patch' ? ALLOWED : noOpinion()
  if (subresource !== '') return noOpinion()
  if (verb === 'create' || verb === 'update' || verb === 'patch') return ALLOWED
  if (verb !== 'get' && verb !== 'list' && verb !== 'watch') return noOpinion()
  if (name === node) return ALLOWED
  return noOpinion(
    name === ''
      ? `node '${node}' cannot read all nodes, only its own Node object`
      : `node '${node}' cannot read '${name}', only its own Node object`,
  )
}

function authorizePod(asked: Asked): Decision {
  const { verb, subresource, name, namespace, fieldSelector = [] } = asked.request
  const isOnNode: Relation = () =>
    // What the table holds.
    (asked.tables('/pods')?.get(keyOf(namespace, name)) as Pod | undefined)?.spec?.nodeName === asked.node
  if (subresource === 'status') return verb === 'update' || verb === 'patch' ? ALLOWED : noOpinion()
  if (subresource === 'eviction') return verb === 'create' ? ALLOWED : noOpinion()
  if (subresource !== '') return noOpinion()
  if (verb === 'create' || verb === 'delete') return ALLOWED
  if (verb === 'get') return getOnly(asked, isOnNode)
  if (verb !== 'list' && verb !== 'watch') return noOpinion()
  const isOwn = fieldSelector.some(
    ({ key, operator, values }) => key === 'spec.nodeName' && operator === '=' && values[0] === asked.node,
  )
  if (isOwn) return ALLOWED
  return name === ''
    ? noOpinion('can only list/watch pods with spec.nodeName field selector')
    : related(asked, isOnNode)
}

const NO_REFERENCES: PodReferences = {
  secrets: new Set(),
  configMaps: new Set(),
  claims: new Set(),
  account: new Set(),
}

/** Returns what a pod refers to; a mirror pod, which its node makes by itself, gives that node no rights. */
function podReferences(pod: Pod): PodReferences {
  if (pod.metadata?.annotations?.[MIRROR] !== undefined) return NO_REFERENCES
  let found = knownReferences.get(pod)
  if (!found) knownReferences.set(pod, (found = referencesOf(pod)))
  return found
}

// Stored objects do not change.
const knownReferences = new WeakMap<Pod, PodReferences>()
