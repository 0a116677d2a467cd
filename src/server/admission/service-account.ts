import { goQuote } from '../../base/go/printable.js'
import { withMembers } from '../../base/json/json.js'
import { whyNotAsked } from '../../base/rules/names.js'
import { MIRROR } from '../../kinds/core/pod/annotation-keys.js'
import type { Pod } from '../../kinds/core/pod/pod-types.js'
import { referencesOf } from '../../kinds/core/pod/references.js'
import type { ServiceAccount } from '../../kinds/core/service-account.js'
import type { PodSpec as WholeSpec } from '../../model/generated/types/core-v1.js'
import { defineAdmissionPlugin } from './define.js'
import { writesOf } from './handles.js'
import { refused } from './refused.js'
import { whyNotMountable, whyNotMountableLater } from './service-account-secrets.js'
import { withToken } from './service-account-token.js'
import type { AdmissionAttributes, AdmissionContext } from './types.js'

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
    const admitted = withPullSecrets(withToken(named, account, context.generateName), account)
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
