import { type Issue, forbidden, invalid } from '../../base/errors/issue.js'
import { issuesOfMembers } from '../../base/errors/issues-in-parts.js'
import { namesOf } from '../../base/json/member-names.js'
import { labelValue, qualifiedName } from '../../base/rules/names.js'

type Labels = { readonly [key: string]: string }
/** The metadata of a template as its rules read it. */
type TemplateMeta = { readonly labels?: Labels; readonly annotations?: Labels; readonly [member: string]: unknown }

const MANY = 1000
// Maps of more than a thousand labels that are known to be valid; a template, its selector and its pods share them.
const sound = new WeakSet<object>()

/** Validates labels within a spec: those of a template, or the matchLabels of a selector. */
export function labelIssues(labels: Labels, field: string): readonly Issue[] {
  if (sound.has(labels)) return []
  const issues = issuesOfMembers(labels, `labels ${field}`, (key, value) => [
    ...qualifiedName(key).map((detail) => invalid(field, key, detail)),
    ...labelValue(value).map((detail) => invalid(field, value, detail)),
  ])
  if (issues.length === 0 && Object.isFrozen(labels) && namesOf(labels).length > MANY) sound.add(labels)
  return issues
}

/** Validates the metadata of a template for claims, which has labels and annotations (ValidateTemplateObjectMeta). */
export function* templateMetaIssues(metadata: TemplateMeta, field: string): Iterable<Issue> {
  const { annotations = {}, labels = {}, ...others } = metadata
  for (const key of Object.keys(annotations))
    yield* qualifiedName(key.toLowerCase()).map((detail) => invalid(`${field}.annotations`, key, detail))
  yield* labelIssues(labels, `${field}.labels`)
  for (const [member, value] of Object.entries(others))
    if (value !== null) yield forbidden(`${field}.${member === 'uid' ? 'uID' : member}`, 'cannot be set')
}
