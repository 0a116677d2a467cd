import type { BundleChange, BundleTold, BundleWatch } from '../../cluster/bundle/types.js'
import { matchesLabels, parseLabelSelector } from '../../model/select/labels.js'

/** A change that a watch selects, and whether the watch has sent it. */
type WatchedChange = { readonly change: BundleChange; readonly told: boolean }

/** Returns the changes that a watch selects, oldest first. Field selectors are ignored. */
export function watchedChanges(watch: BundleWatch, changes: readonly BundleChange[]): readonly WatchedChange[] {
  const selector = parseLabelSelector(watch.labelSelector)
  const reached = Number(watch.resourceVersion)
  return changes
    .filter(
      ({ apiVersion, kind, namespace, name, object }) =>
        apiVersion === watch.apiVersion &&
        kind === watch.kind &&
        (watch.namespace === '' || namespace === watch.namespace) &&
        (watch.name === '' || name === watch.name) &&
        (!object || matchesLabels(selector, object.metadata.labels)),
    )
    .map((change) => ({ change, told: change.revision <= reached }))
}

/** Returns the events that a watch sent, oldest first. */
export const eventsOfWatch = (id: string, told: readonly BundleTold[]): readonly BundleTold[] =>
  told.filter(({ watch }) => watch === id)

/** Describes what a watch selects. */
export function aimOf({ kind, namespace, name, labelSelector, fieldSelector }: BundleWatch): string {
  const selectors = [labelSelector, fieldSelector].filter(Boolean).join(' ')
  const place =
    name === '' ? (namespace === '' ? '' : ` in ${namespace}`) : ` ${namespace === '' ? '' : `${namespace}/`}${name}`
  return `${kind}${place}${selectors === '' ? '' : ` with ${selectors}`}`
}
