import { isObject } from '../../../base/json/json.js'
import type { AutoscalerSpec, ScalingRules } from './autoscaler-types.js'

type Behavior = NonNullable<AutoscalerSpec['behavior']>
type OldRules = {
  readonly StabilizationWindowSeconds?: number | null
  readonly SelectPolicy?: string | null
  readonly Policies?:
    readonly { readonly Type?: string; readonly Value?: number; readonly PeriodSeconds?: number }[] | null
  readonly Tolerance?: string | null
}

/** The scaling behavior in the annotation of v1, with the field names of the internal Go type. */
export type OldBehavior = { readonly ScaleUp?: OldRules | null; readonly ScaleDown?: OldRules | null }

/** Converts a behavior to the form in the annotation. */
export const oldBehavior = ({ scaleUp, scaleDown }: Behavior): OldBehavior => ({
  ScaleUp: oldRules(scaleUp),
  ScaleDown: oldRules(scaleDown),
})

const oldRules = (rules: ScalingRules | undefined): OldRules | null =>
  rules
    ? {
        StabilizationWindowSeconds: rules.stabilizationWindowSeconds ?? null,
        SelectPolicy: rules.selectPolicy ?? null,
        Policies:
          rules.policies?.map(({ type = '', value = 0, periodSeconds = 0 }) => ({
            Type: type,
            Value: value,
            PeriodSeconds: periodSeconds,
          })) ?? null,
        Tolerance: rules.tolerance ?? null,
      }
    : null

const NAMES = new Map(
  [
    'ScaleUp',
    'ScaleDown',
    'StabilizationWindowSeconds',
    'SelectPolicy',
    'Policies',
    'Tolerance',
    'Type',
    'Value',
    'PeriodSeconds',
  ].map((name) => [name.toLowerCase(), name]),
)

/** Gives the members of a behavior their names, which Go reads in any case. */
export function withNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNames)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [NAMES.get(name.toLowerCase()) ?? name, withNames(member)]),
  )
}

/** Converts a behavior from the annotation; undefined if it has no rules. */
export function newBehavior({ ScaleUp, ScaleDown }: OldBehavior): Behavior | undefined {
  if (!ScaleUp && !ScaleDown) return undefined
  return {
    ...(ScaleUp ? { scaleUp: newRules(ScaleUp) } : {}),
    ...(ScaleDown ? { scaleDown: newRules(ScaleDown) } : {}),
  }
}

const newRules = ({
  StabilizationWindowSeconds: window,
  SelectPolicy,
  Policies,
  Tolerance,
}: OldRules): ScalingRules => ({
  ...(typeof window === 'number' ? { stabilizationWindowSeconds: window } : {}),
  ...(SelectPolicy ? { selectPolicy: SelectPolicy } : {}),
  ...(Policies
    ? {
        policies: Policies.map(({ Type = '', Value = 0, PeriodSeconds = 0 }) => ({
          type: Type,
          value: Value,
          periodSeconds: PeriodSeconds,
        })),
      }
    : {}),
  ...(Tolerance ? { tolerance: Tolerance } : {}),
})
