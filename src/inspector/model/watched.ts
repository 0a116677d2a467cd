import type { BundleChange, BundleTold, BundleWatch } from '../../bundle/types.js'
import { matchesLabels, parseLabelSelector } from '../../select/labels.js'

/** A change that concerns a watch, and whether it has been told of it. */
type WatchedChange = { readonly change: BundleChange; readonly told: boolean }

/** The changes of what a watch is for, oldest first. A selector by fields is not looked at. */
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

/** What a watch was told, oldest first. */
export const toldTo = (id: string, told: readonly BundleTold[]): readonly BundleTold[] =>
  told.filter(({ watch }) => watch === id)

/** What a watch is for, in words. */
export function aimOf({ kind, namespace, name, labelSelector, fieldSelector }: BundleWatch): string {
  const selectors = [labelSelector, fieldSelector].filter(Boolean).join(' ')
  const place =
    name === '' ? (namespace === '' ? '' : ` in ${namespace}`) : ` ${namespace === '' ? '' : `${namespace}/`}${name}`
  return `${kind}${place}${selectors === '' ? '' : ` with ${selectors}`}`
}
