import { isObject } from '../../base/json/json.js'
import type { KubeObject } from '../../schema/object.js'

/** An item of an object's `status.conditions`. */
type ShownCondition = {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly since: string
}

/** Returns the conditions in an object's status. */
export function conditionsOf(object: KubeObject): readonly ShownCondition[] {
  const status = object['status']
  const list = isObject(status) ? status['conditions'] : undefined
  if (!Array.isArray(list)) return []
  return list.filter(isObject).map((each) => {
    const text = (name: string) => (typeof each[name] === 'string' ? each[name] : '')
    return {
      type: text('type'),
      status: text('status'),
      reason: text('reason'),
      message: text('message'),
      since: text('lastTransitionTime'),
    }
  })
}
