import { withObjectMeta, withCreateRules } from '../../model/registry/rule-context.js'
import { type Issue, declaredImmutable, invalid, declared, declaredRequired } from '../../base/errors/issue.js'
import { wordingNow } from '../../base/errors/wording.js'
import {
  labelValue,
  dns1123Label,
  dns1123Subdomain,
  maskTrailingDash,
  qualifiedName,
  taggedLabel,
} from '../../base/rules/names.js'
import { warningOfLabel } from '../shared/deprecated-labels.js'
import { type ObjectOf, defineKind } from '../../model/registry/define.js'
import type { RuntimeClass as RuntimeClassStruct } from '../../model/generated/types/node-v1.js'
import type { Profile } from '../../model/registry/profile.js'
import { structMembers } from '../struct/struct-members.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { validateOverhead } from '../shared/overhead.js'
import { oncePerVersion, runsAtLeast } from '../../model/registry/kubernetes-version.js'
import { validateTolerations } from '../shared/tolerations.js'

const members = (profile: Profile) => structMembers<RuntimeClassStruct>('node.v1.RuntimeClass', profile)

/** A RuntimeClass in its served form. */
export type RuntimeClass = ObjectOf<ReturnType<typeof members>>

/** RuntimeClass: the handler that runs a pod, its overhead, and the nodes that support it. */
export const runtimeClass = defineKind(members, (profile) => ({
  group: profile.group('node'),
  version: 'v1',
  scope: 'Cluster',
  names: { kind: 'RuntimeClass', plural: 'runtimeclasses' },
  schema: {
    component: 'io.k8s.api.node.v1.RuntimeClass',
  },
  metadata: { name: (name, prefix) => dns1123Subdomain(prefix ? maskTrailingDash(name) : name) },
  create: {
    validate: withObjectMeta((object) => validateClass(profile.version)(object, true)),
    warnings: warningsOfScheduling,
  },
  update: {
    allowCreate: true,
    validate: withCreateRules(
      (object) => validateClass(profile.version)(object, false),
      (next, old) => (next.handler === old.handler ? [] : [declaredImmutable('handler', next.handler ?? '')]),
    ),
    warnings: warningsOfScheduling,
  },
  table: {
    columns: [nameColumn, { name: 'Handler', description: '', cell: ({ handler }) => handler ?? '' }, ageColumn],
  },
  example: { metadata: { name: 'sandboxed' }, handler: 'runsc' },
}))

const warningsOfScheduling = ({ scheduling: { nodeSelector = {} } = {} }: RuntimeClass): readonly string[] =>
  Object.keys(nodeSelector).flatMap((label) =>
    warningOfLabel(label) ? [`scheduling.nodeSelector: ${warningOfLabel(label)}`] : [],
  )

const validateClass = oncePerVersion(
  (version) =>
    ({ handler = '', overhead, scheduling = {} }: RuntimeClass, isNew: boolean): readonly Issue[] => {
      const selector = Object.entries(scheduling.nodeSelector ?? {})
      return [
        ...validateHandler(handler, isNew),
        ...validateOverhead(overhead?.podFixed ?? {}, 'overhead'),
        ...selector.flatMap(([key, value]) => [
          ...qualifiedName(key).map((detail) => invalid('scheduling.nodeSelector', key, detail)),
          ...labelValue(value).map((detail) => invalid('scheduling.nodeSelector', value, detail)),
        ]),
        ...validateTolerations(scheduling.tolerations ?? [], 'scheduling.tolerations', version),
      ]
    },
)

function validateHandler(handler: string, isNew: boolean): readonly Issue[] {
  if (handler === '' && runsAtLeast('1.36')) return [declaredRequired('handler')]
  // The tag of the format is not reached in an update: the handler is as it was, or may not change.
  const isTagged = isNew && wordingNow().isDeclarative
  return isTagged
    ? taggedLabel(handler).map((detail) => declared(invalid('handler', handler, detail)))
    : dns1123Label(handler).map((detail) => invalid('handler', handler, detail))
}
