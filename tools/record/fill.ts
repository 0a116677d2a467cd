import { getPath } from '../../src/base/json/json.js'

/**
 * Replaces `{{step.path.to.value}}` in strings, lists and objects by values from the replies of earlier steps, and
 * `{{now}}` by the time.
 */
export function fill(value: unknown, answered: ReadonlyMap<string, unknown>, now: () => number): unknown {
  if (typeof value === 'string') {
    const whole = /^\{\{([^}]+)\}\}$/.exec(value)
    if (whole) return look(whole[1]!, answered, now)
    return value.replace(/\{\{([^}]+)\}\}/g, (_, path: string) => String(look(path, answered, now)))
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, answered, now))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, answered, now)]))
  return value
}

function look(path: string, answered: ReadonlyMap<string, unknown>, now: () => number): unknown {
  if (path === 'now') return new Date(now()).toISOString().replace('Z', '000Z')
  const [step, ...keys] = path.split('.')
  const value = valueAt(answered.get(step!), keys)
  return value === undefined ? `<no ${path}>` : value
}

// A number may be a list index, which getPath does not support.
function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value
  return valueAt(Array.isArray(value) ? value[Number(key)] : getPath(value, [key]), rest)
}
