import { mkdir, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installNode, root } from '../../package/install.js'
import { cargoEnv } from '../../clients/setup/rust-program.js'
import { parseBlocks } from './blocks.js'
import { masked } from './masked.js'
import { type Server, type Shell, run, serve } from './shell.js'
import { type Step, planSteps } from './steps.js'
import { type Workplace, createWorkplace } from './workplace.js'

/** The address of the server in the documents, which stands for the free port it really listens on. */
const WRITTEN = '127.0.0.1:8080'
const FIRST_INSTALL = 600_000

/** How long a step may take, in milliseconds. */
export const STEP = 600_000

const stepsOf = (document: string) => planSteps(parseBlocks(readFileSync(join(root, document), 'utf8')))

/**
 * Defines a test for each code block of documents, which are executed one after the other, each in a folder of its own.
 * Returns the workplace, once it is there.
 */
export function executeDocuments(documents: readonly string[]): () => Workplace {
  let place: Workplace
  let folder = ''
  let server: Server | undefined
  let url = new URL(`http://${WRITTEN}`)

  beforeAll(async () => {
    place = await createWorkplace()
  }, FIRST_INSTALL)

  afterAll(async () => {
    await server?.stop()
    await place?.remove()
  }, STEP)

  /** A script with the real address of the server, and with the tarball as the package to install. */
  const here = (script: string) =>
    script.replaceAll(WRITTEN, url.host).replace(/(npm install .*)\bfakecluster\b/, `$1${place.tarball}`)

  /** Output with the address of the documents. Some programs print that one anyway. */
  const asWritten = (printed: string) => masked(printed.replaceAll(url.host, WRITTEN))

  /** A shell in the workplace, by default with this Node.js. Its FAKECLUSTER_SERVER, for `ctl`, is the running server. */
  async function shellOf(node: string | undefined): Promise<Shell> {
    const { env } = place
    const PATH = node === undefined ? env['PATH'] : `${dirname(await installNode(node))}:${env['PATH']}`
    return { folder, env: { ...env, ...cargoEnv, PATH, FAKECLUSTER_SERVER: url.origin } }
  }

  async function perform(step: Step): Promise<{ readonly code: number | null; readonly printed: string }> {
    if (step.type === 'write') {
      await mkdir(dirname(join(folder, step.file)), { recursive: true })
      await writeFile(join(folder, step.file), here(step.text), { flag: 'wx' })
      return { code: 0, printed: '' }
    }
    if (step.type === 'run') return run(await shellOf(step.node), here(step.script))
    await server?.stop()
    server = undefined
    server = await serve({ folder, env: place.env }, `${step.script.trim()} --port 0\n`)
    url = new URL(/listens on (\S+)/.exec(server.printed)?.[1] ?? '')
    return { code: 0, printed: server.printed }
  }

  describe.each(documents.filter((document) => stepsOf(document).length > 0))('%s', (document) => {
    beforeAll(async () => {
      folder = join(place.folder, document.replaceAll(/\W/g, '-'))
      await mkdir(folder)
    })

    test.each(stepsOf(document))(
      'line $line',
      async (step) => {
        const { code, printed } = await perform(step)
        const { fails, printed: wanted } = step.type === 'write' ? { fails: false, printed: undefined } : step
        expect({ fails: code !== 0, printed: asWritten(printed) }).toEqual({
          fails,
          printed: wanted === undefined ? asWritten(printed) : masked(wanted),
        })
      },
      STEP,
    )
  })
  return () => place
}
