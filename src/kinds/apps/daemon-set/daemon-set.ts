import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { KEPT_EMPTY_OF_PODS, podStructOf } from '../../core/pod/pod-types.js'
import { type Column, docOf } from '../../../model/registry/column.js'
import { ageColumn, integerColumn, nameColumn } from '../../../model/registry/columns.js'
import { withObjectMeta } from '../../../model/registry/rule-context.js'
import { labelsText, selectorText } from '../../autoscaling/selector.js'
import {
  type PodTemplateSpec,
  dropDisabledWorkloadFields,
  exampleTemplate,
  fillTemplate,
  warningsOfTemplate,
} from '../../core/pod/pod-template.js'
import { templateColumns } from '../../core/pod/template-columns.js'
import { validateSameSelector } from '../../shared/immutable.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { goQuote } from '../../../base/go/printable.js'
import { DecodeError } from '../../../schema/decode.js'
import { semanticEqual } from '../../../schema/semantic-equal.js'
import { type Issue, invalid, notSupported, required } from '../../../base/errors/issue.js'
import type { LabelSelector } from '../../../model/registry/label-selector.js'
import type { KubeObject } from '../../../schema/object.js'
import { validateLasting, validateSelected, validateTemplate } from '../../core/pod/template-rules.js'
import { goPointer, goStruct } from '../../shared/go-struct.js'
import {
  type IntOrPercent,
  amountOf,
  goIntOrString,
  validateIntOrPercent,
  validateWholeAtMost,
} from '../../shared/int-or-percent.js'
import { goSelector, isEmptySelector, validateLabelSelector } from '../../shared/label-selector.js'
import { validateCollisions, validateCounts } from '../../shared/replica-counts.js'
import { natural } from '../../struct/member-rules.js'

const COUNTS = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
] as const

type Strategy = {
  readonly type?: string
  readonly rollingUpdate?: { readonly maxUnavailable?: IntOrPercent; readonly maxSurge?: IntOrPercent }
}

/** The fields of a DaemonSet that its validation reads. */
type DaemonSet = KubeObject & {
  readonly spec?: {
    readonly selector?: LabelSelector | null
    readonly template?: PodTemplateSpec
    readonly updateStrategy?: Strategy
    readonly minReadySeconds?: number
    readonly revisionHistoryLimit?: number
  }
  readonly status?: { readonly [count in (typeof COUNTS)[number]]?: number }
}

/**
 * Validates a DaemonSet's spec (ValidateDaemonSetSpec). An update tolerates invalid label values in the selector if the
 * old selector is invalid.
 */
function validateDaemonSet({ spec = {} }: DaemonSet, old?: DaemonSet): readonly Issue[] {
  const { selector, template = {}, updateStrategy = {} } = spec
  const field = 'spec.template'
  const before = old?.spec?.selector
  const anyValues = Boolean(before && validateLabelSelector(before, '').length > 0)
  const isGood = !selector || validateLabelSelector(selector, '').length === 0
  return [
    ...(selector ? validateLabelSelector(selector, 'spec.selector', { anyValues }) : []),
    ...(isGood ? validateSelected(template, selector ?? undefined, field) : []),
    ...(selector && isEmptySelector(selector)
      ? [invalid('spec.selector', goSelector(selector), 'empty selector is invalid for daemonset')]
      : []),
    ...validateTemplate(template, field),
    ...validateLasting(template, field, 'DaemonSet'),
    ...natural(spec.minReadySeconds, 'spec.minReadySeconds', spec),
    ...validateStrategy(updateStrategy, 'spec.updateStrategy'),
    ...natural(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit', spec),
  ]
}

function* validateStrategy(strategy: Strategy, field: string): Iterable<Issue> {
  const { type = '', rollingUpdate } = strategy
  if (type === 'OnDelete') return
  if (type !== 'RollingUpdate') {
    yield notSupported(field, goStrategy(strategy), ['RollingUpdate', 'OnDelete'])
    return
  }
  if (!rollingUpdate) {
    yield required(`${field}.rollingUpdate`)
    return
  }
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate
  const [unavailableAt, surgeAt] = [`${field}.rollingUpdate.maxUnavailable`, `${field}.rollingUpdate.maxSurge`]
  const [hasUnavailable, hasSurge] = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0]
  yield* validateIntOrPercent(maxUnavailable, unavailableAt)
  yield* validateIntOrPercent(maxSurge, surgeAt)
  yield* validateWholeAtMost(maxUnavailable, unavailableAt)
  yield* validateWholeAtMost(maxSurge, surgeAt)
  if (hasUnavailable && hasSurge)
    yield invalid(surgeAt, goIntOrString(maxSurge), 'may not be set when maxUnavailable is non-zero')
  if (!(hasUnavailable || hasSurge)) yield required(unavailableAt, 'cannot be 0 when maxSurge is 0')
}

const goRolling = ({ maxUnavailable = 0, maxSurge = 0 }: NonNullable<Strategy['rollingUpdate']>) =>
  goStruct('apps.RollingUpdateDaemonSet', {
    MaxUnavailable: goIntOrString(maxUnavailable),
    MaxSurge: goIntOrString(maxSurge),
  })

const goStrategy = ({ type = '', rollingUpdate }: Strategy) =>
  goStruct('apps.DaemonSetUpdateStrategy', {
    Type: type,
    RollingUpdate: goPointer('apps.RollingUpdateDaemonSet', rollingUpdate && goRolling(rollingUpdate)),
  })

/** Validates a DaemonSet's status. */
const validateDaemonSetStatus = ({ status = {} }: DaemonSet, { status: old = {} }: DaemonSet): readonly Issue[] => [
  ...validateCounts(status, COUNTS),
  ...validateCollisions(status, old),
]

/** The annotation that holds templateGeneration, a field of older API versions that counts changes of the template. */
export const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation'

const isWhole = (text: string) => /^[+-]?\d+$/.test(text)

/**
 * Writes the count in the annotation of a request body back in canonical form; 0 if there is none.
 *
 * @throws DecodeError if the annotation is not an integer
 */
function statedTemplateGeneration(object: DaemonSet): DaemonSet {
  const stated = object.metadata.annotations?.[TEMPLATE_GENERATION] ?? '0'
  if (!isWhole(stated)) throw new DecodeError(`strconv.ParseInt: parsing ${goQuote(stated)}: invalid syntax`)
  return withTemplateGeneration(object, BigInt(stated))
}

const countOf = ({ metadata }: DaemonSet) => BigInt(metadata.annotations?.[TEMPLATE_GENERATION] ?? 0)

function withTemplateGeneration(object: DaemonSet, count: bigint): DaemonSet {
  const { metadata } = object
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...metadata.annotations, [TEMPLATE_GENERATION]: String(count) } },
  }
}

/** Sets the count of a new DaemonSet: at least 1, or what its annotation says. */
const firstTemplateGeneration = (object: DaemonSet): DaemonSet =>
  withTemplateGeneration(object, countOf(object) < 1n ? 1n : countOf(object))

/** Sets the stored count, incremented if the template changes. */
const nextTemplateGeneration = (next: DaemonSet, old: DaemonSet): DaemonSet =>
  withTemplateGeneration(next, countOf(old) + (hasNewTemplate(next, old) ? 1n : 0n))

/** Tells whether the template differs from the stored one. */
const hasNewTemplate = (next: DaemonSet, old: DaemonSet): boolean =>
  !semanticEqual(podStructOf('core.v1.PodTemplateSpec'), next.spec?.template, old.spec?.template)

const columns: readonly Column<DaemonSet>[] = [
  nameColumn,
  integerColumn(
    'Desired',
    docOf('apps.v1.DaemonSetStatus', 'desiredNumberScheduled'),
    ({ status }) => status?.desiredNumberScheduled ?? 0,
  ),
  integerColumn(
    'Current',
    docOf('apps.v1.DaemonSetStatus', 'currentNumberScheduled'),
    ({ status }) => status?.currentNumberScheduled ?? 0,
  ),
  integerColumn(
    'Ready',
    [
      [
        '1.33',
        'The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and ready.',
      ],
      ['1.36', docOf('apps.v1.DaemonSetStatus', 'numberReady')],
    ],
    ({ status }) => status?.numberReady ?? 0,
  ),
  integerColumn(
    'Up-to-date',
    docOf('apps.v1.DaemonSetStatus', 'updatedNumberScheduled'),
    ({ status }) => status?.updatedNumberScheduled ?? 0,
  ),
  integerColumn(
    'Available',
    docOf('apps.v1.DaemonSetStatus', 'numberAvailable'),
    ({ status }) => status?.numberAvailable ?? 0,
  ),
  {
    name: 'Node Selector',
    description: docOf('core.v1.PodSpec', 'nodeSelector'),
    cell: ({ spec }) => labelsText(spec?.template?.spec?.nodeSelector ?? {}).join(',') || '<none>',
  },
  ageColumn,
  ...templateColumns<DaemonSet>(({ spec }) => spec?.template),
  {
    name: 'Selector',
    priority: 1,
    description: [
      [
        '1.33',
        'A label query over pods that are managed by the daemon set. Must match in order to be controlled. If empty, defaulted to labels on Pod template. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
      ],
      ['1.36', docOf('apps.v1.DaemonSetSpec', 'selector')],
    ],
    cell: ({ spec }) => selectorText(spec?.selector ?? undefined),
  },
]

const NONE = { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 }

/** DaemonSet: one pod on every matching node. */
export const daemonSet = defineStructKind<DaemonSet>(
  'apps.v1.DaemonSet',
  () => ({
    group: 'apps',
    scope: 'Namespaced',
    names: { kind: 'DaemonSet', plural: 'daemonsets', shortNames: ['ds'], categories: ['all'] },
    schema: { defaults: (object) => ({ ...statedTemplateGeneration(object), spec: fill(object.spec) }) },
    metadata: { generation: true, memberAnnotations: [TEMPLATE_GENERATION] },
    subresources: { main: mainSubresource, status: statusSubresource },
    create: {
      resetFields: ['status'],
      prepare: (object, { featureGates }) => ({
        ...firstTemplateGeneration(dropDisabledWorkloadFields(object, featureGates)),
        status: NONE,
      }),
      validate: withObjectMeta((object) => validateDaemonSet(object)),
      warnings: ({ spec }) => warningsOfTemplate(spec?.template, 'spec.template'),
    },
    update: {
      prepare: (next, old, { subresource, featureGates }) =>
        nextTemplateGeneration(
          subresource === 'main' ? dropDisabledWorkloadFields(next, featureGates, old) : next,
          old,
        ),
      validate: (next, old, context) => {
        const { validateObjectMeta, validateObjectMetaUpdate, subresource } = context
        if (subresource === 'status')
          return [...validateObjectMetaUpdate(next, old), ...validateDaemonSetStatus(next, old)]
        const found = validateDaemonSet(next, old)
        const [whole, change] = [validateObjectMeta(next), validateObjectMetaUpdate(next, old)]
        if (runsAtLeast('1.34')) return [...change, ...validateSameSelector(next.spec, old.spec), ...found]
        // A real server runs all rules of a create first, then validates the spec once more.
        return [...whole, ...found, ...change, ...found, ...validateSameSelector(next.spec, old.spec)]
      },
      warnings: (next, old) =>
        hasNewTemplate(next, old) ? warningsOfTemplate(next.spec?.template, 'spec.template') : [],
    },
    selectable: { conversion: 'default' },
    table: { columns },
    example: {
      metadata: { name: 'agent', namespace: 'default' },
      spec: {
        selector: { matchLabels: { app: 'agent' } },
        template: exampleTemplate('agent'),
      },
    },
  }),
  KEPT_EMPTY_OF_PODS,
)

function fill(spec: NonNullable<DaemonSet['spec']> = {}): NonNullable<DaemonSet['spec']> {
  const type = spec.updateStrategy?.type || 'RollingUpdate'
  const given = spec.updateStrategy?.rollingUpdate
  const isRolling = type === 'RollingUpdate'
  // With another strategy than RollingUpdate, unset numbers become zero: the stored struct has no pointers there.
  const { maxUnavailable = isRolling ? 1 : 0, maxSurge = 0 } = given ?? {}
  return {
    ...spec,
    template: fillTemplate(spec.template),
    updateStrategy: {
      type,
      ...(isRolling || given ? { rollingUpdate: { maxUnavailable, maxSurge } } : {}),
    },
    revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
  }
}
