import { type Issue, immutable, invalid, required } from '../../base/errors/issue.js'
import { GoText } from '../../base/go/printable.js'
import { encodeJson } from '../../base/json/json.js'
import { dns1035Label, dns1123Subdomain } from '../../base/rules/names.js'
import type { RuleContext } from '../../model/registry/rule-context.js'
import { validateImmutable } from '../shared/immutable.js'
import { validateConditions } from '../shared/validate-conditions.js'
import type { Migration, Spec } from './storage-version-migration.js'

const conditionsOf = ({ status }: Migration) => status?.conditions ?? []

const has = (object: Migration, type: string): boolean =>
  conditionsOf(object).some((condition) => condition.type === type && condition.status === 'True')

function* specIssues({ resource: { group = '', resource = '' } = {} }: Spec): Iterable<Issue> {
  const at = 'spec.resource'
  if (resource === '') yield required(`${at}.resource`, 'resource is required to be set')
  const faults = resource === '' ? [] : dns1035Label(resource)
  if (faults.length > 0) yield invalid(`${at}.resource`, resource, faults.join(','))
  const groupFaults = group === '' ? [] : dns1123Subdomain(group)
  if (groupFaults.length > 0) yield invalid(`${at}.group`, group, groupFaults.join(','))
}

/** Validates what is migrated. */
export const validateSpec = ({ spec = {} }: Migration): readonly Issue[] => [...specIssues(spec)]

// As a server's own struct, which names its members as Go does.
const shownSpec = (spec: Spec = {}): GoText => {
  const { group = '', resource = '' } = spec.resource ?? {}
  return new GoText(`storagemigration.StorageVersionMigrationSpec{}`, () =>
    encodeJson({ Resource: { group, resource } }),
  )
}

const WELL_FORMED = /^[1-9]\d*$/

function* statusIssues(next: Migration, old: Migration): Iterable<Issue> {
  const at = 'status.resourceVersion'
  const [now = '', before = ''] = [next.status?.resourceVersion, old.status?.resourceVersion]
  if (now !== '' && !WELL_FORMED.test(now)) yield invalid(at, now, `resource version is not well formed: ${now}`)
  yield* validateConditions(conditionsOf(next), 'status.conditions')
  if (before !== '' && now !== before) yield immutable(at, now)
  const refused = (detail: string) => invalid('status.conditions', conditionsOf(next), detail)
  if (has(next, 'Succeeded') && has(next, 'Failed'))
    yield refused('Both success and failed conditions cannot be true at the same time')
  if (has(old, 'Succeeded') && !has(next, 'Succeeded'))
    yield refused('Success condition cannot be set to false once it is true')
  if (has(old, 'Failed') && !has(next, 'Failed'))
    yield refused('Failed condition cannot be set to false once it is true')
}

const validateStatus = (next: Migration, old: Migration): readonly Issue[] => [...statusIssues(next, old)]

/** Validates a change of a migration, or of its status. */
export const validateChange = (next: Migration, old: Migration, context: RuleContext<Migration>): readonly Issue[] =>
  context.subresource === 'status'
    ? [...context.validateObjectMetaUpdate(next, old), ...validateStatus(next, old)]
    : [
        ...context.validateObjectMeta(next),
        ...validateSpec(next),
        ...context.validateObjectMetaUpdate(next, old),
        ...validateImmutable(next.spec, old.spec, 'spec', shownSpec),
      ]
