import { readFileSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installNode, root } from '../package/install.js'
import { parseBlocks } from './readme/blocks.js'
import { masked } from './readme/masked.js'
import { choosePort } from './readme/port.js'
import { type Server, type Shell, run, serve } from './readme/shell.js'
import { type Step, planSteps } from './readme/steps.js'
import { type Workplace, createWorkplace } from './readme/workplace.js'

const PORT = 8080
const FIRST_INSTALL = 600_000
const STEP = 120_000

const steps = planSteps(parseBlocks(readFileSync(join(root, 'README.md'), 'utf8')))
let place: Workplace
let port: number
let server: Server | undefined

beforeAll(async () => {
  port = await choosePort(PORT)
  const made = await createWorkplace()
  // What ctl asks by itself is the port that stands in the text.
  place = { ...made, env: { ...made.env, FAKECLUSTER_SERVER: `http://127.0.0.1:${port}` } }
}, FIRST_INSTALL)

afterAll(async () => {
  await server?.stop()
  await place?.remove()
}, STEP)

/** A text as it reads on this machine: what is installed is the tarball, and the port is one that is free. */
const here = (text: string) =>
  text
    .replaceAll(`127.0.0.1:${PORT}`, `127.0.0.1:${port}`)
    .replace(/(npm install .*)\bfakecluster\b/, `$1${place.tarball}`)

test.each(steps.filter((step) => step.type !== 'picture'))(
  'line $line',
  async (step) => {
    const { code, printed } = await perform(step)
    const { fails, printed: wanted } = step.type === 'write' ? { fails: false, printed: undefined } : step
    expect({ fails: code !== 0, printed: masked(printed) }).toEqual({
      fails,
      printed: masked(wanted === undefined ? printed : here(wanted)),
    })
  },
  STEP,
)

async function perform(
  step: Exclude<Step, { type: 'picture' }>,
): Promise<{ readonly code: number | null; readonly printed: string }> {
  if (step.type === 'write') {
    await writeFile(join(place.folder, step.file), here(step.text), { flag: 'wx' })
    return { code: 0, printed: '' }
  }
  if (step.type === 'run') return run(step.node === undefined ? place : await withNode(step.node), here(step.script))
  await server?.stop()
  server = undefined
  server = await serve(place, `${here(step.script).trim()}${port === PORT ? '' : ` --port ${port}`}\n`)
  return { code: 0, printed: server.printed }
}

/** The workplace with another Node.js. */
async function withNode(version: string): Promise<Shell> {
  return {
    folder: place.folder,
    env: { ...place.env, PATH: `${dirname(await installNode(version))}:${place.env['PATH']}` },
  }
}

test(
  'the TypeScript examples have no errors of type',
  async () => {
    expect((await readdir(place.folder)).filter((name) => name.endsWith('.ts'))).not.toEqual([])
    expect(await run(place, 'tsc -p .')).toEqual({ code: 0, printed: '' })
  },
  STEP,
)

test(
  'npm start in a checkout serves the small shop',
  async () => {
    const shop = await serve({ folder: root, env: place.env }, 'npm start -- --profile kubernetes --port 0')
    try {
      const [, url] = /listens on (\S+)/.exec(shop.printed)!
      expect((await fetch(`${url}/api/v1/namespaces/team-shop`)).status).toBe(200)
    } finally {
      await shop.stop()
    }
  },
  STEP,
)
