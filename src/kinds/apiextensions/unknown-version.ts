import { type StatusError, plainError } from '../../base/errors/status.js'
import type { Definition } from './definition.js'

/** Returns a function that tells why an object of a version that its definition does not have cannot be converted. */
export function unknownVersion({
  spec: { group, versions },
}: Pick<Definition, 'spec'>): (from: string) => StatusError | undefined {
  const known = new Set(versions.map(({ name }) => `${group}/${name}`))
  return (from) =>
    known.has(from) ? undefined : plainError(`request to convert CR from an invalid group/version: ${from}`)
}
