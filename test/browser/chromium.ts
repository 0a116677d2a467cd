import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, type Page, type Request, chromium } from 'playwright-core'

/** The path of Debian's package. */
const EXECUTABLE = '/usr/bin/chromium'

/** Options of a page; the script `init` runs in it before all others. */
export type VisitOptions = BrowserContextOptions & { readonly init?: string }

/** Tells whether Chromium is installed. */
export const hasChromium = (): boolean => existsSync(EXECUTABLE)

/** A running Chromium. */
export type Chromium = {
  /** Opens a URL in a new browser context. Errors, and requests to other origins, are recorded as faults. */
  readonly open: (url: string, options?: VisitOptions) => Promise<Visit>
  readonly close: () => Promise<void>
}

/** An open page. */
export type Visit = {
  readonly page: Page
  /** Runs the text of an ES module in the page, and returns its export `result`, passed as JSON. */
  readonly run: (module: string) => Promise<unknown>
  /** The faults so far: errors on the console, uncaught exceptions, and requests to other origins. */
  readonly faults: () => readonly string[]
  /** Closes the page, and rejects if there were faults that `expected` does not match. */
  readonly close: (expected?: RegExp) => Promise<void>
}

/** Starts the installed Chromium, headless. */
export async function startChromium(): Promise<Chromium> {
  if (!hasChromium()) throw new Error(`these tests need ${EXECUTABLE}: apt-get install chromium`)
  // Chromium has no sandbox for root; the pages are our own.
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
    // Modules are passed as text: the test runner would resolve the imports of a function.
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

/** Tells whether a request leaves the origin of the page, which for a `file:` page is that file alone. */
function isElsewhere(request: Request, url: string): boolean {
  const [asked, page] = [new URL(request.url()), new URL(url)]
  if (asked.protocol === 'data:' || asked.protocol === 'blob:') return false
  return page.protocol === 'file:' ? asked.pathname !== page.pathname : asked.origin !== page.origin
}
