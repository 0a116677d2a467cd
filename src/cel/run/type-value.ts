/** A type as a value (cel-go: types.Type). */
export class TypeValue {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  sameAs(other: unknown): boolean {
    return other instanceof TypeValue && this.name === other.name
  }
}
