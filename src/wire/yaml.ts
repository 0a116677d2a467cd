import { goTags } from '../base/yaml-tags.js'
import type { Parsed } from './body.js'
import { goYamlError } from './go-yaml-error.js'

/** Reads YAML; its library is loaded at the first use. */
export type Yaml = { readonly parse: (text: string) => Parsed }

let loaded: Yaml | undefined

/** Loads the YAML library. */
export async function loadYaml(): Promise<Yaml> {
  if (loaded) return loaded
  const { parseDocument } = await import('yaml')
  loaded = {
    parse(text) {
      const document = parseDocument(text, { version: '1.1', uniqueKeys: false, merge: true, customTags: goTags })
      const [error] = document.errors
      if (!error) return { value: document.toJS() as unknown }
      return { error: goYamlError(text, error) }
    },
  }
  return loaded
}
