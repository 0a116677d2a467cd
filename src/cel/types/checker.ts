import { typeNameOf } from '../run/value.js'
import { type Expr, type ExprOf, partsOf, qualifiedName } from '../syntax/expression.js'
import type { PlacedFault } from '../syntax/tokens.js'
import { type Environment, type Language, STORED, isMessage, typeOfName } from './environment.js'
import { type Overload, appliedText } from './overload.js'
import {
  type Type,
  BOOL,
  DYN,
  ERROR,
  INT,
  STRING,
  insideOptional,
  isSameType,
  listOf,
  literalType,
  mapOf,
  optionalOf,
  paramOf,
  typeText,
} from './type.js'
import { Substitutions, isDynOrError, mostGeneral } from './unify.js'

/**
 * Checks the types of an expression, records them and what its names refer to, and returns the errors (cel-go:
 * checker.Check).
 */
export function checkTypes(root: Expr, env: Environment): readonly PlacedFault[] {
  const checker = new Checker(env)
  checker.check(root)
  checker.finish(root)
  return checker.faults
}

class Checker {
  readonly faults: PlacedFault[] = []
  readonly #env: Environment
  readonly #functions: Language['functions']
  /** The variables of the enclosing comprehensions, the innermost last. */
  readonly #locals: (readonly [name: string, type: Type])[] = []
  readonly #bound = new Substitutions()
  #variables = 0

  constructor(env: Environment) {
    this.#env = env
    this.#functions = (env.language ?? STORED).functions
  }

  /** Replaces all type parameters: those that are not bound become dyn. */
  finish(expr: Expr): void {
    expr.type = this.#bound.substitute(expr.type, true)
    for (const part of partsOf(expr)) this.finish(part)
  }

  check(expr: Expr): void {
    expr.type = this.#typeOf(expr)
  }

  #typeOf(expr: Expr): Type {
    switch (expr.is) {
      case 'const':
        return literalType(typeNameOf(expr.value))
      case 'ident':
        return this.#named(expr, expr.name) ?? this.#undeclared(expr.name, expr.at)
      case 'select':
        return this.#select(expr)
      case 'call':
        return this.#call(expr)
      case 'list':
        return this.#list(expr)
      case 'map':
        return this.#map(expr)
      case 'message':
        return this.#message(expr)
      case 'fold':
        return this.#fold(expr)
      case 'wrong':
        return ERROR
    }
  }

  #tell(text: string, at: number): Type {
    this.faults.push({ text, at })
    return ERROR
  }

  #undeclared(name: string, at: number): Type {
    return this.#tell(`undeclared reference to '${name}' (in container '')`, at)
  }

  #mismatch(expected: Type, { at }: Expr, found: Type): Type {
    return this.#tell(`expected type '${typeText(expected)}' but found '${typeText(found)}'`, at)
  }

  #newVariable(): Type {
    return paramOf(`_var${this.#variables++}`)
  }

  /** Resolves a variable or a type, and records that an expression refers to it. */
  #named(expr: ExprOf<'ident' | 'select'>, given: string): Type | undefined {
    const name = given.startsWith('.') ? given.slice(1) : given
    const type = this.#locals.findLast(([local]) => local === name)?.[1] ?? typeOfName(this.#env, name)
    if (type) expr.refersTo = name
    return type
  }

  #select(expr: ExprOf<'select'>): Type {
    const name = qualifiedName(expr)
    const named = name === undefined ? undefined : this.#named(expr, name)
    if (named) return named
    if (name === NULL_VALUE) {
      expr.value = 0n
      return INT
    }
    const type = this.#field(expr, expr.operand, expr.field, false)
    return expr.test ? BOOL : this.#bound.substitute(type)
  }

  /** Returns the type of a field of an operand. */
  #field({ at }: Expr, operand: Expr, field: string, isOptional: boolean): Type {
    this.check(operand)
    const type = this.#bound.substitute(operand.type)
    const inside = insideOptional(type)
    const found = this.#fieldOf(inside ?? type, field, at)
    return inside || isOptional ? optionalOf(found) : found
  }

  #fieldOf(type: Type, field: string, at: number): Type {
    if (type.kind === 'map') return type.parameters[1] ?? DYN
    if (type.kind === 'struct') return this.#declaredField(type.name, field, at)
    if (type.kind === 'param') this.#bound.isAssignable(DYN, type)
    else if (!isDynOrError(type)) this.#tell(`type '${typeText(type)}' does not support field selection`, at)
    return DYN
  }

  #declaredField(struct: string, field: string, at: number): Type {
    const fields = this.#env.structs.get(struct)
    if (!fields) return this.#tell(`unexpected failed resolution of '${struct}'`, at)
    return fields.get(field) ?? this.#tell(`undefined field '${field}'`, at)
  }

  #call(expr: ExprOf<'call'>): Type {
    if (expr.name === '_?._') return this.#optionalField(expr)
    for (const arg of expr.args) this.check(arg)
    const { name, target } = expr
    if (!target) {
      expr.name = name.startsWith('.') ? name.slice(1) : name
      const overloads = this.#functions.get(expr.name)
      return overloads ? this.#resolve(expr, overloads) : this.#undeclared(name, expr.at)
    }
    const prefix = qualifiedName(target)?.replace(/^\./, '')
    const qualified = prefix === undefined ? undefined : `${prefix}.${name}`
    const inNamespace = qualified === undefined ? undefined : this.#functions.get(qualified)
    if (qualified !== undefined && inNamespace) {
      expr.name = qualified
      expr.target = undefined
      return this.#resolve(expr, inNamespace)
    }
    this.check(target)
    const overloads = this.#functions.get(name)
    return overloads ? this.#resolve(expr, overloads) : this.#undeclared(name, expr.at)
  }

  #optionalField(expr: ExprOf<'call'>): Type {
    const [operand, field] = expr.args
    if (!operand || field?.is !== 'const') return ERROR
    expr.overloads = this.#functions.get(expr.name) ?? []
    field.type = STRING
    return this.#bound.substitute(this.#field(expr, operand, String(field.value), true))
  }

  /** Chooses the overloads of a call that fit its arguments, and returns the type of its result. */
  #resolve(expr: ExprOf<'call'>, overloads: readonly Overload[]): Type {
    if (expr.name === '_&&_' || expr.name === '_||_') return this.#logical(expr, overloads)
    const isMethod = expr.target !== undefined
    const types = (expr.target ? [expr.target, ...expr.args] : expr.args).map(({ type }) => type)
    const found: Overload[] = []
    let result: Type | undefined
    for (const overload of overloads) {
      if (overload.isMethod !== isMethod) continue
      const { parameters, result: own } = this.#instance(overload)
      if (!this.#bound.areAssignable(types, parameters)) continue
      found.push(overload)
      const type = this.#bound.substitute(own)
      if (!result) result = type
      else if (result.kind !== 'dyn' && !isSameType(type, result)) result = DYN
    }
    expr.overloads = found
    if (result) return result
    const applied = appliedText(
      types.map((type) => typeText(this.#bound.substitute(type, true))),
      isMethod,
    )
    return this.#tell(`found no matching overload for '${expr.name}' applied to '${applied}'`, expr.at)
  }

  #logical(expr: ExprOf<'call'>, overloads: readonly Overload[]): Type {
    expr.overloads = overloads
    const wrong = expr.args.filter((arg) => !this.#bound.isAssignable(arg.type, BOOL))
    for (const arg of wrong) this.#mismatch(BOOL, arg, arg.type)
    return wrong.length > 0 ? ERROR : BOOL
  }

  /** Returns the types of an overload with new variables for its type parameters. */
  #instance({ parameters, result, free }: Overload): Pick<Overload, 'parameters' | 'result'> {
    if (free.length === 0) return { parameters, result }
    const fresh = new Substitutions()
    for (const one of free) fresh.bind(one, this.#newVariable())
    return { parameters: parameters.map((one) => fresh.substitute(one)), result: fresh.substitute(result) }
  }

  #list({ items, optional }: ExprOf<'list'>): Type {
    let joined: Type | undefined
    items.forEach((item, i) => {
      this.check(item)
      joined = this.#join(joined, optional.has(i) ? this.#present(item) : item.type)
    })
    return listOf(joined ?? this.#newVariable())
  }

  #map({ entries }: ExprOf<'map'>): Type {
    let [keys, values]: (Type | undefined)[] = []
    for (const { key, value, isOptional } of entries) {
      this.check(key)
      keys = this.#join(keys, key.type)
      this.check(value)
      values = this.#join(values, isOptional ? this.#present(value) : value.type)
    }
    return mapOf(keys ?? this.#newVariable(), values ?? this.#newVariable())
  }

  /** Returns the type of the value in an optional entry. */
  #present(expr: Expr): Type {
    const { type } = expr
    const inside = insideOptional(type)
    if (!inside && type.kind !== 'dyn') this.#mismatch(optionalOf(type), expr, type)
    return inside ?? type
  }

  /** Returns the type of entries, those before and a new one; `validators.ts` reports those of different types. */
  #join(before: Type | undefined, type: Type): Type {
    if (!before) return type
    return this.#bound.isAssignable(before, type) ? mostGeneral(before, type) : DYN
  }

  #message({ at, name, fields }: ExprOf<'message'>): Type {
    const found = typeOfName(this.#env, name)
    if (!found) return this.#undeclared(name, at)
    const type = found.parameters[0] ?? found
    if (found.kind !== 'type') return this.#tell(`'${found.name}' is not a type`, at)
    if (!isMessage(type)) return this.#tell(`'${type.name}' is not a message type`, at)
    for (const field of fields) {
      this.check(field.value)
      const expected = this.#declaredField(name, field.name, field.at)
      const given = field.isOptional ? this.#present(field.value) : field.value.type
      if (!this.#bound.isAssignable(expected, given))
        this.#tell(
          `expected type of field '${field.name}' is '${typeText(expected)}' but provided type is '${typeText(given)}'`,
          field.at,
        )
    }
    return type
  }

  #fold({ range, init, accumulator, variable, second, condition, step, result }: ExprOf<'fold'>): Type {
    this.check(range)
    this.check(init)
    const accumulated = init.type
    this.#locals.push([accumulator, accumulated])
    const [key, value] = this.#iterated(range)
    if (second === undefined) this.#locals.push([variable, key ?? value])
    else this.#locals.push([variable, key ?? INT], [second, value])
    for (const [part, type] of [
      [condition, BOOL],
      [step, accumulated],
    ] as const) {
      this.check(part)
      if (!this.#bound.isAssignable(type, part.type)) this.#mismatch(type, part, part.type)
    }
    this.#locals.length -= second === undefined ? 1 : 2
    this.check(result)
    this.#locals.pop()
    return this.#bound.substitute(result.type)
  }

  /** Returns the types of keys and values of a range; that of keys is undefined for a list. */
  #iterated(range: Expr): readonly [key: Type | undefined, value: Type] {
    const type = this.#bound.substitute(range.type)
    const [first = DYN, second = DYN] = type.parameters
    if (type.kind === 'list') return [undefined, first]
    if (type.kind === 'map') return [first, second]
    if (type.kind === 'param' || isDynOrError(type)) {
      this.#bound.isAssignable(DYN, type)
      return [DYN, DYN]
    }
    const text = `expression of type '${typeText(type)}' cannot be range of a comprehension (must be list, map, or dynamic)`
    return [this.#tell(text, range.at), ERROR]
  }
}

const NULL_VALUE = 'google.protobuf.NullValue.NULL_VALUE'
