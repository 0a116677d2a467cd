import { YamlFault } from './fault.js'

// How many of the steps of a small document, and of a large one, may come of aliases.
const [SMALL, LARGE] = [400_000, 4_000_000]
const [MOST_OF_SMALL, MOST_OF_LARGE] = [0.99, 0.1]

/** Text that aliases may repeat: as much as the copies of a JSON patch. */
const MAX_REPEATED = 3 * 1024 * 1024

/** Watches over what the aliases of a document multiply. */
export type Aliasing = {
  /** Values read so far, those that aliases stand for among them; and their text. */
  readonly steps: number
  readonly text: number
  /** Counts a value that is read, and its text. */
  readonly count: (text: number) => void
  /** Counts an alias, and what it stands for. */
  readonly repeat: (target: { readonly steps: number; readonly text: number }) => void
}

/** Starts counting, by the bounds of gopkg.in/yaml.v2. */
export function createAliasing(): Aliasing {
  let steps = 0
  let text = 0
  let aliased = 0
  let repeated = 0
  return {
    get steps() {
      return steps
    },
    get text() {
      return text
    },
    count(length) {
      steps++
      text += length
    },
    repeat(target) {
      steps += target.steps + 1
      aliased += target.steps
      text += target.text
      repeated += target.text
      if ((aliased > 100 && steps > 1000 && aliased / steps > allowed(steps)) || repeated > MAX_REPEATED)
        throw new YamlFault('document contains excessive aliasing')
    },
  }
}

function allowed(steps: number): number {
  if (steps <= SMALL) return MOST_OF_SMALL
  if (steps >= LARGE) return MOST_OF_LARGE
  return MOST_OF_SMALL - ((MOST_OF_SMALL - MOST_OF_LARGE) * (steps - SMALL)) / (LARGE - SMALL)
}
