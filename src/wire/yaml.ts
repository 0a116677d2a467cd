import { type Document, parseAllDocuments } from 'yaml'
import { compareBytes, isObject, setOwn } from '../base/json.js'
import { goTags } from '../base/yaml-tags.js'
import type { Parsed } from './body.js'
import { goYamlError } from './go-yaml-error.js'
import { yamlDuplicates } from './yaml-duplicates.js'

/** Reads YAML as a server does. */
export function parseYaml(text: string): Parsed {
  if (isTooDeep(text)) return { error: `yaml: exceeded max depth of ${MAX_YAML_DEPTH}` }
  // Only the first document counts; what follows it is not even read.
  const [document] = parseAllDocuments(text, { version: '1.1', uniqueKeys: false, merge: true, customTags: goTags })
  if (!document || !('errors' in document)) return { value: null }
  const [error] = document.errors
  if (error) return { error: goYamlError(text, error) }
  const parsed = valueOf(document)
  const duplicates = yamlDuplicates(document, text)
  return parsed.error === undefined && duplicates.length > 0 ? { ...parsed, duplicates } : parsed
}

// The server gives up at 10,000. The library calls itself many times a level, and would run out of stack before 1,000.
const MAX_YAML_DEPTH = 400
const DEEP_LINE = new RegExp(`^[ ?-]{${MAX_YAML_DEPTH}}`, 'm')

/** Tells a text that may be nested too deeply, from its brackets and from how far its lines are indented. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const c = text[at]
    if (c === '[' || c === '{') {
      if (++depth > MAX_YAML_DEPTH) return true
    } else if ((c === ']' || c === '}') && depth > 0) depth--
  }
  return DEEP_LINE.test(text)
}

function valueOf(document: Document): Parsed {
  try {
    return { value: sorted(document.toJS()) }
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    const [, anchor] = /alias.*: (.+)$/.exec(error.message) ?? []
    return {
      error:
        anchor === undefined
          ? 'yaml: document contains excessive aliasing'
          : `yaml: unknown anchor '${anchor}' referenced`,
    }
  }
}

/** The value with the members of its objects in byte order: the server decodes the JSON it makes of YAML, and its JSON is sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const out: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort(compareBytes)) setOwn(out, name, sorted(value[name]))
  return out
}
