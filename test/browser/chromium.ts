import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, type Page, type Request, chromium } from 'playwright-core'

/** Where Debian's package puts it. */
const EXECUTABLE = '/usr/bin/chromium'

/** How a page is opened; `init` runs in it before all else. */
export type VisitOptions = BrowserContextOptions & { readonly init?: string }

/** Tells whether this machine has the one there is to start. */
export const hasChromium = (): boolean => existsSync(EXECUTABLE)

/** A running Chromium. */
export type Chromium = {
  /** Opens an address in a profile of its own. Nothing but its origin may be asked, and nothing may go wrong there. */
  readonly open: (url: string, options?: VisitOptions) => Promise<Visit>
  readonly close: () => Promise<void>
}

/** A page that is open. */
export type Visit = {
  readonly page: Page
  /** Runs the text of an ES module in the page, and returns what it exports as `result`, as JSON. */
  readonly run: (module: string) => Promise<unknown>
  /** What went wrong until now: errors told on the console or thrown by nobody's catch, and requests to another origin. */
  readonly faults: () => readonly string[]
  /** Closes the page, and rejects where anything went wrong that `expected` does not match. */
  readonly close: (expected?: RegExp) => Promise<void>
}

/** Starts the Chromium of this machine, without a window. */
export async function startChromium(): Promise<Chromium> {
  if (!hasChromium()) throw new Error(`these tests need ${EXECUTABLE}: apt-get install chromium`)
  // Without a sandbox, as root has none; the pages are ours.
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] })
  return { open: (url, options) => openPage(browser, url, options), close: () => browser.close() }
}

async function openPage(browser: Browser, url: string, { init, ...options }: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext(options)
  if (init !== undefined) await context.addInitScript(init)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => void faults.push(`thrown: ${error.stack ?? error.message}`))
  context.on('request', (request) => {
    if (isElsewhere(request, url)) faults.push(`asked ${request.method()} ${request.url()}`)
  })
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== new URL(url).host) faults.push(`opened ${socket.url()}`)
  })
  await page.goto(url)
  return {
    page,
    // As text: what a test's function imports would be sought by its runner.
    run: (module) => page.evaluate(`import(URL.createObjectURL(${moduleBlob(module)})).then(({ result }) => result)`),
    faults: () => [...faults],
    async close(expected) {
      await context.close()
      const left = faults.filter((fault) => !expected?.test(fault))
      if (left.length > 0) throw new Error(`on ${url}\n${left.join('\n')}`)
    },
  }
}

const moduleBlob = (text: string) => `new Blob([${JSON.stringify(text)}], { type: 'text/javascript' })`

/** Tells whether a request leaves the page's origin. A file's is that file alone. */
function isElsewhere(request: Request, url: string): boolean {
  const [asked, page] = [new URL(request.url()), new URL(url)]
  if (asked.protocol === 'data:' || asked.protocol === 'blob:') return false
  return page.protocol === 'file:' ? asked.pathname !== page.pathname : asked.origin !== page.origin
}
