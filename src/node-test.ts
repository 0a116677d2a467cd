import { afterEach } from 'node:test'
import { createKeeper, keptIn } from './node/keeper.js'

const keeper = createKeeper()

/** A test as node:test tells of it where it has ended; its types say less. */
type Ended = {
  readonly name: string
  readonly fullName?: string
  readonly passed?: boolean
  readonly diagnostic: (text: string) => void
}

afterEach(async (context) => {
  const test = context as unknown as Ended // all of it is there from Node.js 20.16 on
  const files = await keeper.ended(test.fullName ?? test.name, test.passed === false)
  if (files.length > 0) test.diagnostic(keptIn(files))
})
