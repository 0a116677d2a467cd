import { goTags } from '../base/yaml-tags.js'
import type { Parsed } from './body.js'

/** Reads and writes YAML; its library is loaded at the first use. */
export type Yaml = { readonly parse: (text: string) => Parsed; readonly stringify: (value: unknown) => string }

let loaded: Yaml | undefined

/** Loads the YAML library. */
export async function loadYaml(): Promise<Yaml> {
  if (loaded) return loaded
  const { parseDocument, stringify } = await import('yaml')
  loaded = {
    parse(text) {
      const document = parseDocument(text, { version: '1.1', uniqueKeys: false, merge: true, customTags: goTags })
      const [error] = document.errors
      if (!error) return { value: document.toJS() as unknown }
      const line = error.linePos?.[0].line ?? 1
      return { error: `yaml: line ${line}: ${goYamlProblem(error.code)}` }
    },
    // Equal parts are written out each time; lists stand at the indentation of their key, keys are sorted, long text is not folded: as the server writes it.
    stringify: (value) => stringify(value, { aliasDuplicateObjects: false, sortMapEntries: true, indentSeq: false, lineWidth: 0, version: '1.1' }),
  }
  return loaded
}

// The sentences of the server's YAML reader for the faults people make.
function goYamlProblem(code: string): string {
  if (code === 'TAB_AS_INDENT') return 'found character that cannot start any token'
  if (code === 'MISSING_CHAR' || code === 'BAD_COLLECTION_TYPE') return "did not find expected ',' or ']'"
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return 'mapping values are not allowed in this context'
  return 'did not find expected node content'
}
