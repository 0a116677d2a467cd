import type { Document } from 'yaml'
import { goTags } from '../base/yaml-tags.js'
import type { Fault, Position } from './fault.js'
import { type Yaml, offsetOf } from './locate.js'

/** A fixture's text, YAML or JSON, and what it is called in faults. */
export type Source = { readonly name: string; readonly text: string }

/** An object of a fixture that can say where each of its members is written. */
export type Located = {
  readonly value: unknown
  /** The place of a field path (`spec.taints[0].key`), or of the nearest part of it that is written. */
  readonly at: (field: string) => Position
}

/** What fixtures hold: one value a document, not yet taken for objects or lists. */
export type Documents = {
  /** What the sources are called, in their order. */
  readonly sources: readonly string[]
  readonly documents: readonly Located[]
  readonly faults: readonly Fault[]
}

/** What can be loaded: a text, texts with names, or objects. */
export type LoadInput = string | readonly Source[] | readonly object[]

/** Reads whatever can be loaded as documents. */
export function readInput(input: LoadInput): Documents | Promise<Documents> {
  if (typeof input === 'string') return readDocuments([{ name: 'fixture', text: input }])
  const texts = (input as readonly object[]).filter(isSource) // filter has no overload for a union of lists
  if (texts.length > 0 && texts.length === input.length) return readDocuments(texts)
  const names = input.map((_, i) => `objects[${i}]`)
  return {
    sources: names,
    documents: input.map((value, i) => ({ value, at: () => ({ source: names[i]! }) })),
    faults: [],
  }
}

const isSource = (value: object): value is Source =>
  'text' in value && typeof value.text === 'string' && 'name' in value && !('kind' in value)

/** Parses texts of any number of documents each, as people's tools read them: YAML 1.1 with times left as text. */
export async function readDocuments(sources: readonly Source[]): Promise<Documents> {
  const yaml = await import('yaml')
  const found = sources.map((source) => readSource(yaml, source))
  return {
    sources: sources.map(({ name }) => name),
    documents: found.flatMap(({ documents }) => documents),
    faults: found.flatMap(({ faults }) => faults),
  }
}

function readSource(yaml: Yaml, { name: source, text }: Source): Pick<Documents, 'documents' | 'faults'> {
  const lines = new yaml.LineCounter()
  const parsed = yaml.parseAllDocuments(text, {
    lineCounter: lines,
    version: '1.1',
    merge: true,
    prettyErrors: false,
    logLevel: 'error',
    customTags: goTags,
  })
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { source, line, column: col }
  }
  const documents: Located[] = []
  const faults: Fault[] = []
  for (const document of parsed as readonly Document.Parsed[]) {
    const problem = problemOf(yaml, document, text)
    if (problem) faults.push({ ...position(problem.offset), message: problem.message })
    else if (!isEmpty(yaml, document)) {
      try {
        documents.push({ value: document.toJS() as unknown, at: (field) => position(offsetOf(yaml, document, field)) })
      } catch (error) {
        // Aliases of aliases, more than a person writes.
        faults.push({ ...position(document.contents!.range[0]), message: String(error) })
      }
    }
  }
  return { documents, faults }
}

const isEmpty = (yaml: Yaml, { contents }: Document.Parsed) =>
  !contents || (yaml.isScalar(contents) && contents.value === null)

type Problem = { readonly offset: number; readonly message: string }

// What follows the first fault of a document is mostly its echo.
function problemOf(yaml: Yaml, document: Document.Parsed, text: string): Problem | undefined {
  const [error] = [...document.errors, ...document.warnings]
  if (error) {
    const [offset] = error.pos
    const repeated = error.code === 'DUPLICATE_KEY' ? /^[^\s:]+/.exec(text.slice(offset, offset + 80)) : null
    return { offset, message: repeated ? `the member ${repeated[0]} is given twice` : error.message }
  }
  let problem: Problem | undefined
  yaml.visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return undefined
      problem = { offset: alias.range?.[0] ?? 0, message: `the anchor *${alias.source} refers to is not there` }
      return yaml.visit.BREAK
    },
  })
  return problem
}
