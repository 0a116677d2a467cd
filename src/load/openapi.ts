import type { Kind } from '../registry/kind.js'
import { isOpenAPIDocument } from '../registry/openapi/from-openapi.js'
import { readInput } from '../source/documents.js'
import { type Input, isSource } from '../source/input.js'
import { LoadError } from '../source/load-error.js'

/** Makes kinds of a document. */
type FromOpenAPI = (document: unknown) => readonly Kind[]

/**
 * The kinds of OpenAPI v3 documents, as text or objects.
 *
 * @throws LoadError for a document that is none
 */
export function readOpenApi(input: Input, make: FromOpenAPI): readonly Kind[] {
  const given: readonly (string | object)[] = Array.isArray(input) ? input : [input]
  return given.flatMap((each, i) => readDocument(make, each, Array.isArray(input) ? `openapi[${i}]` : 'openapi'))
}

function readDocument(make: FromOpenAPI, given: string | object, name: string): readonly Kind[] {
  if (typeof given === 'string') return readText(make, given, name)
  if (isSource(given)) return readText(make, given.text, given.name)
  return kindsOf(make, given, name)
}

// JSON, which they mostly are and which is read far sooner, or YAML.
function readText(make: FromOpenAPI, text: string, source: string): readonly Kind[] {
  try {
    return kindsOf(make, JSON.parse(text), source)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { documents, faults } = readInput({ name: source, text }, source)
    if (faults.length > 0) throw new LoadError(faults)
    return documents.flatMap(({ value }) => kindsOf(make, value, source))
  }
}

const REMEDY = 'save one of a server: kubectl get --raw /openapi/v3/apis/batch/v1'

function kindsOf(make: FromOpenAPI, document: unknown, source: string): readonly Kind[] {
  const fail = (why: string): never => {
    throw new LoadError([{ source, message: `${why}; ${REMEDY}` }])
  }
  if (!isOpenAPIDocument(document)) return fail('this is no OpenAPI v3 document with paths and components')
  try {
    return make(document)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return fail(error.message.replace(/^fromOpenAPI: /, ''))
  }
}
