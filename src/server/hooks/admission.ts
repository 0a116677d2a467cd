import { deepFreeze, isObject } from '../../base/json/json.js'
import { readAs } from '../../model/registry/read.js'
import { DecodeError } from '../../schema/decode.js'
import type { AnyObject } from '../../kinds/object-types.js'
import type { KubeObject } from '../../schema/object.js'
import { chosenOf } from './action.js'
import type { AdmitResult } from './actions.js'
import { admitActions } from './admit-actions.js'
import type { Hook } from './hook.js'
import type { Subject } from './match.js'
import { actionOf, failPromise } from './result.js'

/**
 * Returns the object as changed by an admit hook; undefined if it leaves it to the next one.
 *
 * @throws StatusError if it rejects the object, TypeError if it returns a promise or an object that does not fit the
 * kind
 */
export function runAdmit(
  { then, site }: Hook<'admit'>,
  subject: Subject,
  old: KubeObject | undefined,
  next: KubeObject,
): KubeObject | undefined {
  const result: AdmitResult =
    typeof then === 'function'
      ? then(old as AnyObject | undefined, next as AnyObject, subject.call) // objects of the kind that the match names
      : then
  failPromise('admit', result, site)
  if (result === undefined) return undefined
  if (isKubeObject(result)) return result === next ? next : ofKind(result, subject, site)
  const chosen = chosenOf(admitActions, actionOf('admit', result, site))
  const made = chosen ? chosen.entry.act(chosen.value)(subject, next) : next
  return made === next ? next : ofKind(made, subject, site)
}

const isKubeObject = (value: unknown): value is KubeObject =>
  isObject(value) && isObject(value['metadata']) && value['kind'] !== 'Status'

/**
 * Decodes the object with the kind's schema, so that a script cannot store what a request could not. A missing kind or
 * apiVersion is filled in.
 */
function ofKind(object: KubeObject, { call: { target } }: Subject, site: string): KubeObject {
  const { kind, apiVersion } = target.def
  const fail = (why: string, options?: ErrorOptions) =>
    new TypeError(`the admit hook of ${site} returned an object that is not a valid ${kind}: ${why}`, options)
  if ((object.kind || kind) !== kind) throw fail(`its kind is ${JSON.stringify(object.kind)}`)
  if ((object.apiVersion || apiVersion) !== apiVersion)
    throw fail(`its apiVersion is ${JSON.stringify(object.apiVersion)}, not ${JSON.stringify(apiVersion)}`)
  try {
    return deepFreeze({ ...readAs(target.def, object).object, kind, apiVersion })
  } catch (error) {
    throw error instanceof DecodeError ? fail(error.message, { cause: error }) : error
  }
}
