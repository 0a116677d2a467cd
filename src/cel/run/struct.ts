import { setOwn } from '../../base/json/json.js'

/** An object with fields, which may have any names. */
export class Struct {
  constructor(members: Iterable<readonly [name: string, value: unknown]>) {
    const own = this as unknown as Record<string, unknown> // members are added to it
    for (const [name, value] of members) setOwn(own, name, value)
  }
  toJSON(): object {
    return { ...this }
  }
}

/** An object made by an expression of a mutating policy, or a JSON patch; its type names the field it is for. */
export class PatchStruct extends Struct {
  readonly #type: string
  constructor(type: string, members: Iterable<readonly [name: string, value: unknown]>) {
    super(members)
    this.#type = type
  }
  /** Returns its type. That is no member, as members may have any name. */
  static typeOf(value: PatchStruct): string {
    return value.#type
  }
}

/** A map of an object; unlike a map of an expression it can only have texts as keys. */
export class GivenMap extends Map<string, unknown> {}

/** An object whose fields are evaluated when they are first used. */
export class LateStruct extends Struct {
  constructor(fields: ReadonlyMap<string, () => unknown>) {
    super([])
    for (const [name, evaluate] of fields) {
      let found: { readonly value: unknown } | undefined
      Object.defineProperty(this, name, { enumerable: true, get: () => (found ??= { value: evaluate() }).value })
    }
  }
}
