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
