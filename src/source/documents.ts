import { type Document, LineCounter, isScalar, parseAllDocuments, visit } from 'yaml'
import { goTags } from '../base/yaml-tags.js'
import type { LoadFault, Position } from './load-error.js'
import { type Input, type Source, isSource } from './input.js'
import { offsetOf } from './locate.js'

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
  readonly faults: readonly LoadFault[]
}

/** Reads an input as documents. A text or object without a name of its own is called `name`, or `name[i]` in a list. */
export function readInput(input: Input, name: string): Documents {
  const given: readonly (string | object)[] = Array.isArray(input) ? input : [input]
  return join(given.map((each, i) => readOne(each, Array.isArray(input) ? `${name}[${i}]` : name)))
}

function readOne(given: string | object, name: string): Documents {
  if (typeof given === 'string') return readSource({ name, text: given })
  if (isSource(given)) return readSource(given)
  return { sources: [name], documents: [{ value: given, at: () => ({ source: name }) }], faults: [] }
}

/** Several sets of documents as one. */
export const join = (found: readonly Documents[]): Documents => ({
  sources: found.flatMap(({ sources }) => sources),
  documents: found.flatMap(({ documents }) => documents),
  faults: found.flatMap(({ faults }) => faults),
})

/** Parses a text of any number of documents, as people's tools read them: YAML 1.1 with times left as text. */
function readSource({ name: source, text }: Source): Documents {
  const lines = new LineCounter()
  const parsed = parseAllDocuments(text, {
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
  const faults: LoadFault[] = []
  // An empty text has no documents, which the library tells as an empty list of another type.
  for (const document of parsed as readonly Document.Parsed[]) {
    const problem = problemOf(document, text)
    if (problem) faults.push({ ...position(problem.offset), message: problem.message })
    else if (!isEmpty(document)) {
      try {
        const value: unknown = document.toJS()
        documents.push({ value, at: (field) => position(offsetOf(document, field)) })
      } catch (error) {
        // Aliases of aliases, more than a person writes.
        faults.push({ ...position(document.contents!.range[0]), message: String(error) })
      }
    }
  }
  return { sources: [source], documents, faults }
}

const isEmpty = ({ contents }: Document.Parsed) => !contents || (isScalar(contents) && contents.value === null)

type Problem = { readonly offset: number; readonly message: string }

// What follows the first fault of a document is mostly its echo.
function problemOf(document: Document.Parsed, text: string): Problem | undefined {
  const [error] = [...document.errors, ...document.warnings]
  if (error) {
    const [offset] = error.pos
    const repeated = error.code === 'DUPLICATE_KEY' ? /^[^\s:]+/.exec(text.slice(offset, offset + 80)) : null
    return { offset, message: repeated ? `the member ${repeated[0]} is given twice` : error.message }
  }
  let problem: Problem | undefined
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return undefined
      problem = { offset: alias.range?.[0] ?? 0, message: `the anchor *${alias.source} refers to is not there` }
      return visit.BREAK
    },
  })
  return problem
}
