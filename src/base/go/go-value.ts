/** A value of a Go type that JSON has no values of, where a server has not noticed yet. */
export class GoValue {
  readonly type: string
  /** How Go prints it with `%v` and with `%#v`. */
  readonly plain: string
  readonly syntax: string
  constructor(type: string, plain: string, syntax: string) {
    this.type = type
    this.plain = plain
    this.syntax = syntax
  }
}
