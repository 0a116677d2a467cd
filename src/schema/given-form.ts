import { noteForm } from '../base/json/as-given.js'
import { givenQuantity } from '../base/numbers/quantity.js'
import { parseExactTime } from '../base/time/time.js'
import type { Format, Schema } from './types.js'

/** Notes the form in which a member was given unless it is the one that is written, and tells whether it did. */
export type FormNoter = (holder: object, member: string, given: unknown, written: unknown) => boolean

/** Returns what notes the forms of values of a schema; undefined if they have only one. */
export function formNoter({ format, exact }: Schema): FormNoter | undefined {
  const formOf = format && !exact ? FORMS[format] : undefined
  return (
    formOf &&
    ((holder, member, given, written) => {
      const form = given === written ? undefined : formOf(given)
      if (form === undefined || form === written) return false
      noteForm(holder, member, { written, given: form })
      return true
    })
  )
}

/** Returns the form in which a value was given, where Go knows more of it than it writes. */
type FormOf = (value: unknown) => string | undefined

const isNumeric = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'

const FORMS: { readonly [format in Format]?: FormOf } = {
  quantity: (value) => (isNumeric(value) ? givenQuantity(String(value)) : undefined),
  'date-time': (value) => {
    const exact = typeof value === 'string' && value.includes('.') ? parseExactTime(value) : undefined
    return exact?.error === undefined ? exact?.time : undefined
  },
}
