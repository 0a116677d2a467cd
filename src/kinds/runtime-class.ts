import { type Issue, immutable, invalid } from '../base/issue.js'
import { labelValue } from '../base/rules/labels.js'
import { dns1123Label, dns1123Subdomain, maskTrailingDash, qualifiedName } from '../base/rules/names.js'
import { type ObjectOf, defineKind } from '../kind/define.js'
import { always, atomic, map, pointer, string, struct } from '../schema/builders.js'
import { ageColumn, nameColumn } from './shared/columns.js'
import { validateOverhead } from './shared/overhead.js'
import { resourceList } from './shared/resource-list.js'
import { tolerations, validateTolerations } from './shared/tolerations.js'

const members = {
  handler: always(string()),
  overhead: pointer(struct('io.k8s.api.node.v1.Overhead', { podFixed: resourceList })),
  scheduling: pointer(struct('io.k8s.api.node.v1.Scheduling', { nodeSelector: atomic(map(string())), tolerations })),
}

/** A RuntimeClass as clients see it. */
export type RuntimeClass = ObjectOf<typeof members>

/** RuntimeClass: which handler runs a pod, what that costs, and on which nodes it can. */
export const runtimeClass = defineKind(members, (profile) => ({
  kind: 'RuntimeClass',
  plural: 'runtimeclasses',
  group: profile.group('node'),
  version: 'v1',
  scope: 'Cluster',
  component: 'io.k8s.api.node.v1.RuntimeClass',
  required: ['handler'],
  putCreates: true,
  metadataChecks: 'full',
  name: (name, prefix) => dns1123Subdomain(prefix ? maskTrailingDash(name) : name),
  columns: [nameColumn, { name: 'Handler', description: '', cell: ({ handler }) => handler ?? '' }, ageColumn],
  example: { metadata: { name: 'sandboxed' }, handler: 'runsc' },
  validate,
  validateUpdate: (next, old) => [...validate(next), ...(next.handler === old.handler ? [] : [immutable('handler', next.handler ?? '')])],
}))

function validate({ handler = '', overhead, scheduling = {} }: RuntimeClass): readonly Issue[] {
  const selector = Object.entries(scheduling.nodeSelector ?? {})
  return [
    ...dns1123Label(handler).map((detail) => invalid('handler', handler, detail)),
    ...validateOverhead(overhead?.podFixed ?? {}, 'overhead'),
    ...selector.flatMap(([key, value]) => [
      ...qualifiedName(key).map((detail) => invalid('scheduling.nodeSelector', key, detail)),
      ...labelValue(value).map((detail) => invalid('scheduling.nodeSelector', value, detail)),
    ]),
    ...validateTolerations(scheduling.tolerations ?? [], 'scheduling.tolerations'),
  ]
}
