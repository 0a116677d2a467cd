/** An object with fields. */
export class Struct {
  constructor(members: object) {
    Object.assign(this, members)
  }
  toJSON(): object {
    return { ...this }
  }
}

/** Creates a class of objects with the given fields; the library tells the type of an object by its class. */
export const createClass = (): new (members: object) => Struct => class extends Struct {}

/** A map of an object; unlike a map of an expression it can only have texts as keys. */
export class GivenMap extends Map<string, unknown> {}
