import { getPath, isObject } from '../base/json/json.js'
import { isDefinition } from '../kinds/apiextensions/load-definitions.js'
import { checkWatches } from '../controllers/runtime/controllers.js'
import type { Registry } from '../model/registry/registry.js'
import type { Unread } from '../base/input/unread.js'
import type { ClusterOptions } from './options.js'

/**
 * Checks what the program's own controllers watch, before fixtures and definitions are loaded.
 *
 * @throws TypeError
 */
export function checkOwnControllers(
  { controllers = [] }: Pick<ClusterOptions, 'controllers'>,
  registry: Registry,
  unread: Unread | undefined,
): void {
  if (typeof controllers === 'string') return
  const defined = (unread?.documents?.documents ?? []).flatMap(({ value }) => kindsIn(value))
  for (const controller of controllers)
    if (typeof controller !== 'string') checkWatches('createCluster', controller, registry, defined)
}

/** Returns the kinds that a CustomResourceDefinition, or the items of a list, define. */
function kindsIn(value: unknown): readonly string[] {
  if (!isObject(value)) return []
  if (!isDefinition(value)) return Array.isArray(value['items']) ? value['items'].flatMap(kindsIn) : []
  const kind = getPath(value, ['spec', 'names', 'kind'])
  return typeof kind === 'string' ? [kind] : []
}
