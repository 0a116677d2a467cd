/** A number that was written as a float (`1.0`, `1e3`): Go tells it apart from the integer of the same value. */
export class Float {
  readonly value: number
  /** As it was written. */
  readonly text: string
  constructor(text: string) {
    this.value = Number(text)
    this.text = text
  }
}
