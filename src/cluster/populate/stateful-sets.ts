import { podOfSet } from '../../controllers/apps/stateful-sets/pod-of-set.js'
import { claimsOf } from '../../controllers/apps/stateful-sets/claims.js'
import { podName, type StatefulSet } from '../../controllers/apps/stateful-sets/stateful-set.js'
import { REVISION_HASH, revisionHash, revisionName } from '../../controllers/history/revisions.js'
import { tellsUse, useCondition } from '../../controllers/storage/claim-protection.js'
import { templatePatch, textOfPatch } from '../../controllers/history/template-patch.js'
import { controllerRef } from '../../controllers/pods/owner.js'
import { isObject } from '../../base/json/json.js'
import { mustHave } from '../../base/must-have.js'
import { formatTime } from '../../base/time/time.js'
import { type KubeObject, storedName } from '../../schema/object.js'
import type { Draft, PopulateContext } from './populate-context.js'
import type { Home } from './namespaces.js'
import type { Placing } from './placing.js'
import { type Slot, storePods } from './pods.js'
import { MEMBERS } from './shares.js'
import { type App, labelsOf, podLabelsOf, resourcesOf, selectorOf } from './templates.js'
import { STORES } from './words.js'

const DAY = 86_400_000
const MANAGER = 'kube-controller-manager'

/** Returns the application of a StatefulSet in a namespace. */
export function storeApp({ chance }: PopulateContext, home: Home, place: number): App {
  const { name, image, port, versions } = mustHave(STORES[place % STORES.length], 'a store')
  const more = Math.floor(place / STORES.length)
  return {
    home,
    name: `${home.team}-${name}${more > 0 ? `-${more + 1}` : ''}`,
    component: name,
    image,
    port,
    version: chance.pick(versions),
  }
}

/** Stores a StatefulSet with its revision, its pods, their claims and volumes; returns the pods. */
export function makeStatefulSet(making: PopulateContext, placing: Placing, app: App): readonly KubeObject[] {
  const { chance, now, store } = making
  const at = app.home.at + chance.whole(DAY, 20 * DAY)
  const object = setOf(app, placing)
  const full = making.filled(object) as StatefulSet // by its kind
  const data = templatePatch(full)
  const hash = revisionHash(textOfPatch(data), 0)
  const revision = revisionName(app.name, hash)
  const set = store(
    { ...object, status: statusOf(revision) },
    { by: 'helm', at, status: { by: MANAGER, at: now - DAY } },
  ) as StatefulSet // by its kind
  store(
    {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: {
        name: revision,
        namespace: app.home.namespace,
        labels: { ...set.spec?.template.metadata?.labels, [REVISION_HASH]: hash },
        ownerReferences: [controllerRef(set)],
      },
      data,
      revision: 1,
    },
    { by: MANAGER, at },
  )
  for (let i = 0; i < MEMBERS; i++) storeClaims(making, set, i, at)
  return storeMembers(making, placing, set, revision)
}

function setOf(app: App, placing: Placing): Draft {
  const { component, image, version, port = 0 } = app
  const asks = resourcesOf({ cpu: Math.min(500, placing.budget.cpu), memory: Math.min(1024, placing.budget.memory) })
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: app.name, namespace: app.home.namespace, labels: labelsOf(app), generation: 1 },
    spec: {
      serviceName: app.name,
      replicas: MEMBERS,
      selector: { matchLabels: selectorOf(app) },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      template: {
        metadata: { labels: podLabelsOf(app) },
        spec: {
          containers: [
            {
              name: component,
              image: `${image}:${version}`,
              ports: [{ name: component, containerPort: port }],
              readinessProbe: { tcpSocket: { port }, periodSeconds: 10 },
              resources: asks,
              volumeMounts: [{ name: 'data', mountPath: '/data' }],
            },
          ],
          serviceAccountName: app.name,
        },
      },
      volumeClaimTemplates: [
        {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: { name: 'data' },
          spec: {
            accessModes: ['ReadWriteOnce'],
            storageClassName: 'gp3',
            resources: { requests: { storage: '50Gi' } },
          },
          status: { phase: 'Pending' },
        },
      ],
    },
  }
}

const statusOf = (revision: string) => ({
  observedGeneration: 1,
  replicas: MEMBERS,
  readyReplicas: MEMBERS,
  currentReplicas: MEMBERS,
  updatedReplicas: MEMBERS,
  availableReplicas: MEMBERS,
  currentRevision: revision,
  updateRevision: revision,
  collisionCount: 0,
})

function storeMembers(
  making: PopulateContext,
  placing: Placing,
  set: StatefulSet,
  revision: string,
): readonly KubeObject[] {
  const { now, chance } = making
  const at = now - chance.whole(DAY, 10 * DAY)
  const slots = Array.from({ length: MEMBERS }, (_, i): Slot => {
    const { metadata, spec } = podOfSet(set, i, revision)
    const own = isObject(spec) ? { hostname: spec['hostname'], volumes: spec['volumes'] } : {}
    return {
      name: podName(set, i),
      node: placing.next(),
      at: at + i * 30_000,
      health: { type: 'running', restarts: 0 },
      labels: metadata?.labels as Readonly<Record<string, string>>, // the labels of a draft are strings
      spec: own,
    }
  })
  const { metadata, ...draft } = podOfSet(set, 0, revision)
  const { name: _, ...common } = metadata ?? {}
  // The draft contains no Dates.
  return storePods(making, { apiVersion: 'v1', kind: 'Pod', ...draft, metadata: common } as Draft, slots)
}

/** Stores the claims of a pod, and the volumes that they are bound to. */
function storeClaims({ store, chance, context }: PopulateContext, set: StatefulSet, ordinal: number, at: number): void {
  const use = tellsUse(context.registry) ? { conditions: [useCondition(true, at)] } : {}
  for (const draft of claimsOf(set, ordinal)) {
    const uid = chance.uuid()
    const volumeName = `pvc-${uid}`
    const annotations = {
      'pv.kubernetes.io/bind-completed': 'yes',
      'pv.kubernetes.io/bound-by-controller': 'yes',
      'volume.kubernetes.io/storage-provisioner': 'ebs.csi.aws.com',
    }
    const size = { accessModes: ['ReadWriteOnce'], capacity: { storage: '50Gi' } }
    const { apiVersion: _, kind: __, metadata, spec } = draft
    const claim = store(
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { ...metadata, uid, annotations, finalizers: ['kubernetes.io/pvc-protection'] },
        spec: { ...spec, volumeName, volumeMode: 'Filesystem' },
        status: { phase: 'Bound', ...size, ...use },
      } as Draft, // the draft contains no Dates
      { by: MANAGER, at, status: { by: MANAGER, at } },
    )
    storeVolume({ store, chance }, volumeName, claim, at)
  }
}

function storeVolume(
  { store, chance }: Pick<PopulateContext, 'store' | 'chance'>,
  name: string,
  claim: KubeObject,
  at: number,
): void {
  const { namespace, uid, resourceVersion } = claim.metadata
  store(
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: {
        name,
        annotations: { 'pv.kubernetes.io/provisioned-by': 'ebs.csi.aws.com' },
        finalizers: ['kubernetes.io/pv-protection'],
      },
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '50Gi' },
        claimRef: {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          name: storedName(claim),
          namespace,
          uid,
          resourceVersion,
        },
        csi: {
          driver: 'ebs.csi.aws.com',
          fsType: 'ext4',
          volumeHandle: `vol-${chance.uuid().replaceAll('-', '').slice(0, 17)}`,
        },
        persistentVolumeReclaimPolicy: 'Delete',
        storageClassName: 'gp3',
        volumeMode: 'Filesystem',
      },
      status: { phase: 'Bound', lastPhaseTransitionTime: formatTime(at) },
    },
    { by: 'csi-provisioner', at, status: { by: MANAGER, at } },
  )
}

/** Stores the StorageClass of the claims. */
export function storeStorageClass({ store, now }: PopulateContext): void {
  store(
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'gp3', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'ebs.csi.aws.com',
      parameters: { type: 'gp3' },
      reclaimPolicy: 'Delete',
      volumeBindingMode: 'WaitForFirstConsumer',
      allowVolumeExpansion: true,
    },
    { by: 'terraform', at: now - 60 * DAY },
  )
}
