import { YamlFault } from './fault.js'
import type { AliasNode, YamlNode } from './nodes.js'

// How many of the steps of a small document, and of a large one, may come of aliases.
const [SMALL, LARGE] = [400_000, 4_000_000]
const [MOST_OF_SMALL, MOST_OF_LARGE] = [0.99, 0.1]

/** Text that aliases may repeat: as much as the copies of a JSON patch. */
const MAX_REPEATED = 3 * 1024 * 1024

/** Watches over what the aliases of a document multiply. */
type Aliasing = {
  /** Counts a node that is read, by itself or for an alias. */
  readonly count: (node: YamlNode) => void
  /** Begins to read what an alias stands for. */
  readonly enter: (alias: AliasNode) => void
  /** Has read it. */
  readonly leave: (alias: AliasNode) => void
}

/** Starts counting, by the bounds of gopkg.in/yaml.v2. */
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
