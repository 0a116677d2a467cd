import type { Steps } from '../../base/turns/steps.js'
import { type FieldMatcher, type FieldSelector, sortedTerms } from './fields.js'
import { labelMatcher } from './label-matcher.js'
import { labelRequirements } from './labels.js'
import { type Matchers, type Selectors, keepPrepared } from './selection.js'

/** Parses long selectors in steps, so that `selectionOf` has the result already, or their error. */
export function* prepareSelection(selectors: Selectors): Steps<void> {
  const { labelSelector, fieldSelector } = selectors
  const keep = (parsed: () => Matchers) => keepPrepared(selectors, parsed)
  try {
    const labels = labelSelector === '' ? undefined : yield* labelMatcher(yield* labelRequirements(labelSelector))
    const terms = fieldSelector === '' ? undefined : yield* sortedTerms(fieldSelector)
    const fields = terms?.length ? fieldMatcher(terms) : undefined
    keep(() => ({ labels, terms, fields }))
  } catch (error) {
    keep(() => {
      throw error
    })
  }
}

/** Makes the matcher of a long selector. Each field is read once, however many terms there are. */
export function fieldMatcher(selector: FieldSelector): FieldMatcher {
  const paths = new Map<string, { readonly required: Set<string>; readonly refused: Set<string> }>()
  for (const { path, operator, value } of selector) {
    let values = paths.get(path)
    if (!values) paths.set(path, (values = { required: new Set(), refused: new Set() }))
    values[operator === '=' ? 'required' : 'refused'].add(value)
  }
  return (read) => {
    for (const [path, { required, refused }] of paths) {
      const value = read(path)
      if (refused.has(value) || required.size > 1 || (required.size === 1 && !required.has(value))) return false
    }
    return true
  }
}
