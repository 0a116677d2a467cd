import type { Shape } from '../check/shape.js'
import type { Containers } from './containers.js'
import { containersEntryShape } from './script-shape.js'
import type { ContainerScript } from './types.js'

/** What an entry of a script says of containers. */
type Entry = { readonly containers: ContainerScript | readonly ContainerScript[] }

/** Containers as entries of scripts: `containers: { image: 'shop/api:*', ready: 3s }`. */
export const containersEntry = ({
  play,
}: Containers): {
  readonly words: readonly string[]
  readonly shape: Shape
  readonly add: (value: object) => Disposable
} => ({
  words: ['containers'],
  shape: containersEntryShape,
  add: (value) => play((value as Entry).containers), // its shape has passed
})
