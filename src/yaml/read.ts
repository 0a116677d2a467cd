import { type DecodedYaml, UnfitValue, decodeYaml } from './decode.js'
import { YamlFault } from './fault.js'
import { readDocument } from './nodes.js'
import { Parser } from './parser.js'
import type { YamlText } from './text.js'

/** A text as the JSON it stands for, or what the server's reader says of it. */
export type ReadYaml = (DecodedYaml & { readonly error?: undefined }) | { readonly error: string }

/** Reads YAML as a server does (sigs.k8s.io/yaml): only the first document counts, and what follows it is not even read. */
export function readYaml(text: YamlText): ReadYaml {
  try {
    const node = readDocument(new Parser(text))
    return node ? decodeYaml(node) : { value: null, duplicates: [] }
  } catch (error) {
    if (error instanceof YamlFault) return { error: `yaml: ${error.message}` }
    if (error instanceof UnfitValue) return { error: error.message }
    throw error
  }
}
