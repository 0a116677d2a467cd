import { readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../package/install.js'
import { STEP, executeDocuments } from './execute/documents.js'
import { run, serve } from './execute/shell.js'

/** Need the tools of other languages, and are among the tests of clients. */
const elsewhere = ['image.md', 'languages.md']

const place = executeDocuments([
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && !elsewhere.includes(name))
    .map((name) => `docs/${name}`),
])

test(
  'the TypeScript examples type-check',
  async () => {
    const { folder } = place()
    expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'))).not.toEqual([])
    expect(await run(place(), 'tsc -p .')).toEqual({ code: 0, printed: '' })
  },
  STEP,
)

test(
  'npm start in a checkout serves the small shop',
  async () => {
    const shop = await serve({ folder: root, env: place().env }, 'npm start -- --port 0')
    try {
      const [, url] = /listens on (\S+)/.exec(shop.printed)!
      expect((await fetch(`${url}/api/v1/namespaces/team-shop`)).status).toBe(200)
    } finally {
      await shop.stop()
    }
  },
  STEP,
)
