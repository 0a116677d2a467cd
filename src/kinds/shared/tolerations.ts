import { append } from '../../base/lists/lists.js'
import { GoText, goJson } from '../../base/go/printable.js'
import { type Issue, duplicate, invalid, notSupported } from '../../base/errors/issue.js'
import { labelValue, qualifiedName } from '../../base/rules/names.js'
import { type KubernetesVersion, atLeast, runsAtLeast } from '../../model/registry/kubernetes-version.js'
import type { Toleration as Struct } from '../../model/generated/types/core-v1.js'
import type { Unchecked } from '../struct/unchecked.js'
import { goStruct } from './go-struct.js'

type Toleration = Unchecked<Struct>

const OPERATORS = ['Equal', 'Exists']
const COMPARISONS = ['Lt', 'Gt']
const isComparison = (operator: string) => COMPARISONS.includes(operator) && runsAtLeast('1.35')
/** The effects of the taints of nodes. */
export const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/**
 * Validates tolerations that must be unique. Until v1.34 the server prints the field's name twice in paths, except for
 * duplicates.
 */
export function validateTolerations(
  list: readonly Toleration[],
  field: string,
  version: KubernetesVersion,
): readonly Issue[] {
  const inside = atLeast(version, '1.35') ? field : `${field}.tolerations`
  const seen = new Set<string>()
  const repeated = list.flatMap((item, i) => {
    const key = JSON.stringify([item.key, item.operator, item.value, item.effect])
    if (seen.has(key)) return [duplicate(`${field}[${i}]`, goToleration(item))]
    seen.add(key)
    return []
  })
  return [...list.flatMap((item, i) => validateToleration(item, `${inside}[${i}]`)), ...repeated]
}

/** Validates a toleration. */
export function validateToleration(
  { key = '', operator = '', value = '', effect = '', tolerationSeconds }: Toleration,
  at: string,
): readonly Issue[] {
  const issues: Issue[] = []
  if (key) for (const detail of qualifiedName(key)) issues.push(invalid(`${at}.key`, key, detail))
  if (!key && operator !== 'Exists')
    issues.push(
      invalid(
        `${at}.operator`,
        operator,
        'operator must be Exists when `key` is empty, which means "match all values and all keys"',
      ),
    )
  if (tolerationSeconds !== undefined && effect !== 'NoExecute')
    issues.push(invalid(`${at}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"))
  append(issues, validateOperator(operator, value, `${at}.operator`))
  if (effect && !EFFECTS.includes(effect)) issues.push(notSupported(`${at}.effect`, effect, EFFECTS))
  return issues
}

function validateOperator(operator: string, value: string, field: string): readonly Issue[] {
  switch (operator) {
    case '':
    case 'Equal': {
      const faults = labelValue(value)
      return faults.length > 0 ? [invalid(field, value, faults.join(';'))] : []
    }
    case 'Exists':
      return value ? [invalid(field, value, "value must be empty when `operator` is 'Exists'")] : []
    default:
      // Of the gate TaintTolerationComparisonOperators, which is off.
      return [notSupported(field, operator, isComparison(operator) ? [...OPERATORS, ...COMPARISONS] : OPERATORS)]
  }
}

function goToleration({ key, operator, value, effect, tolerationSeconds }: Toleration): GoText {
  const seconds = new GoText(tolerationSeconds === undefined ? '(*int64)(nil)' : '(*int64)(0xc000000000)', () =>
    goJson(tolerationSeconds ?? null),
  )
  return goStruct('core.Toleration', {
    Key: key,
    Operator: operator,
    Value: value,
    Effect: effect,
    TolerationSeconds: seconds,
  })
}
