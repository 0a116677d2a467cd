import { ACCOUNT_ANNOTATION, TOKEN_TYPE } from '../../kinds/core/secret/secret-and-config-map.js'
import type { Controller, Key, ObjectChange } from '../runtime/types.js'

const NOTHING: readonly Key[] = []

/**
 * Fills Secrets of type `kubernetes.io/service-account-token` with a token of the ServiceAccount they name, and deletes
 * those of deleted ServiceAccounts.
 */
export const serviceAccountTokens: Controller = {
  name: 'service-account-tokens',
  user: 'system:kube-controller-manager',
  retries: { most: 10 },
  watches: { Secret: tokenSecret, ServiceAccount: gone },
  load: () => import('./sync-service-account-tokens.js'),
}

function tokenSecret({ prev, next }: ObjectChange<'Secret'>): readonly Key[] {
  const secret = next ?? prev
  if (secret?.type !== TOKEN_TYPE) return NOTHING
  const { namespace = '', name = '', annotations } = secret.metadata
  // A deleted Secret is removed from the list of its ServiceAccount.
  if (!next)
    return [{ apiVersion: 'v1', kind: 'ServiceAccount', namespace, name: annotations?.[ACCOUNT_ANNOTATION] ?? '' }]
  return [{ apiVersion: 'v1', kind: 'Secret', namespace, name }]
}

function gone({ prev, next }: ObjectChange): readonly Key[] {
  if (next || !prev) return NOTHING
  const { namespace = '', name = '' } = prev.metadata
  return [{ apiVersion: 'v1', kind: 'ServiceAccount', namespace, name }]
}
