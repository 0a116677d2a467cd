import { getOwn, isObject, type JsonObject, setOwn } from '../../base/json/json.js'
import { inParts, placeOf } from '../../base/turns/work-in-parts.js'
import { badRequest } from '../../base/errors/status.js'
import type { Schema } from '../../schema/types.js'
import { DELETE_ITEMS, directiveField, ELEMENT_ORDER, RETAIN_KEYS } from './strategic-directive.js'
import { mergeInOrder } from './strategic-element-order.js'
import { expectType, unknownDirective } from './strategic-item.js'
import { mergeList } from './strategic-list.js'
import { listRule, memberSchema, namedListRule, noSuchField, patchStrategy } from './strategic-schema.js'

/**
 * Applies a strategic merge patch to an object of the given schema, as k8s.io/apimachinery/pkg/util/strategicpatch
 * does. Unchanged parts are shared with the result; an unchanged object is returned itself. Throws the server's errors:
 * 400 and 422 for some malformed directives, a plain 500 for the rest.
 */
export function applyStrategicPatch(current: JsonObject, patch: JsonObject, schema: Schema | undefined): JsonObject {
  if (Object.hasOwn(patch, '$patch')) return applyDirective(patch)
  const given = Object.keys(patch)
  // A patch with many members is merged over several event-loop turns.
  const { next } = inParts(
    patch,
    placeOf(applyStrategicPatch, current),
    given.length,
    () => beginMerge(current, patch, schema),
    (begun, i) => {
      const key = given[i] ?? ''
      if (key !== RETAIN_KEYS && !key.startsWith(ELEMENT_ORDER) && !begun.ordered.has(key))
        mergeMember(begun.next, key, patch[key], schema)
    },
  )
  const keys = Object.keys(next)
  return keys.length === Object.keys(current).length &&
    keys.every((key) => Object.hasOwn(current, key) && next[key] === current[key])
    ? current
    : next
}

/** Returns the initial state of a merge: the retained members, and the lists with an order of their own, merged. */
function beginMerge(current: JsonObject, patch: JsonObject, schema: Schema | undefined) {
  const next: Record<string, unknown> = { ...retainKeys(current, patch) }
  const ordered = new Set<string>()
  for (const key of Object.keys(patch))
    if (key.startsWith(ELEMENT_ORDER)) ordered.add(orderMember(next, patch, key, schema))
  return { next, ordered }
}

function applyDirective(patch: JsonObject): JsonObject {
  const { $patch: directive, ...others } = patch
  if (directive === 'replace') return others
  if (directive === 'delete') return {}
  throw unknownDirective(patch)
}

function retainKeys(current: JsonObject, patch: JsonObject): JsonObject {
  const keys = getOwn(patch, RETAIN_KEYS)
  if (!Object.hasOwn(patch, RETAIN_KEYS)) return current
  if (!Array.isArray(keys)) throw badRequest('invalid patch format of retainKeys')
  const kept = new Set<unknown>(keys)
  for (const key of Object.keys(patch)) {
    const exempt =
      key === RETAIN_KEYS || patch[key] === null || key.startsWith(DELETE_ITEMS) || key.startsWith(ELEMENT_ORDER)
    if (!exempt && !kept.has(key)) throw badRequest('invalid patch format of retainKeys')
  }
  return Object.fromEntries(Object.entries(current).filter(([key]) => kept.has(key)))
}

// Merges and sorts a list with an order of its own; returns the field that is settled by that.
function orderMember(
  next: Record<string, unknown>,
  patch: JsonObject,
  key: string,
  schema: Schema | undefined,
): string {
  const order = expectType<readonly unknown[]>(patch[key], [])
  const field = directiveField(key, ELEMENT_ORDER)
  const current = getOwn(next, field)
  const list = mergeInOrder(
    { current, patch: getOwn(patch, field), order },
    () => namedListRule(schema, field),
    applyStrategicPatch,
    added,
  )
  if (list) setOwn(next, field, keepSame(current, list))
  return field
}

function mergeMember(next: Record<string, unknown>, key: string, value: unknown, schema: Schema | undefined): void {
  const deleting = key.startsWith(DELETE_ITEMS)
  const field = deleting ? directiveField(key, DELETE_ITEMS) : key
  if (value === null) {
    delete next[field]
    return
  }
  const current = getOwn(next, field)
  const member = memberSchema(schema, field)
  const isMerged = (isObject(current) && isObject(value)) || (Array.isArray(current) && Array.isArray(value))
  // Nothing is known of raw fields, so they cannot be merged.
  if (isMerged && schema?.raw && schema.component) throw noSuchField(schema, field)
  if (isObject(current) && isObject(value)) {
    setOwn(next, field, patchStrategy(member) === 'replace' ? value : applyStrategicPatch(current, value, member))
  } else if (Array.isArray(current) && Array.isArray(value)) {
    const rule = listRule(member)
    setOwn(
      next,
      field,
      keepSame(
        current,
        rule.merge || deleting ? mergeList(current, value, rule, deleting, applyStrategicPatch) : value,
      ),
    )
  } else if (!deleting) {
    const fresh = withoutDirectives(value, true)
    if (fresh === undefined) delete next[field]
    else setOwn(next, field, fresh)
  }
}

function keepSame(current: unknown, list: readonly unknown[]): unknown {
  return Array.isArray(current) && current.length === list.length && list.every((item, i) => item === current[i])
    ? current
    : list
}

const added = (list: readonly unknown[]) => withoutDirectives(list, false) as readonly unknown[] // a list stays one

// New values lose maps with a directive (undefined here), and nulls before that, a directive of null included.
function withoutDirectives(value: unknown, dropNulls: boolean): unknown {
  if (Array.isArray(value))
    return value.map((item) => withoutDirectives(item, dropNulls)).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  if (Object.hasOwn(value, '$patch') && !(dropNulls && value['$patch'] === null)) return undefined
  const next: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const member = withoutDirectives(value[key], dropNulls)
    if (member !== undefined && !(dropNulls && member === null)) setOwn(next, key, member)
  }
  return next
}
