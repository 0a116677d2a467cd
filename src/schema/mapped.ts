import { keepNote } from '../base/json/as-given.js'
import { setOwn } from '../base/json/json.js'
import { namesInParts } from '../base/turns/work-in-parts.js'

/** Maps the items of a list; returns the list itself if all items stay the same. */
export function mappedItems(list: readonly unknown[], make: (item: unknown, i: number) => unknown): readonly unknown[] {
  let made: unknown[] | undefined
  for (const [i, item] of list.entries()) {
    const one = make(item, i)
    if (!made && one !== item) made = list.slice(0, i)
    made?.push(one)
  }
  if (made) keepNote(list, made)
  return made ?? list
}

/**
 * Maps the members of an object and drops those that become undefined; returns the object itself if all stay the same.
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
  if (made) keepNote(object, made)
  return made ?? object
}

function membersOf(object: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const name of names) setOwn(out, name, object[name])
  return out
}
