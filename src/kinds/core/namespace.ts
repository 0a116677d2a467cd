import { type Issue, invalid } from '../../base/errors/issue.js'
import { compareBytes, setOwn } from '../../base/json/json.js'
import { dns1123Label, maskTrailingDash, qualifiedName } from '../../base/rules/names.js'
import { sortInParts } from '../../base/turns/sort-in-parts.js'
import { inParts, namesInParts } from '../../base/turns/work-in-parts.js'
import type { Namespace as NamespaceStruct } from '../../model/generated/types/core-v1.js'
import type { Profile } from '../../model/registry/profile.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { type ObjectOf, defineKind } from '../../model/registry/define.js'
import { isStandardFinalizer, validateQualifiedFinalizers } from '../../model/registry/metadata-rules.js'
import { withCreateRules, withObjectMeta } from '../../model/registry/rule-context.js'
import { fullVerbs } from '../../model/registry/verb.js'
import { structMembers } from '../struct/struct-members.js'

const CORE = 'io.k8s.api.core.v1'

const members = (profile: Profile) => structMembers<NamespaceStruct>('core.v1.Namespace', profile)

/** A Namespace in its served form. */
type Namespace = ObjectOf<ReturnType<typeof members>>

const NAME_LABEL = 'kubernetes.io/metadata.name'
const CONTENT_FINALIZER = 'kubernetes'

/** Namespace: a scope for names. It is removed once its content is gone and `/finalize` has cleared its finalizers. */
export const namespace = defineKind(members, (profile) => ({
  group: '',
  version: 'v1',
  scope: 'Cluster',
  names: { kind: 'Namespace', plural: 'namespaces', shortNames: ['ns'] },
  schema: {
    component: `${CORE}.Namespace`,
    defaults: (object) =>
      labelled({ ...object, status: { ...object.status, phase: object.status?.phase || 'Active' } }),
  },
  metadata: {
    name: (name, prefix) => dns1123Label(prefix ? maskTrailingDash(name) : name),
    finalizers: validateQualifiedFinalizers,
  },
  subresources: {
    // A change of spec.finalizers has no effect here, but still makes its writer a field owner.
    main: { resetFields: ['spec.finalizers', 'status'], unowned: ['status'] },
    status: { verbs: ['get', 'patch', 'update'], resetFields: ['spec'] },
    finalize: { verbs: ['update'], resetFields: ['status'], tables: false },
  },
  create: {
    prepare: (object) => {
      const finalizers = object.spec?.finalizers ?? []
      const held = finalizers.includes(CONTENT_FINALIZER) ? finalizers : [...finalizers, CONTENT_FINALIZER]
      // A generated name is labelled after its generation. An invalid name is not labelled, so that only metadata.name
      // is reported.
      const fit = dns1123Label(object.metadata.name ?? '').length === 0 ? labelled(object) : object
      return { ...fit, spec: { ...object.spec, finalizers: held }, status: { phase: 'Active' } }
    },
    validate: withObjectMeta(validateOwnFinalizers),
  },
  update: {
    allowUnconditional: true,
    validate: withCreateRules(validateOwnFinalizers, (next, _, { subresource }) => {
      if (subresource === 'main') return []
      if (subresource === 'status') return validatePhase(next)
      return (next.spec?.finalizers ?? []).flatMap((finalizer, i) =>
        validateFinalizer(finalizer, `spec.finalizers[${i}]`),
      )
    }),
  },
  delete: {
    replies: profile.namespaceReplies,
    handler: 'own',
    unreadable: 'kept',
    holdingFinalizers: ['metadata.finalizers', 'spec.finalizers'],
    mark: (object) => ({ ...object, status: { ...object.status, phase: 'Terminating' } }),
  },
  discovery: { verbs: fullVerbs.filter((verb) => verb !== 'deletecollection') },
  selectable: { fields: { 'status.phase': ({ status }) => status?.phase ?? '' }, conversion: 'own', namespace: false },
  table: {
    columns: [
      nameColumn,
      { name: 'Status', description: 'The status of the namespace', cell: ({ status }) => status?.phase ?? '' },
      ageColumn,
    ],
  },
  example: { metadata: { name: 'team-a' } },
}))

const emptyTexts = (): Record<string, string> => ({})

/** Adds the label that holds the namespace's name. */
function labelled(object: Namespace): Namespace {
  const { name, labels } = object.metadata
  if (!name || labels?.[NAME_LABEL] === name) return object
  const before = labels ?? {}
  const names = namesInParts(before).filter((one) => one !== NAME_LABEL)
  const sorted = sortInParts(before, labelled, [...names, NAME_LABEL], compareBytes)
  const all = inParts(before, NAME_LABEL, sorted.length, emptyTexts, (texts, i) => {
    const key = sorted[i] ?? ''
    setOwn(texts, key, key === NAME_LABEL ? name : before[key])
  })
  return { ...object, metadata: { ...object.metadata, labels: all } }
}

// The server reports no index on create and update, but does in `/finalize`.
function validateOwnFinalizers({ spec }: Namespace): readonly Issue[] {
  return (spec?.finalizers ?? []).flatMap((finalizer) => validateFinalizer(finalizer, 'spec.finalizers'))
}

function validateFinalizer(finalizer: string, field: string): readonly Issue[] {
  const issues = qualifiedName(finalizer).map((detail) => invalid(field, finalizer, detail))
  if (!finalizer.includes('/') && !isStandardFinalizer(finalizer))
    issues.push(invalid(field, finalizer, 'name is neither a standard finalizer name nor is it fully qualified'))
  return issues
}

function validatePhase({ metadata, status }: Namespace): readonly Issue[] {
  const wanted = metadata.deletionTimestamp ? 'Terminating' : 'Active'
  if (status?.phase === wanted) return []
  return [
    invalid(
      'status.Phase',
      status?.phase ?? '',
      `may only be '${wanted}' if \`deletionTimestamp\` is ${metadata.deletionTimestamp ? 'not ' : ''}empty`,
    ),
  ]
}
