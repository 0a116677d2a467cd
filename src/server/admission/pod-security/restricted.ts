import { procMount } from './baseline.js'
import { notOnWindows, seccompRestricted } from './seccomp.js'
import type { SecurityCheck, CheckedSpec } from './types.js'
import { containersOf, distinct, named, notInUserNamespace, plural, quoted, setters } from './words.js'

const escalation: SecurityCheck['check'] = (spec) => {
  const bad = containersOf(spec).filter(({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false)
  if (bad.length === 0) return undefined
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${named(bad)} must set securityContext.allowPrivilegeEscalation=false`,
  }
}

const capabilities: SecurityCheck['check'] = (spec) => {
  const all = containersOf(spec).map(({ name = '', securityContext }) => ({ name, ...securityContext?.capabilities }))
  const forbidden = (add: readonly string[] = []) => add.filter((capability) => capability !== 'NET_BIND_SERVICE')
  const keeping = all.filter(({ drop = [] }) => !drop.includes('ALL'))
  const adding = all.filter(({ add }) => forbidden(add).length > 0)
  if (keeping.length + adding.length === 0) return undefined
  const names = quoted(distinct(adding.flatMap(({ add }) => forbidden(add))))
  const details = [
    ...(keeping.length > 0 ? [`${named(keeping)} must set securityContext.capabilities.drop=["ALL"]`] : []),
    ...(adding.length > 0 ? [`${named(adding)} must not include ${names} in securityContext.capabilities.add`] : []),
  ]
  return { reason: 'unrestricted capabilities', detail: details.join('; ') }
}

const VOLUMES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
]

const RESTRICTED_VOLUMES = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'gitRepo',
  'nfs',
  'iscsi',
  'glusterfs',
  'rbd',
  'flexVolume',
  'cinder',
  'cephfs',
  'flocker',
  'fc',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'storageos',
]

const volumes: SecurityCheck['check'] = ({ volumes: all = [] }: CheckedSpec) => {
  const bad = all.filter((volume) => !VOLUMES.some((source) => volume[source]))
  if (bad.length === 0) return undefined
  const types = distinct(bad.map((volume) => RESTRICTED_VOLUMES.find((source) => volume[source]) ?? 'unknown'))
  const verb = bad.length === 1 ? 'uses' : 'use'
  return {
    reason: 'restricted volume types',
    detail: `${named(bad, 'volume')} ${verb} ${plural('restricted volume type', types.length)} ${quoted(types)}`,
  }
}

const nonRoot: SecurityCheck['check'] = (spec) => {
  const reason = 'runAsNonRoot != true'
  const own = spec.securityContext?.runAsNonRoot
  const all = containersOf(spec)
  const who = setters(
    own === false,
    all.filter(({ securityContext }) => securityContext?.runAsNonRoot === false),
  )
  if (who.length > 0) return { reason, detail: `${who.join(' and ')} must not set securityContext.runAsNonRoot=false` }
  const open = own ? [] : all.filter(({ securityContext }) => securityContext?.runAsNonRoot === undefined)
  if (open.length === 0) return undefined
  return { reason, detail: `pod or ${named(open)} must set securityContext.runAsNonRoot=true` }
}

const user: SecurityCheck['check'] = (spec) => {
  const bad = containersOf(spec).filter(({ securityContext }) => securityContext?.runAsUser === 0)
  const who = setters(spec.securityContext?.runAsUser === 0, bad)
  return who.length > 0 ? { reason: 'runAsUser=0', detail: `${who.join(' and ')} must not set runAsUser=0` } : undefined
}

const restricted = (id: string, since: number, check: SecurityCheck['check'], overrides?: string): SecurityCheck => ({
  id,
  level: 'restricted',
  since,
  check,
  ...(overrides ? { overrides } : {}),
})

/** The checks of the level `restricted`, in the order in which violations are reported. */
export const restrictedChecks: readonly SecurityCheck[] = [
  restricted('allowPrivilegeEscalation', 8, escalation),
  restricted('allowPrivilegeEscalation', 25, notOnWindows(escalation)),
  restricted('capabilities_restricted', 22, capabilities, 'capabilities_baseline'),
  restricted('capabilities_restricted', 25, notOnWindows(capabilities), 'capabilities_baseline'),
  restricted('procMount_restricted', 35, procMount, 'procMount'),
  restricted('restrictedVolumes', 0, volumes, 'hostPathVolumes'),
  restricted('runAsNonRoot', 0, nonRoot),
  restricted('runAsNonRoot', 35, notInUserNamespace(nonRoot)),
  restricted('runAsUser', 23, user),
  restricted('runAsUser', 35, notInUserNamespace(user)),
  ...seccompRestricted,
]
