import { goStrings } from '../shared/go-struct.js'
import { type Issue, forbidden, immutable, invalid, required } from '../../base/errors/issue.js'
import { apart } from '../../base/turns/work-in-parts.js'
import { dns1123Subdomain, maskTrailingDash } from '../../base/rules/names.js'
import type { Definition } from './definition.js'
import { APPROVAL, approvalOf, isProtected } from './approval.js'
import { conditionIsTrue } from './definition-status.js'
import { definitionWarnings } from './definition-warnings.js'
import { validateNames } from './validate-names.js'
import { validateSpec } from './validate-spec.js'
import { isObject } from '../../base/json/json.js'
import { patternSteps } from '../../base/go/re2-size.js'

export { definitionWarnings }

/**
 * The limit of the total steps of a definition's patterns, each counted once: all of them are compiled when it is
 * created.
 */
export const MOST_STEPS_TOGETHER = 200_000

/** Whether the patterns anywhere in a value exceed the limit. */
export function arePatternsTooMany(value: unknown): boolean {
  const seen = new Set<string>()
  let left = MOST_STEPS_TOGETHER
  const walk = (part: unknown): void => {
    if (left < 0) return
    if (Array.isArray(part)) part.forEach(walk)
    else if (isObject(part))
      for (const name in part) {
        const member = part[name]
        if (name !== 'pattern' || typeof member !== 'string') walk(member)
        else if (!seen.has(member)) {
          seen.add(member)
          const steps = patternSteps(member)
          // A pattern that is too large by itself is not compiled, and reported separately.
          if (Number.isFinite(steps)) left -= steps
        }
      }
  }
  walk(value)
  return left < 0
}

/**
 * Validates a definition, with the errors in the order of a v1.33 server (apiextensions:
 * ValidateCustomResourceDefinition and …Update).
 */
export function validateDefinition(definition: Definition, old?: Definition): readonly Issue[] {
  const { spec } = definition
  if (apart(spec, arePatternsTooMany, () => arePatternsTooMany(spec.versions)))
    return [forbidden('spec.versions', TOO_MANY_PATTERNS)]
  return [
    ...validateSpec(spec),
    ...(old ? validateFixed(definition, old) : []),
    ...validateAccepted(definition),
    ...validateStored(definition),
    ...validateApproval(definition, old),
    ...(spec.preserveUnknownFields ? [invalid('spec.preserveUnknownFields', true, OPEN_SCHEMAS)] : []),
  ]
}

const TOO_MANY_PATTERNS = `the patterns of all versions come to more than ${MOST_STEPS_TOGETHER} steps together, and no more are read`

/** Returns what is wrong with the name of a definition, or with its generateName (`prefix`). */
export function nameFaults(name: string, prefix: boolean, { spec: { names, group } }: Definition): readonly string[] {
  const messages = dns1123Subdomain(prefix ? maskTrailingDash(name) : name)
  return name === `${names.plural}.${group}` ? messages : [...messages, 'must be spec.names.plural+"."+spec.group']
}

/** Validates the accepted names of a definition. */
export const validateAccepted = ({ status }: Definition): readonly Issue[] =>
  status?.acceptedNames ? validateNames(status.acceptedNames, 'status.acceptedNames') : []

const OPEN_SCHEMAS =
  'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead'

/** Checks that names that storage keys depend on have not changed. */
function* validateFixed({ spec }: Definition, old: Definition): Iterable<Issue> {
  const unchanged = (field: string, value: string, before: string) =>
    value === before ? [] : [immutable(field, value)]
  if (conditionIsTrue(old, 'Established')) {
    yield* unchanged('spec.scope', spec.scope, old.spec.scope)
    yield* unchanged('spec.names.kind', spec.names.kind, old.spec.names.kind)
  }
  yield* unchanged('spec.group', spec.group, old.spec.group)
  yield* unchanged('spec.names.plural', spec.names.plural, old.spec.names.plural)
}

function validateStored({ spec, status }: Definition): readonly Issue[] {
  const field = 'status.storedVersions'
  const stored = status?.storedVersions ?? []
  const versions = spec.versions ?? []
  const shown = goStrings(stored.length > 0 ? stored : undefined)
  if (stored.length === 0) return [invalid(field, shown, 'must have at least one stored version')]
  const [names, lasts] = [new Set(versions.map(({ name }) => name)), new Map(stored.map((name, i) => [name, i]))]
  return [
    // A duplicate version does not count as stored.
    ...versions.flatMap(({ name, storage }, i) =>
      storage && (!stored.includes(name) || versions.slice(0, i).some((one) => one.name === name))
        ? [invalid(field, shown, `must have the storage version ${name}`)]
        : [],
    ),
    ...stored.flatMap((name, i) =>
      lasts.get(name) !== i || names.has(name) ? [] : [invalid(`${field}[${i}]`, name, missingVersion(name))],
    ),
  ]
}

const missingVersion = (name: string) =>
  `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`

function validateApproval({ metadata, spec: { group } }: Definition, old: Definition | undefined): readonly Issue[] {
  if (!isProtected(group)) return []
  const value = metadata.annotations?.[APPROVAL]
  const { state, reason } = approvalOf(value)
  if (old && state === approvalOf(old.metadata.annotations?.[APPROVAL]).state) return []
  const field = `metadata.annotations[${APPROVAL}]`
  if (state === 'missing') return [required(field, reason)]
  return state === 'invalid' ? [invalid(field, value, reason)] : []
}
