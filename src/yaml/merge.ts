import { YamlFault } from './fault.js'
import type { AliasNode, MappingNode, YamlNode } from './nodes.js'
import { YAML_TAG } from './tags.js'

/** Tells the key (`<<`) whose value's members become the map's own. */
export const isMerge = (node: YamlNode): boolean =>
  node.type === 'scalar' && node.value === '<<' && (node.implicit || node.tag === MERGE_TAG)
const MERGE_TAG = `${YAML_TAG}merge`

/**
 * The maps a merge merges, each with the alias that stands for it, in the order they are read: the first of a list
 * counts most.
 *
 * @throws YamlFault where it names none
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
