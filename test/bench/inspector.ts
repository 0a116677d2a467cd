import { readFileSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Chromium, hasChromium, startChromium } from '../browser/chromium.js'
import { root } from '../package/install.js'
import { packTarball } from '../package/tarball.js'
import type { Bundles } from './bundle.js'
import { type Child, startChild } from './child.js'
import { median } from './numbers.js'
import type { Inspected } from './programs/inspected.js'
import type { Extent } from './run.js'
import { type Row, limitRow } from './table.js'

const MANY = 10_000
const REQUESTS = 1_000

/**
 * Measures the inspector: its size in the package, and the times of its page. It uses the built page and server, built
 * first if outdated.
 */
export async function* measureInspector(bundles: Bundles, { starts }: Extent): AsyncGenerator<Row> {
  const tarball = await packTarball()
  yield limitRow('npm pack', statSync(tarball.path).size / 1000, 'kB', 2_200)
  await tarball.remove()
  const page = gzipSync(readFileSync(join(root, 'dist/inspector/index.html'))).length
  yield limitRow('the page, compressed', page / 1000, 'kB', 120)
  const visits = Math.min(starts, 5)
  const chromium = hasChromium() ? await startChromium() : undefined
  const program = bundles.program('inspected')
  const file = join(tmpdir(), `fakecluster-bench-${process.pid}.fakecluster.html`)
  try {
    for (const kind of ['ConfigMap', 'Pod']) {
      const { child, hello: url } = await startChild<string>(program, [join(root, 'dist/node.js')])
      await child.ask({ type: 'fill', kind, count: MANY } satisfies Inspected)
      const address = `${url}/_fakecluster/#kind=v1/${kind}`
      const what = `${MANY} of ${kind}`
      if (chromium) yield limitRow(`${what}: first view`, await openings(chromium, address, visits), 'ms', 1000)
      if (chromium)
        yield limitRow(`${what}: longest frame`, await longestFrame(chromium, address, child, kind), 'ms', 100)
      child.stop()
    }
    const { child } = await startChild<string>(program, [join(root, 'dist/node.js')])
    const identical = await child.ask<boolean>({ type: 'bundle', requests: REQUESTS, file } satisfies Inspected)
    child.stop()
    yield {
      what: `replay of ${REQUESTS} requests`,
      cells: [identical ? 'identical' : 'differs'],
      floor: { text: 'identical', reached: identical },
    }
    yield limitRow('their bundle', statSync(file).size / 1000, 'kB', 1000)
    if (chromium) yield limitRow('it opens', await openings(chromium, pathToFileURL(file).href, visits), 'ms', 1000)
    else yield { what: 'views and frames', cells: ['not measured: there is no Chromium here'] }
  } finally {
    await chromium?.close()
    rmSync(file, { force: true })
  }
  yield { what: 'load of the machine, last minute', cells: [(loadavg()[0] ?? NaN).toFixed(1)] }
}

/** A script that runs before the page: it records when rows were first drawn, and the duration of each frame. */
const WATCH = `{
  new MutationObserver((_, observer) => {
    if (!document.querySelector('tbody tr td')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => { window.drawn_ = performance.now() }))
  }).observe(document, { childList: true, subtree: true })
  window.frames_ = []
  let last = performance.now()
  const step = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(step) }
  requestAnimationFrame(step)
}`

/** An expression for the time at which the first rows were drawn; the policy of the page allows no other scripts. */
const DRAWN = `new Promise((tell) => {
  const look = () => (window.drawn_ > 0 ? tell(window.drawn_) : setTimeout(look, 20))
  look()
})`

/** Returns the milliseconds from opening an address to the frame with its rows. */
async function openings(chromium: Chromium, address: string, visits: number): Promise<number> {
  const took: number[] = []
  for (let i = 0; i < visits; i++) {
    const { page, close } = await chromium.open(address, { init: WATCH })
    took.push(Number(await page.evaluate(DRAWN)))
    await close()
  }
  return median(took)
}

/** Returns the longest frame while 20 objects a second change, after the page has loaded. */
async function longestFrame(chromium: Chromium, address: string, child: Child, kind: string): Promise<number> {
  const { page, close } = await chromium.open(address, { init: WATCH })
  await page.locator('.link.live').waitFor()
  await page.evaluate('window.frames_.length = 0')
  await child.ask({ type: 'change', kind, aSecond: 20, seconds: 5 } satisfies Inspected)
  const longest = Number(await page.evaluate('Math.max(...window.frames_)'))
  await close()
  return longest
}
