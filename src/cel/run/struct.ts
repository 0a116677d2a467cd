/** An object with fields. */
export class Struct {
  constructor(members: object) {
    Object.assign(this, members)
  }
  toJSON(): object {
    return { ...this }
  }
}

/** A map of an object; unlike a map of an expression it can only have texts as keys. */
export class GivenMap extends Map<string, unknown> {}

/** An object whose fields are evaluated when they are first used. */
export class LateStruct extends Struct {
  constructor(fields: ReadonlyMap<string, () => unknown>) {
    super({})
    for (const [name, evaluate] of fields) {
      let found: { readonly value: unknown } | undefined
      Object.defineProperty(this, name, { enumerable: true, get: () => (found ??= { value: evaluate() }).value })
    }
  }
}
