import { setOwn } from '../base/json.js'
import { namesInParts } from '../base/parts.js'

/** The items of a list as something makes them; the list itself where all stay what they are. */
export function mappedItems(list: readonly unknown[], make: (item: unknown, i: number) => unknown): readonly unknown[] {
  let made: unknown[] | undefined
  for (const [i, item] of list.entries()) {
    const one = make(item, i)
    if (!made && one !== item) made = list.slice(0, i)
    made?.push(one)
  }
  return made ?? list
}

/**
 * The members of an object as something makes them, without those that become undefined; the object itself where all
 * stay.
 */
export function mappedMembers(
  object: Readonly<Record<string, unknown>>,
  make: (name: string, member: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  const names = namesInParts(object)
  let made: Record<string, unknown> | undefined
  for (const [i, name] of names.entries()) {
    const member = object[name]
    const one = make(name, member)
    if (!made && one !== member) made = membersOf(object, names.slice(0, i))
    if (made && one !== undefined) setOwn(made, name, one)
  }
  return made ?? object
}

function membersOf(object: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const name of names) setOwn(out, name, object[name])
  return out
}
