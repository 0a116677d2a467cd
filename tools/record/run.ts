// Records the replies of a server to stories; see docs/design/recordings.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { startWebhooks } from '../../test/conformance/access/webhooks.js'
import { connect } from './connect.js'
import { corpusText, record } from './record.js'
import type { Script, Story } from './story.js'

const USAGE = `npm run record -- --kubeconfig FILE… --stories FILE… --out DIR [--webhooks] [--again]

Plays stories to the servers of kubeconfigs (their current contexts) and writes each file of stories into DIR with what was
answered. What differs from server to server by nature (uids, times, revisions) is normalised; any other reply on which the
servers do not agree becomes null. A story makes its own namespace and names, so every server must be a fresh one.
--kubeconfig  one server; give two or more to have them compared
--stories     a JSON list of {story, kind, steps}; replies in it are passed over
--webhooks    starts the server of webhooks that stories about access point at
--again       what is in DIR was recorded before, and counts as one more server`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kubeconfig: { type: 'string', multiple: true, default: [] },
    stories: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
    webhooks: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const { kubeconfig, out, again } = values
// A shell glob gives --stories its first file; the others are positional arguments.
const files = [...values.stories, ...positionals]

if (values.help || kubeconfig.length === 0 || files.length === 0 || out === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else await recordFiles(out)

async function recordFiles(folder: string): Promise<void> {
  await using webhooks = values.webhooks ? await startWebhooks() : undefined
  const servers = kubeconfig.map(connect).map((server) => ({ ...server, ...(webhooks && { hooks: webhooks.ask }) }))
  mkdirSync(folder, { recursive: true })
  for (const file of files) {
    const target = join(folder, basename(file).replace(/\.gz$/, ''))
    const before = again && existsSync(target) ? readStories<Story>(target) : []
    const stories: Story[] = []
    for (const script of readStories<Script>(file)) {
      const recorded = await record(
        servers,
        script,
        before.find(({ story }) => story === script.story),
      )
      stories.push(recorded)
      console.log(
        `${script.story}: ${recorded.replies.filter((reply) => reply !== null).length} of ${recorded.replies.length} replies`,
      )
    }
    writeFileSync(target, corpusText(stories))
  }
}

function readStories<T extends Script>(file: string): readonly T[] {
  const bytes = readFileSync(file)
  const read: unknown = JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())
  if (!Array.isArray(read)) throw new Error(`${file} is no list of stories.`)
  return read as readonly T[] // the recorder's own form
}
