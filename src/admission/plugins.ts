import { limitRanger } from './limit-ranger/limit-ranger.js'
import { namespaceLifecycle } from './namespace-lifecycle.js'
import { resourceQuota } from './resource-quota.js'
import type { AdmissionPlugin } from './types.js'

/** The plug-ins that are imitated, in the order they are asked: that of {@link pluginNames}. */
export const builtInPlugins: readonly AdmissionPlugin[] = [namespaceLifecycle, limitRanger, resourceQuota]
