import { GoText } from '../../../base/go/printable.js'
import { type Issue, invalid, notSupported, required } from '../../../base/errors/issue.js'
import type { LabelSelector } from '../../../model/registry/label-selector.js'
import type { KubeObject } from '../../../schema/object.js'
import type { PodTemplateSpec } from '../../core/pod/pod-template.js'
import { validateLasting, validateSelected, validateTemplate } from '../../core/pod/template-rules.js'
import { goStruct } from '../../shared/go-struct.js'
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
export type DaemonSet = KubeObject & {
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
export function validateDaemonSet({ spec = {} }: DaemonSet, old?: DaemonSet): readonly Issue[] {
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

function validateStrategy(strategy: Strategy, field: string): readonly Issue[] {
  const { type = '', rollingUpdate } = strategy
  if (type === 'OnDelete') return []
  if (type !== 'RollingUpdate') return [notSupported(field, goStrategy(strategy), ['RollingUpdate', 'OnDelete'])]
  if (!rollingUpdate) return [required(`${field}.rollingUpdate`)]
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate
  const [unavailableAt, surgeAt] = [`${field}.rollingUpdate.maxUnavailable`, `${field}.rollingUpdate.maxSurge`]
  const [hasUnavailable, hasSurge] = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0]
  return [
    ...validateIntOrPercent(maxUnavailable, unavailableAt),
    ...validateIntOrPercent(maxSurge, surgeAt),
    ...validateWholeAtMost(maxUnavailable, unavailableAt),
    ...validateWholeAtMost(maxSurge, surgeAt),
    ...(hasUnavailable && hasSurge
      ? [invalid(surgeAt, goIntOrString(maxSurge), 'may not be set when maxUnavailable is non-zero')]
      : []),
    ...(hasUnavailable || hasSurge ? [] : [required(unavailableAt, 'cannot be 0 when maxSurge is 0')]),
  ]
}

const goStrategy = ({ type = '', rollingUpdate }: Strategy) =>
  goStruct('apps.DaemonSetUpdateStrategy', {
    Type: type,
    RollingUpdate: new GoText(`(*apps.RollingUpdateDaemonSet)(${rollingUpdate ? '0xc000000000' : 'nil'})`),
  })

/** Validates a DaemonSet's status. */
export const validateDaemonSetStatus = (
  { status = {} }: DaemonSet,
  { status: old = {} }: DaemonSet,
): readonly Issue[] => [...validateCounts(status, COUNTS), ...validateCollisions(status, old)]
