import type { Shape } from '../../base/check/shape.js'
import type { Containers } from './containers.js'
import { containersEntryShape } from './script-shape.js'
import type { ContainerScript } from './types.js'

/** An entry of a script with container scripts. */
type Entry = { readonly containers: ContainerScript | readonly ContainerScript[] }

/** Adds container scripts from script entries: `containers: { image: 'shop/api:*', ready: 3s }`. */
export const containersEntry = ({
  play,
}: Containers): {
  readonly words: readonly string[]
  readonly shape: Shape
  readonly add: (value: object) => Disposable
} => ({
  words: ['containers'],
  shape: containersEntryShape,
  add: (value) => play((value as Entry).containers), // its shape has been checked
})
