import { afterEach } from 'node:test'
import { createKeeper, keptIn } from './node/testing/keeper.js'

const keeper = createKeeper()

/** A finished test as node:test passes it to `afterEach`; the types of Node.js lack some of it. */
type Ended = {
  readonly name: string
  readonly fullName?: string
  readonly passed?: boolean
  readonly diagnostic: (text: string) => void
}

afterEach(async (context) => {
  const test = context as unknown as Ended // all of it exists since Node.js 20.16
  const files = await keeper.ended(test.fullName ?? test.name, test.passed === false)
  if (files.length > 0) test.diagnostic(keptIn(files))
})
