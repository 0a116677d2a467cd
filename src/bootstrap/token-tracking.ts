import { formatTime } from '../base/time.js'
import type { BootstrapBody } from './body.js'

/**
 * The day since which the server notes which tokens in Secrets are used; what cleans up those that are not reads it.
 */
export const tokenTracking = (started: number): BootstrapBody => ({
  metadata: { namespace: 'kube-system', name: 'kube-apiserver-legacy-service-account-token-tracking' },
  data: { since: formatTime(started).slice(0, 'YYYY-MM-DD'.length) },
})
