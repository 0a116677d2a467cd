import type { Container, Pod } from '../../kinds/core/pod/pod-types.js'
import { MOUNTABLE, type ServiceAccount } from '../../kinds/core/service-account.js'

/** Returns why a pod may not use a secret it refers to: its account may restrict pods to the secrets it lists. */
export function whyNotMountable({ spec = {} }: Pod, account: ServiceAccount): string | undefined {
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
export function whyNotMountableLater({ spec = {} }: Pod, account: ServiceAccount): string | undefined {
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
