import { ERROR, DYN, type Type, isSameType, withParameters } from './type.js'

/** Thrown when a type check takes too much work. */
export class TooComplex extends Error {}

// More than any expression takes whose types stay small.
const MOST_WORK = 3_000_000

/** What type parameters stand for (cel-go: checker/types.go, mapping.go). */
export class Substitutions {
  readonly #types = new Map<string, Type>()
  /** What the running attempt has replaced, to take it back if it fails. */
  #replaced: (readonly [name: string, before: Type | undefined])[] = []
  #work = 0

  /** Whether a value of one type can be used as another; if so, parameters are bound to make it true. */
  isAssignable(a: Type, b: Type): boolean {
    return this.areAssignable([a], [b])
  }

  areAssignable(a: readonly Type[], b: readonly Type[]): boolean {
    this.#replaced = []
    if (this.#fitAll(a, b)) return true
    for (const [name, before] of this.#replaced.reverse()) {
      if (before) this.#types.set(name, before)
      else this.#types.delete(name)
    }
    return false
  }

  /** Replaces the parameters that are bound; others become dyn with `isFinal`. */
  substitute(type: Type, isFinal = false): Type {
    this.#count()
    const bound = this.#boundTo(type)
    if (bound) return this.substitute(bound, isFinal)
    if (type.kind === 'param') return isFinal ? DYN : type
    if (type.parameters.length === 0) return type
    const parameters = type.parameters.map((one) => this.substitute(one, isFinal))
    return parameters.every((one, i) => one === type.parameters[i]) ? type : withParameters(type, parameters)
  }

  /** Binds a parameter. */
  bind({ name }: Type, to: Type): void {
    this.#replaced.push([name, this.#types.get(name)])
    this.#types.set(name, to)
  }

  #count(): void {
    if (++this.#work > MOST_WORK) throw new TooComplex()
  }

  #boundTo({ kind, name }: Type): Type | undefined {
    return kind === 'param' ? this.#types.get(name) : undefined
  }

  #fitAll(a: readonly Type[], b: readonly Type[]): boolean {
    return a.length === b.length && a.every((one, i) => this.#fits(one, b[i] ?? ERROR))
  }

  #fits(a: Type, b: Type): boolean {
    this.#count()
    if (b.kind === 'param') {
      const isBound = this.#boundTo(b) !== undefined
      if (this.#canBe(b, a)) return true
      // A known substitution that does not fit cannot be replaced.
      if (isBound) return false
    }
    if (a.kind === 'param') return this.#canBe(a, b)
    if (isDynOrError(a) || isDynOrError(b)) return true
    if (a.kind === 'null') return isNullable(b)
    if (b.kind === 'null') return isNullable(a)
    if (a.kind === 'type') return b.kind === 'type'
    return a.kind === b.kind && a.name === b.name && this.#fitAll(a.parameters, b.parameters)
  }

  /** Whether a parameter can stand for a type; if so, it does from now on. */
  #canBe(parameter: Type, type: Type): boolean {
    if (isSameType(type, parameter)) return true
    const bound = this.#boundTo(parameter)
    if (!bound) {
      if (!this.#isFreeOf(parameter, type)) return false
      this.bind(parameter, type)
      return true
    }
    if (isSameType(type, bound)) return true
    if (!this.#fits(type, bound)) return false
    const general = mostGeneral(type, bound)
    if (this.#isFreeOf(parameter, general)) this.bind(parameter, general)
    return true
  }

  /** Whether a parameter does not occur in a type. */
  #isFreeOf(parameter: Type, type: Type): boolean {
    this.#count()
    if (isSameType(parameter, type)) return false
    const bound = this.#boundTo(type)
    if (bound) return this.#isFreeOf(parameter, bound)
    return type.parameters.every((one) => this.#isFreeOf(parameter, one))
  }
}

/** Whether a value of any type may be of this one. */
export const isDynOrError = ({ kind }: Type): boolean => kind === 'dyn' || kind === 'error'

const isNullable = ({ kind }: Type): boolean => ['null', 'opaque', 'struct', 'duration', 'timestamp'].includes(kind)

/** Returns the more general one of two types that fit each other. */
export const mostGeneral = (a: Type, b: Type): Type => (isNotMoreSpecific(a, b) ? a : b)

function isNotMoreSpecific(a: Type, b: Type): boolean {
  if (a.kind === 'dyn' || a.kind === 'param') return true
  if (b.kind === 'dyn' || b.kind === 'param' || a.kind !== b.kind) return false
  if (a.kind === 'type') return true
  if (a.kind === 'opaque' && (a.name !== b.name || a.parameters.length !== b.parameters.length)) return false
  if (a.kind === 'opaque' || a.kind === 'list' || a.kind === 'map')
    return a.parameters.every((one, i) => isNotMoreSpecific(one, b.parameters[i] ?? ERROR))
  return isSameType(a, b)
}
