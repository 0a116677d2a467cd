import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import { utf8Length } from '../../base/bytes/utf8.js'
import { type Issue, duplicate, invalid, notSupported, required, tooLong } from '../../base/errors/issue.js'
import { qualifiedName } from '../../base/rules/names.js'
import { patternText, wholeText } from '../../base/rules/texts.js'
import type { Condition } from '../../model/generated/types/meta-v1.js'
import type { Unchecked } from '../struct/unchecked.js'

const REASON = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?'
const IS_REASON = wholeText(REASON)
const REASON_TEXT = patternText(
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  REASON,
  'my_name',
  'MY_NAME',
  'MyName',
  'ReasonA,ReasonB',
  'ReasonA:ReasonB',
)

/** isValidConditionReason of meta/v1: the format only; empty and overlong reasons have separate checks. */
export const conditionReason = (value: string): string[] => (IS_REASON.test(value) ? [] : [REASON_TEXT])

type Conditions = readonly Unchecked<Condition>[]

const STATUSES = ['False', 'True', 'Unknown']
const MAX_REASON = 1024
const MAX_MESSAGE = 32768

/** Validates generic conditions (apimachinery's ValidateConditions). */
export function validateConditions(list: Conditions, field: string): readonly Issue[] {
  const seen = new Set<string>()
  return list.flatMap((condition, i) => {
    const { type = '' } = condition
    const repeated = seen.has(type)
    seen.add(type)
    return [
      ...(repeated ? [duplicate(runsAtLeast('1.37') ? `${field}[${i}]` : `${field}[${i}].type`, type)] : []),
      ...validateCondition(condition, `${field}[${i}]`),
    ]
  })
}

function validateCondition(
  { type = '', status = '', observedGeneration = 0, lastTransitionTime, reason = '', message = '' }: Conditions[number],
  at: string,
): readonly Issue[] {
  // Since 1.37 what is missing is told as that.
  const isMissed = runsAtLeast('1.37')
  const unset = runsAtLeast('1.34') ? undefined : 'must be set'
  const issues =
    isMissed && type === ''
      ? [required(`${at}.type`, 'is required')]
      : qualifiedName(type).map((detail) => invalid(`${at}.type`, type, detail))
  if (isMissed && status === '') issues.push(required(`${at}.status`))
  else if (!STATUSES.includes(status)) issues.push(notSupported(`${at}.status`, status, STATUSES))
  if (observedGeneration < 0)
    issues.push(invalid(`${at}.observedGeneration`, observedGeneration, 'must be greater than or equal to zero'))
  if (!lastTransitionTime) issues.push(required(`${at}.lastTransitionTime`, unset))
  if (reason === '') issues.push(required(`${at}.reason`, unset))
  else for (const detail of conditionReason(reason)) issues.push(invalid(`${at}.reason`, reason, detail))
  if (utf8Length(reason) > MAX_REASON) issues.push(tooLong(`${at}.reason`, MAX_REASON))
  if (utf8Length(message) > MAX_MESSAGE) issues.push(tooLong(`${at}.message`, MAX_MESSAGE))
  return issues
}
