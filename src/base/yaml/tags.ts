import { parserFault } from './fault.js'
import type { Scanner } from './scanner.js'
import type { Token } from './token.js'

/** The prefix of the standard YAML tags (`!!str`). */
export const YAML_TAG = 'tag:yaml.org,2002:'

const BUILT_IN: readonly (readonly [string, string])[] = [
  ['!', '!'],
  ['!!', YAML_TAG],
]

/** The tag handles of a document and their prefixes. */
type Tags = {
  /** Reads the directives of a document. */
  readonly read: (scanner: Scanner) => void
  /** Forgets the directives of the previous document. */
  readonly reset: () => void
  /** Returns the complete tag. */
  readonly resolve: (token: Token<'tag'>) => string
}

/** Makes the tag resolver of a text. */
export function createTags(): Tags {
  const prefixes = new Map<string, string>()
  return {
    read: (scanner) => {
      let hasVersion = false
      for (let token = scanner.peek(); token.type === 'version' || token.type === 'handle'; token = scanner.peek()) {
        if (token.type === 'version') {
          if (hasVersion) throw parserFault(token, 'found duplicate %YAML directive')
          if (token.major !== 1 || token.minor !== 1) throw parserFault(token, 'found incompatible YAML document')
          hasVersion = true
        } else {
          if (prefixes.has(token.handle)) throw parserFault(token, 'found duplicate %TAG directive')
          prefixes.set(token.handle, token.prefix)
        }
        scanner.take()
      }
      for (const [handle, prefix] of BUILT_IN) if (!prefixes.has(handle)) prefixes.set(handle, prefix)
    },
    reset: () => prefixes.clear(),
    resolve: (token) => {
      const { handle, suffix } = token
      if (handle === '') return suffix
      const prefix = prefixes.get(handle)
      if (prefix === undefined || prefix + suffix === '') throw parserFault(token, 'found undefined tag handle')
      return prefix + suffix
    },
  }
}
