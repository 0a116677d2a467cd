import { type Column, docOf } from '../../model/registry/column.js'
import { atLeast, runsAtLeast } from '../../model/registry/kubernetes-version.js'
import { isEmptied } from '../../base/json/as-given.js'
import { repeatsOf } from '../../base/lists/lists.js'
import { utf8Length } from '../../base/bytes/utf8.js'
import { withCreateRules, withObjectMeta } from '../../model/registry/rule-context.js'
import {
  type Issue,
  declaredImmutable,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
  declaredRequired,
} from '../../base/errors/issue.js'
import { jsonEqual } from '../../base/json/json.js'
import { qualifiedName } from '../../base/rules/names.js'
import type { KubeObject } from '../../schema/object.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { isDefaultStorageClass, markedName, newestDefault } from '../../model/registry/storage-classes.js'
import { warningOfLabel } from '../shared/deprecated-labels.js'
import { defineStructKind, objectReplies } from '../struct/struct-kind.js'

type StorageClass = KubeObject & {
  readonly provisioner?: string
  readonly parameters?: { readonly [name: string]: string }
  readonly reclaimPolicy?: string
  readonly volumeBindingMode?: string
  readonly allowVolumeExpansion?: boolean
  readonly allowedTopologies?: readonly Topology[]
}

type Topology = {
  readonly matchLabelExpressions?: readonly { readonly key?: string; readonly values?: readonly string[] | null }[]
}

/** StorageClass: how volumes are provisioned. */
export const storageClass = defineStructKind<StorageClass>('storage.v1.StorageClass', ({ version }) => ({
  group: 'storage.k8s.io',
  scope: 'Cluster',
  names: { kind: 'StorageClass', plural: 'storageclasses', shortNames: ['sc'] },
  schema: {
    defaults: (object) => ({
      ...object,
      reclaimPolicy: object.reclaimPolicy ?? 'Delete',
      volumeBindingMode: object.volumeBindingMode ?? 'Immediate',
    }),
  },
  create: {
    validate: withObjectMeta(validateClass),
    warnings: warningsOfTopologies,
  },
  update: {
    validate: withCreateRules(validateClass, (next, old) => [
      ...(runsAtLeast('1.36') ? [] : fixedMembers(next, old, ['parameters', 'provisioner', 'reclaimPolicy'])),
      ...immutableMembers()
        .filter((member) => !jsonEqual(next[member], old[member]))
        .map((member) => declaredImmutable(member, next[member])),
    ]),
    warnings: warningsOfTopologies,
  },
  delete: { replies: objectReplies },
  table: {
    columns: [
      {
        ...nameColumn,
        cell: (object) => markedName(object, !atLeast(version, '1.37') && isDefaultStorageClass(object)),
      },
      {
        name: 'Provisioner',
        description: docOf('storage.v1.StorageClass', 'provisioner'),
        cell: ({ provisioner }) => provisioner ?? '',
      },
      {
        name: 'ReclaimPolicy',
        description: docOf('storage.v1.StorageClass', 'reclaimPolicy'),
        cell: ({ reclaimPolicy }) => reclaimPolicy ?? '',
      },
      {
        name: 'VolumeBindingMode',
        description: docOf('storage.v1.StorageClass', 'volumeBindingMode'),
        cell: ({ volumeBindingMode }) => volumeBindingMode ?? '',
      },
      {
        name: 'AllowVolumeExpansion',
        type: 'string',
        description: docOf('storage.v1.StorageClass', 'allowVolumeExpansion'),
        cell: ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
      },
      ageColumn,
    ],
    // Since v1.37 only lists say which class is the default: of several marked as such the one that is used.
    ...(atLeast(version, '1.37') ? { firstCell: nameInList } : {}),
  },
  example: { metadata: { name: 'fast' }, provisioner: 'disk.example.io' },
}))

function nameInList(classes: readonly StorageClass[]): Column<StorageClass>['cell'] {
  const used = newestDefault(classes, isDefaultStorageClass)
  return (object) => markedName(object, object === used)
}

// Tags tell of them in the order of the struct.
const immutableMembers = () =>
  runsAtLeast('1.37')
    ? (['provisioner', 'parameters', 'reclaimPolicy', 'volumeBindingMode'] as const)
    : runsAtLeast('1.36')
      ? (['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const)
      : (['volumeBindingMode'] as const)

const warningsOfTopologies = ({ allowedTopologies = [] }: StorageClass): readonly string[] =>
  allowedTopologies.flatMap(({ matchLabelExpressions = [] }, i) =>
    matchLabelExpressions.flatMap(({ key = '' }, j) => {
      const advice = warningOfLabel(key)
      return advice ? [`allowedTopologies[${i}].matchLabelExpressions[${j}].key: ${advice}`] : []
    }),
  )

const validateClass = ({
  provisioner = '',
  parameters = {},
  reclaimPolicy = '',
  volumeBindingMode = '',
  allowedTopologies = [],
}: StorageClass): readonly Issue[] => [
  ...(provisioner ? validateProvisioner(provisioner, 'provisioner') : [declaredRequired('provisioner')]),
  ...validateParameters(parameters),
  ...(reclaimPolicy === '' || RECLAIM.includes(reclaimPolicy)
    ? []
    : [notSupported('reclaimPolicy', reclaimPolicy, RECLAIM)]),
  ...(BINDING.includes(volumeBindingMode) ? [] : [notSupported('volumeBindingMode', volumeBindingMode, BINDING)]),
  ...validateTopologies(allowedTopologies),
]

/** Validates allowedTopologies: no duplicate term, no duplicate key in a term, no duplicate value in a requirement. */
function validateTopologies(topologies: readonly Topology[]): readonly Issue[] {
  // A real server also compares each term with as many empty ones as there are terms.
  const seen: string[] = topologies.map(() => '[]')
  return topologies.flatMap(({ matchLabelExpressions: list = [] }, i) => {
    const at = `allowedTopologies[${i}].matchLabelExpressions`
    const raw = new Map(list.map(({ key = '', values }) => [key, [...new Set(values)].sort()]))
    const text = JSON.stringify([...raw].sort())
    const repeated = seen.filter((other) => other === text).map(() => duplicate(at, ''))
    seen.push(text)
    return [
      ...list.flatMap((requirement, j) => validateRequirement(requirement, `${at}[${j}]`, list.slice(0, j))),
      ...repeated,
    ]
  })
}

type Requirement = NonNullable<Topology['matchLabelExpressions']>[number]

function validateRequirement(
  { key = '', values }: Requirement,
  at: string,
  before: readonly Requirement[],
): readonly Issue[] {
  const list = values ?? []
  const repeats = repeatsOf(list)
  return [
    ...(list.length > 0 ? [] : [required(`${at}.values`)]),
    ...list.flatMap((value, i) => (repeats(i) ? [duplicate(`${at}.values[${i}]`, value)] : [])),
    ...qualifiedName(key).map((detail) => invalid(`${at}.key`, key, detail)),
    ...(before.some((other) => (other.key ?? '') === key) ? [duplicate(`${at}.key`, key)] : []),
  ]
}

const RECLAIM = ['Delete', 'Retain']
const BINDING = ['Immediate', 'WaitForFirstConsumer']
const MOST_NAMES = 512
const MOST_PARAMETERS = 256 * 1024

/** Validates the parameters of a driver. */
export function* validateParameters(parameters: { readonly [name: string]: string }): Iterable<Issue> {
  if (Object.keys(parameters).length > MOST_NAMES) {
    yield tooLong('parameters', MOST_NAMES)
    return
  }
  const size = Object.entries(parameters).reduce((all, [name, value]) => all + utf8Length(name + value), 0)
  if (Object.hasOwn(parameters, '')) yield invalid('parameters', '', 'field can not be empty.')
  if (size > MOST_PARAMETERS) yield tooLong('parameters', MOST_PARAMETERS)
}

/** Validates the name of a driver. */
export const validateProvisioner = (name: string, field: string): readonly Issue[] =>
  name
    ? qualifiedName(name.toLowerCase()).map((detail) => invalid(field, name.toLowerCase(), detail))
    : [required(field)]

/** Refuses changes of members. As in Go, an explicitly empty map differs from a missing one. */
export const fixedMembers = (next: KubeObject, old: KubeObject, members: readonly string[]): readonly Issue[] =>
  members
    .filter((member) => !jsonEqual(next[member], old[member]) || isEmptied(next, member))
    .map((member) => forbidden(member, `updates to ${member} are forbidden.`))
