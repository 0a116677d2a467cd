import { deepFreeze, isObject } from '../base/json.js'
import { readAs } from '../registry/read.js'
import { DecodeError } from '../schema/decode.js'
import type { AnyObject } from '../kinds/object-types.js'
import type { KubeObject } from '../schema/object.js'
import { chosenOf } from './action.js'
import type { AdmitResult } from './actions.js'
import { admitActions } from './admit-actions.js'
import type { Hook } from './hook.js'
import type { Subject } from './match.js'
import { actionOf, failPromise } from './result.js'

/**
 * What an admit hook makes of an object; undefined where it leaves it to the next.
 *
 * @throws StatusError where it refuses the object, TypeError for a promise or for an object that is not of the kind
 */
export function runAdmit(
  { then, site }: Hook<'admit'>,
  subject: Subject,
  old: KubeObject | undefined,
  next: KubeObject,
): KubeObject | undefined {
  const result: AdmitResult =
    typeof then === 'function'
      ? then(old as AnyObject | undefined, next as AnyObject, subject.call) // they are what their kind's type says
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
 * The object as the kind's schema reads it, so that a script cannot store what a request could not. What it does not
 * say that it is it is anyway.
 */
function ofKind(object: KubeObject, { call: { target } }: Subject, site: string): KubeObject {
  const { kind, apiVersion } = target.def
  const fail = (why: string, options?: ErrorOptions) =>
    new TypeError(`the admit hook of ${site} made an object that is no ${kind}: ${why}`, options)
  if ((object.kind || kind) !== kind) throw fail(`its kind is ${JSON.stringify(object.kind)}`)
  if ((object.apiVersion || apiVersion) !== apiVersion)
    throw fail(`its apiVersion is ${JSON.stringify(object.apiVersion)}, not ${JSON.stringify(apiVersion)}`)
  try {
    return deepFreeze({ ...readAs(target.def, object).object, kind, apiVersion })
  } catch (error) {
    throw error instanceof DecodeError ? fail(error.message, { cause: error }) : error
  }
}
