import { goQuote } from '../../base/go/printable.js'
import { badRequest } from '../../base/errors/status.js'
import { type Steps, finish } from '../../base/turns/steps.js'
import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'

/** One term of a field selector. */
type FieldTerm = { readonly path: string; readonly operator: '=' | '!='; readonly value: string }
/** Terms that must all match; an empty selector selects everything. */
export type FieldSelector = readonly FieldTerm[]
/** The selectable fields of a kind, and the wording of a refusal. */
type SelectableFields = KindDef['selectable']

/** Parses a field selector; throws a 400 with the message of k8s.io/apimachinery/pkg/fields. */
export const parseFieldSelector = (text: string): FieldSelector => finish(sortedTerms(text))

/** Does what {@link parseFieldSelector} does, in steps. */
export const sortedTerms = (text: string): Steps<FieldSelector> => fieldTerms(text, splitTerms(text).sort())

/** Parses the terms of a field selector in steps. */
export function* fieldTerms(text: string, split: readonly string[] = splitTerms(text)): Steps<FieldTerm[]> {
  const terms: FieldTerm[] = []
  for (const term of split) {
    yield
    if (term === '') continue
    const [operator] = /!=|==|=/.exec(term) ?? []
    if (operator === undefined) throw badRequest(`invalid selector: '${text}'; can't understand '${term}'`)
    const at = term.indexOf(operator)
    const [path, value] = [term.slice(0, at), unescapeValue(term.slice(at + operator.length))]
    if (path !== '' || value !== '') terms.push({ path, operator: operator === '!=' ? '!=' : '=', value })
  }
  return terms
}

/** Throws a 400 if a term names a field that is not selectable for the kind. */
export function checkFields(selector: FieldSelector, selectable: SelectableFields): void {
  for (const { path } of selector) {
    if (
      path === 'metadata.name' ||
      Object.hasOwn(selectable.fields, path) ||
      (path === 'metadata.namespace' && selectable.namespace)
    )
      continue
    if (selectable.conversion === 'own')
      throw badRequest(selectable.unknown?.(path) ?? `field label not supported: ${path}`)
    throw badRequest(`${goQuote(path)} is not a known field selector: only "metadata.name", "metadata.namespace"`)
  }
}

/** Tells whether an object matches; `read` returns the text of a field, `''` if it is absent. */
export type FieldMatcher = (read: (path: string) => string) => boolean

/** Makes the matcher of a selector. */
export const matcherOfTerms =
  (selector: FieldSelector): FieldMatcher =>
  (read) =>
    selector.every(({ path, operator, value }) => (read(path) === value) === (operator === '='))

/** Returns the text of a selectable field of an object. */
export function readField(object: KubeObject, path: string, { fields }: SelectableFields): string {
  const own = Object.hasOwn(fields, path) ? fields[path] : undefined
  if (own) return own(object)
  return (path === 'metadata.namespace' ? object.metadata.namespace : object.metadata.name) ?? ''
}

// An escaped comma does not end a term, and keeps its backslash.
function splitTerms(text: string): string[] {
  const terms = ['']
  for (const part of text.match(/\\[^]?|,|[^\\,]+/gu) ?? []) {
    if (part === ',') terms.push('')
    else terms.push(terms.pop() + part)
  }
  return terms
}

function unescapeValue(text: string): string {
  return text.replace(/\\([^]?)|[,=]/gu, (part, escaped: string | undefined) => {
    if (escaped === undefined)
      throw badRequest(`invalid field selector: unescaped character in value: ${part.codePointAt(0)}`)
    if (escaped !== '\\' && escaped !== ',' && escaped !== '=')
      throw badRequest(`invalid field selector: invalid escape sequence: ${part}`)
    return escaped
  })
}
