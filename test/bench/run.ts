import { measureBrowser } from './browser.js'
import { bundle } from './bundle.js'
import { measureCold } from './cold.js'
import { measureContexts } from './contexts.js'
import { measureFanOut, measureHttp } from './http.js'
import { measureHoldings } from './holdings.js'
import { measureInspector } from './inspector.js'
import { measureInside } from './inside.js'
import { measurePopulate } from './populate.js'
import { measureRollouts } from './rollouts.js'
import { measureStarts } from './starts.js'
import { measureSweeps } from './sweeps.js'
import { type Row, printRow } from './table.js'
import { measureWalk } from './walk.js'

// npm run bench [-- --quick] [--only=http,fan-out,inside,holdings,starts,sweeps,rollouts,populate,browser,inspector,walk,contexts,cold] [--http=get,create,list] [--against=DIR]
// DIR is another work tree with its node_modules: http, fan-out, inside, starts and cold then measure its package too, in turn with this one.

const quick = process.argv.includes('--quick')
const listOf = (flag: string) =>
  process.argv
    .find((argument) => argument.startsWith(`${flag}=`))
    ?.slice(flag.length + 1)
    .split(',')
const http = listOf('--http')
const only = http ? ['http'] : listOf('--only')

/** The extent of the measurements. */
export type Extent = {
  readonly rounds: number
  /** The share of the full number of operations. */ readonly scale: number
  readonly starts: number
  readonly objects: number
  /** Whether a case over HTTP is measured. */ readonly http: (what: string) => boolean
}

const extent: Extent = {
  ...(quick ? { rounds: 3, scale: 0.25, starts: 5 } : { rounds: 9, scale: 1, starts: 20 }),
  objects: 100_000,
  http: (what) => !http || http.some((word) => what.startsWith(word)),
}
const sections = {
  http: measureHttp,
  'fan-out': measureFanOut,
  inside: measureInside,
  holdings: measureHoldings,
  starts: measureStarts,
  sweeps: measureSweeps,
  rollouts: measureRollouts,
  populate: measurePopulate,
  browser: measureBrowser,
  inspector: measureInspector,
  walk: measureWalk,
  contexts: measureContexts,
  cold: measureCold,
}

const bundles = await bundle(listOf('--against')?.[0])
try {
  console.log(
    `Node ${process.version}; the package as it is built; medians of ${extent.rounds} interleaved rounds; ratios are speed against the other, pair by pair.`,
  )
  const missed: Row[] = []
  for (const [name, measure] of Object.entries(sections)) {
    if (only && !only.includes(name)) continue
    console.log(`\n${name}`)
    for await (const row of measure(bundles, extent)) {
      console.log(printRow(row))
      if (row.floor && !row.floor.reached) missed.push(row)
    }
  }
  console.log(
    missed.length === 0
      ? '\nEvery floor is reached.'
      : `\nBelow the floor: ${missed.map(({ what }) => what).join('; ')}`,
  )
} finally {
  bundles.remove()
}
