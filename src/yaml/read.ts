import { type DecodedYaml, Decoding, UnfitValue } from './decode.js'
import { YamlFault } from './fault.js'
import { Parser } from './parser.js'
import type { YamlText } from './text.js'

/** A text as the JSON it stands for, or what the server's reader says of it. */
export type ReadYaml = (DecodedYaml & { readonly error?: undefined }) | { readonly error: string }

/** Reads YAML as a server does (sigs.k8s.io/yaml): only the first document counts, and what follows it is not even read. */
export function readYaml(text: YamlText): ReadYaml {
  const reading = startReading(text)
  for (;;) {
    const read = reading(Infinity)
    if (read) return read
  }
}

/** Starts to read; each call reads so many values more, and returns what was read once that is all. */
export function startReading(text: YamlText): (most: number) => ReadYaml | undefined {
  const parser = new Parser(text)
  const decoding = new Decoding()
  let isBegun = false
  return (most) => {
    try {
      if (!isBegun && parser.next().type !== 'document start') return { value: null, duplicates: [], hasBigint: false }
      isBegun = true
      for (let left = most; left > 0; left--) {
        const event = parser.next()
        if (event.type === 'document end') return decoding.result()
        decoding.add(event)
      }
      return undefined
    } catch (error) {
      if (error instanceof YamlFault) return { error: `yaml: ${error.message}` }
      if (error instanceof UnfitValue) return { error: error.message }
      throw error
    }
  }
}
