import { YamlFault } from './fault.js'
import type { AliasNode, MappingNode, YamlNode } from './nodes.js'
import { YAML_TAG } from './tags.js'

/** Tells whether a key is a merge key (`<<`), whose value's members are merged into the map. */
export const isMerge = (node: YamlNode): boolean =>
  node.type === 'scalar' && node.value === '<<' && (node.implicit || node.tag === MERGE_TAG)
const MERGE_TAG = `${YAML_TAG}merge`

/**
 * Yields the maps of a merge, each with its alias if it is one, in the order they are applied: earlier items of a list
 * take precedence, so they come last.
 *
 * @throws YamlFault if the value is not a map or a list of maps
 */
export function* merges(
  node: YamlNode,
): Generator<{ readonly map: MappingNode; readonly alias: AliasNode | undefined }> {
  for (const part of node.type === 'sequence' ? node.items.toReversed() : [node]) {
    const map = part.type === 'alias' ? part.target : part
    if (map.type !== 'mapping') throw new YamlFault('map merge requires map or sequence of maps as the value', part)
    yield { map, alias: part.type === 'alias' ? part : undefined }
  }
}
