import { goQuote } from '../../base/go/printable.js'
import { type Rights, authorizerValue, requestResourceValue } from '../functions/authorizer.js'
import { CelError } from './cel-error.js'
import { CALL_LIMIT } from './compile.js'
import type { Evaluate } from './evaluate.js'
import { Given } from './given.js'
import { LateStruct } from './struct.js'

/** What the variables of an admission expression stand for, as JSON; each is asked for when it is first used. */
export type AdmissionValues = {
  readonly object: unknown
  readonly oldObject: unknown
  /** Makes the request, which few expressions use. */
  readonly request: () => unknown
  /** Makes the namespace, which few expressions use either. */
  readonly namespaceObject: () => unknown
  /** Whom the variable `authorizer` asks, and what for by `authorizer.requestResource`; without it, there is none. */
  readonly authorizer?:
    (() => { readonly rights: Rights; readonly resource: Parameters<typeof requestResourceValue>[1] }) | undefined
  readonly params: unknown
  /** The expressions of a policy's variables; or the errors of those that cannot be evaluated. */
  readonly variables: ReadonlyMap<string, Evaluate | string>
}

/** The result of an admission expression, and its cost with that of the variables it is the first to use. */
type AdmissionResult =
  | { readonly ok: true; readonly value: unknown; readonly cost: number }
  | { readonly ok: false; readonly error: string; readonly cost: number }

/** Evaluates admission expressions with the variables that are bound. */
export type AdmissionEvaluation = (run: Evaluate) => AdmissionResult

/** The variables of admission expressions, each made when it is first used. */
class Bound {
  readonly #values: AdmissionValues
  // Until they are used.
  #object: Given | undefined
  #oldObject: Given | undefined
  #request: Given | undefined
  #namespaceObject: Given | undefined
  #params: Given | undefined
  #variables: LateStruct | undefined
  /** What the variables of the policy have cost. */
  cost = 0

  constructor(values: AdmissionValues) {
    this.#values = values
  }
  get object(): unknown {
    return (this.#object ??= new Given(this.#values.object))
  }
  get oldObject(): unknown {
    return (this.#oldObject ??= new Given(this.#values.oldObject))
  }
  get request(): unknown {
    return (this.#request ??= new Given(this.#values.request()))
  }
  get namespaceObject(): unknown {
    return (this.#namespaceObject ??= new Given(this.#values.namespaceObject()))
  }
  get params(): unknown {
    return (this.#params ??= new Given(this.#values.params))
  }
  get authorizer(): unknown {
    const asked = this.#values.authorizer?.()
    return asked && authorizerValue(asked.rights)
  }
  get ['authorizer.requestResource'](): unknown {
    const asked = this.#values.authorizer?.()
    return asked && requestResourceValue(asked.rights, asked.resource)
  }
  get variables(): unknown {
    const evaluate = (name: string, run: Evaluate | string) => () => this.#evaluated(name, run)
    return (this.#variables ??= new LateStruct(
      new Map([...this.#values.variables].map(([name, run]) => [name, evaluate(name, run)])),
    ))
  }

  #evaluated(name: string, run: Evaluate | string): unknown {
    const about = `composited variable ${goQuote(name)} fails to`
    if (typeof run === 'string') return new CelError(`${about} compile: ${run}`)
    const found = run(this, CALL_LIMIT)
    this.cost += found.cost
    return found.value instanceof CelError ? new CelError(`${about} evaluate: ${found.value.message}`) : found.value
  }
}

/** Binds the variables of admission expressions; those of a policy are evaluated when they are first used. */
export function bindAdmission(values: AdmissionValues): AdmissionEvaluation {
  const bound = new Bound(values)
  return (run) => {
    bound.cost = 0
    const found = run(bound, CALL_LIMIT)
    const cost = found.cost + bound.cost
    return found.value instanceof CelError
      ? { ok: false, error: found.value.message, cost }
      : { ok: true, value: found.value, cost }
  }
}
