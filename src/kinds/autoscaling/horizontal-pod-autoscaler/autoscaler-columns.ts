import { type Column, docOf } from '../../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { type Autoscaler, type Metric, SOURCE_OF_TYPE } from './autoscaler-types.js'

/** The table columns of HorizontalPodAutoscalers, in any version. */
export const autoscalerColumns: readonly Column<Autoscaler>[] = [
  nameColumn,
  {
    name: 'Reference',
    description: docOf('autoscaling.v2.HorizontalPodAutoscalerSpec', 'scaleTargetRef'),
    cell: ({ spec }) => `${spec?.scaleTargetRef?.kind ?? ''}/${spec?.scaleTargetRef?.name ?? ''}`,
  },
  {
    name: 'Targets',
    description: [
      [
        '1.33',
        'metrics contains the specifications for which to use to calculate the desired replica count (the maximum replica count across all metrics will be used).  The desired replica count is calculated multiplying the ratio between the target value and the current value by the current number of pods.  Ergo, metrics used must decrease as the pod count is increased, and vice-versa.  See the individual metric source types for more information about how each type of metric must respond.',
      ],
      ['1.36', docOf('autoscaling.v2.HorizontalPodAutoscalerSpec', 'metrics')],
    ],
    cell: targetsText,
  },
  {
    name: 'MinPods',
    description: docOf('autoscaling.v1.HorizontalPodAutoscalerSpec', 'minReplicas'),
    cell: ({ spec }) => String(spec?.minReplicas ?? '<unset>'),
  },
  {
    name: 'MaxPods',
    description: docOf('autoscaling.v2.HorizontalPodAutoscalerSpec', 'maxReplicas'),
    cell: ({ spec }) => spec?.maxReplicas ?? 0,
  },
  {
    name: 'Replicas',
    description: docOf('autoscaling.v2.HorizontalPodAutoscalerStatus', 'currentReplicas'),
    cell: ({ status }) => status?.currentReplicas ?? 0,
  },
  ageColumn,
]

const MOST_SHOWN = 2

function targetsText({ spec: { metrics = [] } = {}, status = {} }: Autoscaler): string {
  if (metrics.length === 0) return '<none>'
  const texts = metrics.map((metric, i) => metricText(metric, status.currentMetrics?.[i]))
  const shown = texts.slice(0, MOST_SHOWN).join(', ')
  return texts.length > MOST_SHOWN ? `${shown} + ${texts.length - MOST_SHOWN} more...` : shown
}

const UNKNOWN = '<unknown>'

function metricText(metric: Metric, status: Metric | undefined): string {
  const member = SOURCE_OF_TYPE[metric.type ?? '']
  if (!member) return '<unknown type>'
  const { target = {}, name = '' } = metric[member] ?? {}
  const source = status?.[member]
  const current = source?.current
  // A source without the amount shows what Go prints for none.
  const amount = (of: 'value' | 'averageValue') => (source ? (current?.[of] ?? '<nil>') : UNKNOWN)
  if (member === 'resource' || member === 'containerResource') {
    const { averageValue, averageUtilization: share } = target
    if (averageValue !== undefined) return `${name}: ${amount('averageValue')}/${averageValue}`
    return `${name}: ${percent(current?.averageUtilization, UNKNOWN)}/${percent(share, '<auto>')}`
  }
  if (member === 'pods') return `${amount('averageValue')}/${target.averageValue ?? ''}`
  return target.averageValue === undefined
    ? `${amount('value')}/${target.value ?? ''}`
    : `${current?.averageValue ?? UNKNOWN}/${target.averageValue} (avg)`
}

const percent = (share: number | undefined, none: string) => (share === undefined ? none : `${share}%`)
