import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { docOf } from '../../../model/registry/column.js'
import { repeatsOf } from '../../../base/lists/lists.js'
import { type Issue, duplicate, invalid, required } from '../../../base/errors/issue.js'
import { jsonEqual } from '../../../base/json/json.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { GoText } from '../../../base/go/printable.js'
import { structFiller } from '../../struct/struct-defaults.js'
import { defineStructKind, mainSubresource, statusOnly, withMetadataOfStored } from '../../struct/struct-kind.js'
import { type FlowSchema, validateSpec } from './flow-schema-rules.js'

type Spec = NonNullable<FlowSchema['spec']>

const groups = (...names: readonly string[]) => names.map((name) => ({ kind: 'Group', group: { name } }))

// Rules that match any request.
const EVERYTHING = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
}

/**
 * The required specs of the schemas with these names (mandatory objects of k8s.io/apiserver's flowcontrol bootstrap).
 */
const FIXED_SCHEMAS: { readonly [name: string]: Spec } = {
  exempt: {
    priorityLevelConfiguration: { name: 'exempt' },
    matchingPrecedence: 1,
    rules: [{ subjects: groups('system:masters'), ...EVERYTHING }],
  },
  'catch-all': {
    priorityLevelConfiguration: { name: 'catch-all' },
    matchingPrecedence: 10000,
    distinguisherMethod: { type: 'ByUser' },
    rules: [{ subjects: groups('system:unauthenticated', 'system:authenticated'), ...EVERYTHING }],
  },
}

const fill = structFiller({ 'flowcontrol.v1.FlowSchemaSpec': { matchingPrecedence: 1000 } })

/** FlowSchema: assigns requests to priority levels. It is stored but does not limit requests. */
export const flowSchema = defineStructKind<FlowSchema>('flowcontrol.v1.FlowSchema', () => ({
  group: 'flowcontrol.apiserver.k8s.io',
  scope: 'Cluster',
  names: { kind: 'FlowSchema', plural: 'flowschemas' },
  schema: { defaults: (object) => fill('flowcontrol.v1.FlowSchema', object) },
  metadata: { generation: true },
  subresources: { main: mainSubresource, status: statusOnly },
  create: {
    resetFields: ['status'],
    prepare: (object) => ({ ...object, status: {} }),
    validate: (object, context) => [...context.validateObjectMeta(object), ...validateSchema(object)],
  },
  update: {
    prepare: withMetadataOfStored,
    validate: (next, _, context) =>
      context.subresource === 'status'
        ? validateConditions(next.status?.conditions ?? [])
        : [...context.validateObjectMeta(next), ...validateSchema(next)],
  },
  table: {
    columns: [
      nameColumn,
      {
        name: 'PriorityLevel',
        description: '`name` is the name of the priority level configuration being referenced Required.',
        cell: ({ spec }) => spec?.priorityLevelConfiguration?.name ?? '',
      },
      {
        name: 'MatchingPrecedence',
        description: docOf('flowcontrol.v1.FlowSchemaSpec', 'matchingPrecedence'),
        cell: ({ spec }) => spec?.matchingPrecedence ?? 0,
      },
      {
        name: 'DistinguisherMethod',
        description: docOf('flowcontrol.v1.FlowSchemaSpec', 'distinguisherMethod'),
        cell: ({ spec }) => spec?.distinguisherMethod?.type ?? '<none>',
      },
      ageColumn,
      {
        name: 'MissingPL',
        description: 'references a broken or non-existent PriorityLevelConfiguration',
        cell: ({ status }) => status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
      },
    ],
  },
  example: {
    metadata: { name: 'robots' },
    spec: {
      priorityLevelConfiguration: { name: 'low' },
      rules: [
        {
          subjects: [{ kind: 'Group', group: { name: 'robots' } }],
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        },
      ],
    },
  },
}))

function* validateSchema({ metadata: { name = '' }, spec = {}, status }: FlowSchema): Iterable<Issue> {
  const fixed = Object.hasOwn(FIXED_SCHEMAS, name) ? FIXED_SCHEMAS[name] : undefined
  yield* validateSpec(name, spec)
  if (!(fixed === undefined || jsonEqual(spec, fixed)))
    yield invalid('spec', new GoText('flowcontrol.FlowSchemaSpec{}'), `spec of '${name}' must equal the fixed value`)
  yield* validateConditions(status?.conditions ?? [])
}

/** Validates the conditions of a kind of this group. */
export const validateConditions = (conditions: readonly { readonly type?: string }[]): readonly Issue[] => {
  const types = conditions.map(({ type = '' }) => type)
  const repeats = repeatsOf(types)
  return types.flatMap((type, i) => {
    const field = `status.conditions[${i}].type`
    return [
      ...(repeats(i) ? [duplicate(field, type)] : []),
      ...(type ? [] : [required(field, runsAtLeast('1.34') ? undefined : 'must not be empty')]),
    ]
  })
}
