import { goQuote } from '../../base/go/printable.js'
import { type Rights, authorizerValue, requestResourceValue } from '../functions/authorizer.js'
import { CelError } from './cel-error.js'
import { CALL_LIMIT } from './compile.js'
import type { Evaluate } from './evaluate.js'
import { celOf } from './json-value.js'
import { LateStruct } from './struct.js'

/** What the variables of an admission expression stand for, as JSON. */
export type AdmissionValues = {
  readonly object: unknown
  readonly oldObject: unknown
  readonly params: unknown
  readonly request: unknown
  readonly namespaceObject: unknown
  /** Whom the variable `authorizer` asks, and what for by `authorizer.requestResource`; without it, there is none. */
  readonly authorizer?: {
    readonly rights: Rights
    readonly resource: Parameters<typeof requestResourceValue>[1]
  }
  /** The expressions of a policy's variables; or the errors of those that cannot be evaluated. */
  readonly variables: ReadonlyMap<string, Evaluate | string>
}

/** The result of an admission expression, and its cost with that of the variables it is the first to use. */
type AdmissionResult =
  | { readonly ok: true; readonly value: unknown; readonly cost: number }
  | { readonly ok: false; readonly error: string; readonly cost: number }

/** Evaluates admission expressions with the variables that are bound. */
export type AdmissionEvaluation = (run: Evaluate) => AdmissionResult

/** Binds the variables of admission expressions; those of a policy are evaluated when they are first used. */
export function bindAdmission(values: AdmissionValues): AdmissionEvaluation {
  let cost = 0
  const bound: Record<string, unknown> = {
    object: celOf(values.object),
    oldObject: celOf(values.oldObject),
    params: celOf(values.params),
    request: celOf(values.request),
    namespaceObject: celOf(values.namespaceObject),
  }
  if (values.authorizer) {
    const { rights, resource } = values.authorizer
    bound['authorizer'] = authorizerValue(rights)
    bound['authorizer.requestResource'] = requestResourceValue(rights, resource)
  }
  const evaluate = (name: string, run: Evaluate | string) => () => {
    const about = `composited variable ${goQuote(name)} fails to`
    if (typeof run === 'string') return new CelError(`${about} compile: ${run}`)
    const found = run(bound, CALL_LIMIT)
    cost += found.cost
    return found.value instanceof CelError ? new CelError(`${about} evaluate: ${found.value.message}`) : found.value
  }
  bound['variables'] = new LateStruct(new Map([...values.variables].map(([name, run]) => [name, evaluate(name, run)])))
  return (run) => {
    cost = 0
    const found = run(bound, CALL_LIMIT)
    cost += found.cost
    return found.value instanceof CelError
      ? { ok: false, error: found.value.message, cost }
      : { ok: true, value: found.value, cost }
  }
}
