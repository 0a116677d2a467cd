import type { AutoscalerSpec, ScalingRules } from './autoscaler-types.js'

type Behavior = NonNullable<AutoscalerSpec['behavior']>
type OldRules = {
  readonly StabilizationWindowSeconds?: number | null
  readonly SelectPolicy?: string | null
  readonly Policies?:
    readonly { readonly Type?: string; readonly Value?: number; readonly PeriodSeconds?: number }[] | null
  readonly Tolerance?: string | null
}

/** How fast something is scaled, as the first version has it in an annotation: with the members of the stored type. */
export type OldBehavior = { readonly ScaleUp?: OldRules | null; readonly ScaleDown?: OldRules | null }

/** The behavior as the first version has it. */
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

/** The behavior of what the first version has; undefined where that says nothing. */
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
