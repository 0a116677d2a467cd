import { type Issue, immutable, invalid } from '../../base/errors/issue.js'
import { jsonEqual } from '../../base/json/json.js'
import { quantitySign } from '../../base/numbers/quantity.js'
import { createdColumn, nameColumn } from '../../model/registry/columns.js'
import { withObjectMeta } from '../../model/registry/rule-context.js'
import type { CSIStorageCapacity as CSIStorageCapacityStruct } from '../../model/generated/types/storage-v1.js'
import { warningOfLabel } from '../shared/deprecated-labels.js'
import { goSelector, validateLabelSelector } from '../shared/label-selector.js'
import { defineStructKind } from '../struct/struct-kind.js'
import type { UncheckedObject } from '../struct/unchecked.js'
import { subdomainName } from '../../base/rules/names.js'

type Capacity = UncheckedObject<CSIStorageCapacityStruct>

/** CSIStorageCapacity: the available storage of a class in a part of the cluster. */
export const csiStorageCapacity = defineStructKind<Capacity>('storage.v1.CSIStorageCapacity', () => ({
  group: 'storage.k8s.io',
  scope: 'Namespaced',
  names: { kind: 'CSIStorageCapacity', plural: 'csistoragecapacities' },
  create: { validate: capacityRules(), warnings: warningsOfTopology },
  update: {
    allowUnconditional: false,
    validate: (next, old, context) => [
      // Invalid label values may stay if the stored topology is invalid.
      ...capacityRules(validateLabelSelector(old.nodeTopology ?? {}, '').length > 0)(next, context),
      ...context.validateObjectMetaUpdate(next, old),
      ...validateKept(next, old),
    ],
    warnings: warningsOfTopology,
  },
  table: {
    columns: [nameColumn, createdColumn],
  },
  example: { metadata: { name: 'zone-a', namespace: 'default' }, storageClassName: 'fast', capacity: '10Gi' },
}))

function capacityRules(anyValues = false) {
  return withObjectMeta(({ nodeTopology, storageClassName = '', capacity }: Capacity): readonly Issue[] => [
    ...(nodeTopology ? validateLabelSelector(nodeTopology, 'nodeTopology', { anyValues }) : []),
    ...subdomainName(storageClassName, false).map((detail) => invalid('storageClassName', storageClassName, detail)),
    ...(capacity !== undefined && quantitySign(capacity) < 0
      ? [invalid('capacity', capacity, 'must be greater than or equal to 0')]
      : []),
  ])
}

function* validateKept(next: Capacity, old: Capacity): Iterable<Issue> {
  if (!jsonEqual(next.nodeTopology, old.nodeTopology))
    yield immutable('nodeTopology', next.nodeTopology && goSelector(next.nodeTopology))
  if (next.storageClassName !== old.storageClassName) yield immutable('storageClassName', next.storageClassName ?? '')
}

function warningsOfTopology({ nodeTopology: { matchLabels = {}, matchExpressions = [] } = {} }: Capacity) {
  return [
    ...matchExpressions.flatMap(({ key = '' }, i) => {
      const advice = warningOfLabel(key)
      return advice ? [`nodeTopology.matchExpressions[${i}].key: ${key} is ${advice}`] : []
    }),
    ...Object.keys(matchLabels).flatMap((label) => {
      const advice = warningOfLabel(label)
      return advice ? [`nodeTopology.matchLabels.${label}: ${advice}`] : []
    }),
  ]
}
