import { API_PRIORITIES } from '../../model/generated/api-priorities.js'
import type { Registry } from '../../model/registry/registry.js'
import type { BootstrapBody } from './body.js'

/** Returns the APIServices of the built-in groups, which the server serves itself. */
export function builtinApiServices(registry: Pick<Registry, 'mappings'>): readonly BootstrapBody[] {
  const served = new Set(registry.mappings().map(({ group, version }) => `${group}/${version}`))
  return Object.entries(API_PRIORITIES).flatMap(([groupVersion, [groupPriorityMinimum, versionPriority]]) => {
    if (!served.has(groupVersion)) return []
    const [group = '', version = ''] = groupVersion.split('/')
    return [
      {
        metadata: {
          name: `${version}.${group}`,
          labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' },
        },
        spec: { ...(group ? { group } : {}), version, groupPriorityMinimum, versionPriority },
      },
    ]
  })
}
