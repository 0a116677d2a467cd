import { goQuote } from '../../base/go/printable.js'
import { withMembers } from '../../base/json/json.js'
import { whyNotAsked } from '../../base/rules/names.js'
import { type Pod, type Container, type PodSpec, MIRROR, podStructOf } from '../../kinds/core/pod/pod-types.js'
import { referencesOf } from '../../kinds/core/pod/references.js'
import { type ServiceAccount, MOUNTABLE } from '../../kinds/core/service-account.js'
import type { PodSpec as WholeSpec } from '../../model/generated/types/core-v1.js'
import { defineAdmissionPlugin, refused } from './define.js'
import { writesOf } from './handles.js'
import type { AdmissionAttributes, AdmissionContext } from './types.js'
import type { KubernetesVersion } from '../../model/registry/kubernetes-version.js'
import { inWireOrder } from '../../schema/order.js'

const DEFAULT = 'default'

const created = writesOf({ operations: ['create'], resource: 'pods' })
const debugged = writesOf({ operations: ['update'], resource: 'pods', subresource: 'ephemeralcontainers' })

/**
 * ServiceAccount: a pod runs as an account of its namespace, which must exist, and gets its token and its image pull
 * secrets.
 */
export const serviceAccountPlugin = defineAdmissionPlugin<Pod>({
  name: 'ServiceAccount',
  handles: (target, profile) => created(target, profile) || debugged(target, profile),
  admit(attributes, context) {
    const { object } = attributes
    if (attributes.operation !== 'create') return object
    if (isMirror(object)) {
      validate(attributes, context)
      return object
    }
    const spec = object.spec ?? {}
    const name = spec.serviceAccountName || DEFAULT
    const account = accountOf(attributes, context, name)
    const named = { ...object, spec: withMembers(spec, { serviceAccountName: name, serviceAccount: name }) }
    const admitted = withPullSecrets(withToken(named, account, context), account)
    validate({ ...attributes, object: admitted }, context)
    return admitted
  },
  validate,
})

function validate(attributes: AdmissionAttributes<Pod>, context: AdmissionContext): void {
  const { object, namespace, operation } = attributes
  const refuse = (why: string | undefined) => {
    if (why !== undefined) throw refused(attributes, why)
  }
  if (operation === 'create' && isMirror(object)) return refuse(whyNoMirror(object))
  const name = object.spec?.serviceAccountName
  if (!name)
    throw refused(attributes, `no service account specified for pod ${namespace}/${object.metadata.name ?? ''}`)
  const account = accountOf(attributes, context, name)
  refuse(operation === 'create' ? whyNotMountable(object, account) : whyNotMountableLater(object, account))
}

function accountOf(attributes: AdmissionAttributes<Pod>, { get }: AdmissionContext, name: string): ServiceAccount {
  const { namespace } = attributes
  const account = get<ServiceAccount>('/serviceaccounts', name, namespace)
  if (account) return account
  const why = whyNotAsked(name) ?? `serviceaccount ${goQuote(name)} not found`
  throw refused(attributes, `error looking up service account ${namespace}/${name}: ${why}`)
}

function withPullSecrets(object: Pod, { imagePullSecrets: secrets = [] }: ServiceAccount): Pod {
  const { spec = {} } = object
  if (spec.imagePullSecrets?.length || secrets.length === 0) return object
  const imagePullSecrets = secrets.map(({ name }) => (name ? { name } : {}))
  return { ...object, spec: { ...spec, imagePullSecrets } }
}

/** Tells whether a pod is a mirror pod, which represents a static pod of a node. */
const isMirror = ({ metadata }: Pod): boolean => Object.hasOwn(metadata.annotations ?? {}, MIRROR)

/** Returns why a pod cannot be a mirror pod: static pods cannot use the API. */
function whyNoMirror(object: Pod): string | undefined {
  const spec = object.spec as WholeSpec | undefined // with its other members
  const { serviceAccountName, volumes } = spec ?? {}
  if (serviceAccountName) return 'a mirror pod may not reference service accounts'
  if (referencesOf({ spec }).secrets.size > 0) return 'a mirror pod may not reference secrets'
  const projects = (volumes ?? []).some(({ projected }) =>
    (projected?.sources ?? []).some((source) => source.serviceAccountToken !== undefined),
  )
  return projects ? 'a mirror pod may not use ServiceAccountToken volume projections' : undefined
}

/** Returns why a pod may not use a secret it refers to: its account may restrict pods to the secrets it lists. */
function whyNotMountable({ spec = {} }: Pod, account: ServiceAccount): string | undefined {
  if (!isLimited(account)) return undefined
  const isAllowed = allowedBy(account)
  const { initContainers, containers, imagePullSecrets = [] } = spec
  for (const { secret } of spec.volumes ?? []) {
    const { secretName = '' } = (secret ?? {}) as { readonly secretName?: string } // as the schema has it
    if (secret !== undefined && !isAllowed(secretName))
      return `volume with secret.secretName="${secretName}" is not allowed because ${lacks(account)}`
  }
  const why =
    whyNotInEnvironment('init container', initContainers, account) ??
    whyNotInEnvironment('container', containers, account)
  if (why !== undefined) return why
  const pulled = new Set((account.imagePullSecrets ?? []).map(({ name = '' }) => name))
  const other = imagePullSecrets.findIndex(({ name = '' }) => !pulled.has(name))
  return other < 0
    ? undefined
    : `imagePullSecrets[${other}].name="${imagePullSecrets[other]?.name ?? ''}" is not allowed because service account ${account.metadata.name} does not reference that imagePullSecret`
}

/** Like {@link whyNotMountable}, for the ephemeral containers of a running pod. */
function whyNotMountableLater({ spec = {} }: Pod, account: ServiceAccount): string | undefined {
  return isLimited(account) ? whyNotInEnvironment('ephemeral container', spec.ephemeralContainers, account) : undefined
}

// The values that Go's strconv.ParseBool accepts as true.
const TRUE: readonly unknown[] = ['1', 't', 'T', 'true', 'TRUE', 'True']

const isLimited = ({ metadata }: ServiceAccount) => TRUE.includes(metadata.annotations?.[MOUNTABLE])

function allowedBy({ secrets = [] }: ServiceAccount): (name: string) => boolean {
  const names = new Set(secrets.map(({ name = '' }) => name))
  return (name) => names.has(name)
}

const lacks = ({ metadata }: ServiceAccount) => `service account ${metadata.name} does not reference that secret`

function whyNotInEnvironment(
  what: string,
  containers: readonly Container[] | null | undefined,
  account: ServiceAccount,
): string | undefined {
  const isAllowed = allowedBy(account)
  for (const { name: container, env = [], envFrom = [] } of containers ?? []) {
    for (const { name, valueFrom } of env) {
      const { name: secret = '' } = valueFrom?.secretKeyRef ?? {}
      if (valueFrom?.secretKeyRef && !isAllowed(secret))
        return `${what} ${container} with envVar ${name} referencing secret.secretName="${secret}" is not allowed because ${lacks(account)}`
    }
    for (const { secretRef } of envFrom)
      if (secretRef && !isAllowed(secretRef.name ?? ''))
        return `${what} ${container} with envFrom referencing secret.secretName="${secretRef.name ?? ''}" is not allowed because ${lacks(account)}`
  }
  return undefined
}

const PREFIX = 'kube-api-access-'
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount'
// An hour, plus seven seconds by which the server recognizes these tokens.
const LIFETIME_SECONDS = 3607

/** Mounts the token of its account into a pod's containers, unless the pod or the account opts out. */
function withToken(object: Pod, account: ServiceAccount, { generateName, serverVersion }: AdmissionContext): Pod {
  const spec = object.spec ?? {}
  if (!(spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true)) return object
  const own = (spec.volumes ?? []).map(({ name }) => String(name)).find((name) => name.startsWith(PREFIX))
  const name = own ?? generateName(PREFIX)
  const mounted = (containers: readonly Container[]) =>
    containers.map((container) => withMount(container, name, serverVersion))
  const { initContainers, containers } = spec
  const isWanted = [...(initContainers ?? []), ...(containers ?? [])].some((container) => !hasMount(container))
  const next = withMembers<PodSpec>(spec, {
    ...(own === undefined && isWanted ? { volumes: [...(spec.volumes ?? []), tokenVolume(name)] } : {}),
    ...(initContainers ? { initContainers: mounted(initContainers) } : {}),
    ...(containers ? { containers: mounted(containers) } : {}),
  })
  return { ...object, spec: next }
}

const hasMount = ({ volumeMounts }: Container) =>
  volumeMounts !== undefined && volumeMounts.some(({ mountPath }) => mountPath === MOUNT_PATH)

function withMount(container: Container, name: string, version: KubernetesVersion): Container {
  if (hasMount(container)) return container
  const mount = { name, readOnly: true, mountPath: MOUNT_PATH }
  const volumeMounts = [...(container.volumeMounts ?? []), mount]
  return inWireOrder(podStructOf('core.v1.Container', version), withMembers(container, { volumeMounts }), 0)
}

const tokenVolume = (name: string) => ({
  name,
  projected: {
    sources: [
      { serviceAccountToken: { expirationSeconds: LIFETIME_SECONDS, path: 'token' } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
    defaultMode: 0o644,
  },
})
