import type { OpenWatch } from '../rest/watch/open-watch.js'
import type { BundleWatch } from './types.js'

/** An open watch, as plain JSON. */
export function watchOf(watch: OpenWatch): BundleWatch {
  const { id, kind, apiVersion, namespace, name, labelSelector, fieldSelector } = watch
  const { user, userAgent, resourceVersion, holding, held } = watch
  const aim = { id, kind, apiVersion, namespace, name, labelSelector, fieldSelector }
  const told = { ...aim, user, userAgent, resourceVersion, holding }
  if (!held) return told
  const revision = held.type === 'ERROR' ? {} : { revision: Number(held.object.metadata.resourceVersion) }
  return { ...told, held: { type: held.type, ...revision } }
}
