import { type Issue, invalid } from '../../base/errors/issue.js'
import { issuesInParts } from '../../base/turns/issues-in-parts.js'
import { namesInParts } from '../../base/turns/work-in-parts.js'
import { labelValue } from '../../base/rules/labels.js'
import { qualifiedName } from '../../base/rules/names.js'

type Labels = { readonly [key: string]: string }

const MANY = 1000
// Maps of more than a thousand labels that are known to be valid; a template, its selector and its pods share them.
const sound = new WeakSet<object>()

/** Validates labels within a spec: those of a template, or the matchLabels of a selector. */
export function labelIssues(labels: Labels, field: string): readonly Issue[] {
  if (sound.has(labels)) return []
  const names = namesInParts(labels)
  const issues = issuesInParts(labels, `labels ${field}`, names.length, (i) => {
    const key = names[i] ?? ''
    const value = labels[key] ?? ''
    return [
      ...qualifiedName(key).map((detail) => invalid(field, key, detail)),
      ...labelValue(value).map((detail) => invalid(field, value, detail)),
    ]
  })
  if (issues.length === 0 && names.length > MANY && Object.isFrozen(labels)) sound.add(labels)
  return issues
}
