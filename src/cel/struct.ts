/** Makes a class of objects with the members given; by its class the library knows the type of an object. */
export function createClass(): new (members: object) => object {
  return class {
    constructor(members: object) {
      Object.assign(this, members)
    }
    toJSON(): object {
      return { ...this }
    }
  }
}
