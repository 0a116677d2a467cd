import { goQuote, goValue, namedText } from '../go/printable.js'
import { wordingNow } from './wording.js'
import { MOST_ISSUES, countIssue } from './issues-in-parts.js'

/** One field error: its reason, its field, and the message of its cause. */
export type Issue = {
  readonly reason:
    | 'FieldValueRequired'
    | 'FieldValueInvalid'
    | 'FieldValueTypeInvalid'
    | 'FieldValueNotSupported'
    | 'FieldValueDuplicate'
    | 'FieldValueForbidden'
    | 'FieldValueTooLong'
    | 'FieldValueTooMany'
    | 'FieldValueNotFound'
    | 'InternalError'
  readonly field: string
  readonly message: string
  /** Set if it was found by the tags of a struct, which are validated last. */
  readonly isDeclared?: true
  /** Set if its tag is asked first, and stops those of what is in the field. */
  readonly stopsTags?: true
}

/** Counts an issue and returns it. */
function counted(issue: Issue): Issue {
  countIssue()
  return issue
}

const withDetail = (head: string, detail?: string) => (detail ? `${head}: ${detail}` : head)

// The error texts of k8s.io/apimachinery/pkg/util/validation/field.

/** `Required value[: detail]` */
export const required = (field: string, detail?: string): Issue =>
  counted({
    reason: 'FieldValueRequired',
    field,
    message: withDetail('Required value', detail),
  })
/** The same with a detail that only versions tell that name fields. */
export const requiredOf = (field: string, detail: string): Issue =>
  required(field, wordingNow().namesFields ? detail : undefined)
/** `Invalid value: <value>: detail` */
export const invalid = (field: string, value: unknown, detail: string): Issue =>
  counted({
    reason: 'FieldValueInvalid',
    field,
    message: withDetail(`Invalid value: ${goValue(value)}`, detail),
  })
/** `Invalid value: detail`, without the value */
export const invalidUnshown = (field: string, detail: string): Issue =>
  counted({
    reason: 'FieldValueInvalid',
    field,
    message: `Invalid value: ${detail}`,
  })
/** A detail that began with the name of its field in versions that name fields. */
export const ofField = (name: string, detail: string): string =>
  wordingNow().namesFields ? `${name} ${detail}` : detail
/**
 * `Unsupported value: <value>[: supported values: …]`; the list keeps the order given. A text is of a named type,
 * unless it is a `stringText`.
 */
export const notSupported = (field: string, value: unknown, supported: readonly string[]): Issue =>
  counted({
    reason: 'FieldValueNotSupported',
    field,
    message: withDetail(
      `Unsupported value: ${goValue(typeof value === 'string' ? namedText(value) : value)}`,
      supported.length > 0 ? `supported values: ${supported.map(goQuote).join(', ')}` : undefined,
    ),
  })
/** `Duplicate value: <value>[: detail]` */
export const duplicate = (field: string, value: unknown, detail?: string): Issue =>
  counted({
    reason: 'FieldValueDuplicate',
    field,
    message: withDetail(`Duplicate value: ${goValue(value)}`, detail),
  })
/** `Duplicate value`, without the value */
export const duplicateUnshown = (field: string): Issue =>
  counted({ reason: 'FieldValueDuplicate', field, message: 'Duplicate value' })
/** `Not found: <value>` */
export const notFound = (field: string, value: unknown, detail?: string): Issue =>
  counted({
    reason: 'FieldValueNotFound',
    field,
    message: withDetail(`Not found: ${goValue(value)}`, detail),
  })
/** `Forbidden[: detail]` */
export const forbidden = (field: string, detail: string): Issue =>
  counted({
    reason: 'FieldValueForbidden',
    field,
    message: withDetail('Forbidden', detail),
  })
/** `Too long: may not be more than N bytes` */
export const tooLong = (field: string, bytes: number): Issue =>
  counted({
    reason: 'FieldValueTooLong',
    field,
    message: `Too long: may not be more than ${bytes} bytes`,
  })
/** `Too many: <actual>: must have at most N items` */
export const tooMany = (field: string, actual: number, most: number): Issue =>
  counted({
    reason: 'FieldValueTooMany',
    field,
    message: `Too many: ${actual}: must have at most ${most} items`,
  })
/** `Internal error: detail` */
export const internal = (field: string, detail: string): Issue =>
  counted({
    reason: 'InternalError',
    field,
    message: `Internal error: ${detail}`,
  })
/** `Invalid value: <value>: field is immutable` */
export const immutable = (field: string, value: unknown): Issue => invalid(field, value, 'field is immutable')
/** Marks an issue that the tags of a struct tell, too: since v1.37 these do so (declarative validation). */
export const declared = (issue: Issue): Issue => (wordingNow().isDeclarative ? { ...issue, isDeclared: true } : issue)
/** A required field by its tag (`+k8s:required`), which knows no detail. */
export const declaredRequired = (field: string, detail?: string): Issue =>
  declared(required(field, wordingNow().isDeclarative ? undefined : detail))
/** Marks an issue of a field that may not change (`+k8s:immutable`): what is in it is then told of by hand. */
export const stopping = (issue: Issue): Issue => ({ ...issue, stopsTags: true })
/** An immutable field by its tag, which does not know the value. */
export const declaredImmutable = (field: string, value: unknown): Issue =>
  stopping(declared(immutable(field, wordingNow().isDeclarative ? null : value)))
/** An item of a list that has the key of another, by its tag (`+k8s:listType`), which shows the whole item. */
export const declaredDuplicate = (field: string, key: unknown, item: unknown): Issue =>
  declared(duplicate(field, wordingNow().isDeclarative ? item : key))

/** Returns the text of an issue inside a message: `field: body`. */
export const issueText = (issue: Issue): string => `${issue.field}: ${issue.message}`

/** The issue reported in place of all others when an object has too many. */
export const tooManyIssues = (): Issue => ({
  reason: 'FieldValueTooMany',
  field: '<nil>',
  message: `Too many: more than ${MOST_ISSUES} faults were found, of which none is told`,
})

/** Joins the texts of errors, each once, as Go prints them together (apimachinery: utilerrors.Aggregate). */
export function aggregateText(errors: readonly string[]): string {
  const distinct = [...new Set(errors)]
  return distinct.length === 1 ? distinct.join() : `[${distinct.join(', ')}]`
}
