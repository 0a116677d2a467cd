/** An object of members. */
export class Struct {
  constructor(members: object) {
    Object.assign(this, members)
  }
  toJSON(): object {
    return { ...this }
  }
}

/** Makes a class of objects with the members given; by its class the library knows the type of an object. */
export const createClass = (): new (members: object) => Struct => class extends Struct {}
