import { goQuote } from '../../base/go/printable.js'
import type { Service } from '../../kinds/core/service/service-types.js'
import type { KubeObject } from '../../schema/object.js'

/** The host and port that a Service is at, or why there are none. */
type Found = { readonly host: string; readonly fault?: undefined } | { readonly fault: string }

const BY_ADDRESS: readonly unknown[] = ['ClusterIP', 'LoadBalancer', 'NodePort']

/** Returns where a Service is (apiserver/pkg/util/proxy: ResolveCluster). */
export function serviceAddress(stored: KubeObject | undefined, name: string, port: number): Found {
  if (!stored) return { fault: `service ${goQuote(name)} not found` }
  // From the table of Services.
  const { type = 'ClusterIP', clusterIP = '', externalName = '', ports } = (stored as Service).spec ?? {}
  if (type === 'ExternalName') return { host: `${externalName}:${port}` }
  if (!BY_ADDRESS.includes(type)) return { fault: `unsupported service type ${goQuote(type)}` }
  if (clusterIP === 'None') return { fault: 'cannot route to service with ClusterIP "None"' }
  if (!ports?.some((one) => one.port === port))
    return { fault: `no service port ${port} found for service ${goQuote(name)}` }
  return { host: `${clusterIP.includes(':') ? `[${clusterIP}]` : clusterIP}:${port}` }
}
