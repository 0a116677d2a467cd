import { YamlFault } from './fault.js'
import type { AliasNode, YamlNode } from './nodes.js'

// The maximum share of steps caused by aliases, in a small document and in a large one.
const [SMALL, LARGE] = [400_000, 4_000_000]
const [MOST_OF_SMALL, MOST_OF_LARGE] = [0.99, 0.1]

/** The maximum length of text repeated by aliases, the same as for the copies of a JSON patch. */
const MAX_REPEATED = 3 * 1024 * 1024

/** Limits the amplification by the aliases of a document. */
type Aliasing = {
  /** Counts a node that is decoded, directly or through an alias. */
  readonly count: (node: YamlNode) => void
  /** Called before the target of an alias is decoded. */
  readonly enter: (alias: AliasNode) => void
  /** Called after it has been decoded. */
  readonly leave: (alias: AliasNode) => void
}

/** Starts counting, with the limits of gopkg.in/yaml.v2. */
export function createAliasing(): Aliasing {
  const open = new Set<AliasNode>()
  let steps = 0
  let aliased = 0
  let repeated = 0
  return {
    count: (node) => {
      steps++
      if (open.size === 0) return
      aliased++
      if (node.type === 'scalar') repeated += node.value.length
      if ((aliased > 100 && steps > 1000 && aliased / steps > allowed(steps)) || repeated > MAX_REPEATED)
        throw new YamlFault('document contains excessive aliasing', node)
    },
    enter: (alias) => {
      if (open.has(alias)) throw new YamlFault(`anchor '${alias.name}' value contains itself`, alias)
      open.add(alias)
    },
    leave: (alias) => void open.delete(alias),
  }
}

function allowed(steps: number): number {
  if (steps <= SMALL) return MOST_OF_SMALL
  if (steps >= LARGE) return MOST_OF_LARGE
  return MOST_OF_SMALL - ((MOST_OF_SMALL - MOST_OF_LARGE) * (steps - SMALL)) / (LARGE - SMALL)
}
