import { formatTime } from '../../base/time/time.js'

/** The range that Services get their addresses from by default. */
export const DEFAULT_RANGE = '10.0.0.0/24'
/** The finalizer that keeps a ServiceCIDR while Services have its addresses. */
export const RANGE_FINALIZER = 'networking.k8s.io/service-cidr-finalizer'
/** The field manager of the status that the controller of ServiceCIDRs writes. */
export const RANGE_CONTROLLER = 'service-cidr-controller'

/** The condition of a ServiceCIDR that is ready, as its controller writes it; `now` is in milliseconds since 1970. */
export const readyRange = (now: number) => ({
  type: 'Ready',
  status: 'True',
  message: 'Kubernetes Service CIDR is ready',
  // The real server sets the current time even if nothing else changes (recorded).
  lastTransitionTime: formatTime(now),
})
