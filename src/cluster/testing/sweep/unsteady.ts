import { getPath, isObject } from '../../../base/json/json.js'
import type { Difference } from './compare.js'
import { fieldsOf, pairUp } from './pairs.js'

/**
 * Returns the differences of a run that those between two undisturbed runs do not explain. Explained are fields that
 * differed there too. Objects whose names each run makes anew are paired by kind, labels and owners instead.
 */
export function exceptFor(found: readonly Difference[], unsteady: readonly Difference[]): readonly Difference[] {
  if (unsteady.length === 0) return found
  const renamed = renamedAmong(unsteady)
  const known = new Map<string, Set<string>>()
  for (const { key, difference } of keyed(unsteady, renamed)) {
    const fields = known.get(key) ?? new Set()
    known.set(key, fields)
    for (const field of fieldsOf(difference)) fields.add(field)
  }
  return keyed(found, renamed).flatMap(({ key, difference }) =>
    fieldsOf(difference).some((field) => !known.get(key)?.has(field)) ? [difference] : [],
  )
}

const isOneSided = ({ expected, actual }: Difference): boolean => expected === undefined || actual === undefined

/** Returns what objects with random names have in common: as many are in the one run only as in the other only. */
function renamedAmong(unsteady: readonly Difference[]): ReadonlySet<string> {
  const balance = new Map<string, number>()
  for (const one of unsteady.filter(isOneSided)) {
    const like = likeness(one)
    balance.set(like, (balance.get(like) ?? 0) + (one.expected === undefined ? 1 : -1))
  }
  return new Set([...balance].filter(([, more]) => more === 0).map(([like]) => like))
}

type Keyed = { readonly key: string; readonly difference: Difference }

/** Returns differences with what they are told apart by: the object, or for a renamed one what it is like. */
function keyed(all: readonly Difference[], renamed: ReadonlySet<string>): readonly Keyed[] {
  const steady: Keyed[] = []
  const alike = new Map<string, Difference[]>()
  for (const difference of all) {
    const key = isOneSided(difference) ? likeness(difference) : ''
    if (!renamed.has(key)) steady.push({ key: difference.object, difference })
    else alike.set(key, [...(alike.get(key) ?? []), difference])
  }
  const paired = [...alike].flatMap(([key, those]) => pairRenamed(those).map((difference) => ({ key, difference })))
  return [...steady, ...paired]
}

/** Pairs objects that are alike but for their names. */
function pairRenamed(those: readonly Difference[]): readonly Difference[] {
  const object = those[0]?.object.replace(/[^/ ]*$/, '*') ?? ''
  const side = (name: 'expected' | 'actual') =>
    those.map((one) => one[name]).flatMap((value) => (value === undefined ? [] : [withoutName(value)]))
  return pairUp(side('expected'), side('actual')).map((pair) => ({ object, ...pair }))
}

/** Describes the kind, namespace, labels and owners of an object that only one of two runs has. */
function likeness({ expected, actual }: Difference): string {
  const object = expected ?? actual
  const read = (...path: string[]) => getPath(object, path)
  return JSON.stringify([
    read('apiVersion'),
    read('kind'),
    read('metadata', 'namespace'),
    read('metadata', 'labels'),
    read('metadata', 'ownerReferences'),
  ])
}

function withoutName(object: unknown): unknown {
  if (!isObject(object) || !isObject(object['metadata'])) return object
  const { name: _, ...metadata } = object['metadata']
  return { ...object, metadata }
}
