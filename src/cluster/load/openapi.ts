import { describePath } from '../../base/check/shape.js'
import type { JsonObject } from '../../base/json/json.js'
import type { Kind } from '../../model/registry/kind-def.js'
import {
  discoveryProblems,
  discoveryRemedy,
  isDiscoveryDocument,
} from '../../model/registry/openapi/discovery-document.js'
import { isOpenAPIDocument } from '../../model/registry/openapi/from-openapi.js'
import { readInput } from '../../base/input/documents.js'
import { type Input, type Source, isSource } from '../../base/input/input.js'
import { misplaced } from '../../base/input/misplaced.js'
import { LoadError, type LoadFault } from '../../base/input/load-error.js'

/** Makes kinds from a document and discovery documents. */
type FromOpenAPI = (document: unknown, options: { readonly discovery: readonly object[] }) => readonly Kind[]

/** A document, and where it was given. */
type Given = { readonly value: unknown; readonly source: string; readonly text?: string }

/**
 * Reads the kinds of OpenAPI v3 documents, given as text or objects. Discovery documents among them add short names,
 * categories and verbs.
 *
 * @throws LoadError for a document that is neither, and for discovery documents without an OpenAPI document
 */
export function readOpenApi(input: Input, make: FromOpenAPI): readonly Kind[] {
  const inputs: readonly (string | object)[] = Array.isArray(input) ? input : [input]
  const given = inputs.flatMap((each, i) => readGiven(each, Array.isArray(input) ? `openapi[${i}]` : 'openapi'))
  const faults = given.flatMap(discoveryFaults)
  if (faults.length > 0) throw new LoadError(faults)
  const documents = given.filter(({ value }) => !isDiscoveryDocument(value))
  const discovery = given.map(({ value }) => value).filter(isDiscoveryDocument)
  if (documents.length === 0 && discovery.length > 0) throw new LoadError(given.map(aloneFault))
  return documents.flatMap((document) => kindsOf(make, document, discovery))
}

function readGiven(given: string | object, name: string): readonly Given[] {
  if (typeof given === 'string') return readText({ name, text: given })
  if (isSource(given)) return readText(given)
  return [{ value: given, source: name }]
}

// Parses JSON, the usual format, which is much faster, or else YAML.
function readText({ name: source, text }: Source): readonly Given[] {
  try {
    return [{ value: JSON.parse(text), source, text }]
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { documents, faults } = readInput({ name: source, text }, source)
    if (faults.length > 0) throw new LoadError(faults)
    return documents.map(({ value }) => ({ value, source }))
  }
}

const REMEDY = 'save one of a server: kubectl get --raw /openapi/v3/apis/batch/v1'

function kindsOf(make: FromOpenAPI, { value, source }: Given, discovery: readonly JsonObject[]): readonly Kind[] {
  const fail = (why: string): never => {
    throw new LoadError([{ source, message: `${why}; ${REMEDY}` }])
  }
  if (!isOpenAPIDocument(value))
    return fail(misplaced(value, 'openapi') ?? 'this is no OpenAPI v3 document with paths and components')
  try {
    return make(value, { discovery })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return fail(error.message.replace(/^fromOpenAPI: /, ''))
  }
}

function discoveryFaults({ value, source, text }: Given): readonly LoadFault[] {
  if (!isDiscoveryDocument(value)) return []
  const problems = discoveryProblems(value)
  if (problems.length === 0) return []
  const at = text === undefined ? undefined : readInput({ name: source, text }, source).documents[0]?.at
  return problems.map(({ path, text: message }) => {
    const field = describePath(path)
    return { ...(at?.(field) ?? { source }), field, message: `${message}; ${discoveryRemedy(value)}` }
  })
}

const aloneFault = ({ source }: Given): LoadFault => ({
  source,
  message: `this tells what kinds are called, and there is no OpenAPI document of them beside it; ${REMEDY}`,
})
