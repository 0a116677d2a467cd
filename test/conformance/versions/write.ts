import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Story } from '../../../tools/record/story.js'
import { type Folder, ofVersions, readStories } from '../recorded.js'
import { type Differing, agreedOf, differingOf, withDiffering } from './differing.js'

// npx tsx test/conformance/versions/write.ts VERSION DIR CONTROL [--again]
// Writes what `npm run record` has recorded from servers of a version, in a folder of DIR for each folder of recordings,
// to VERSION.json.gz: only the replies that differ from those of v1.33. CONTROL is the same of a server of v1.33: what
// differs there from the recordings of v1.33 is not compared. Folders that DIR lacks are left as they are.
// With --again, what VERSION.json.gz has is one more recording: what the two do not agree on is not compared.

const [version = '', recorded = '', control = '', again] = process.argv.slice(2)
const target = new URL(`${version}.json.gz`, import.meta.url)
const before = existsSync(target)
  ? (JSON.parse(gunzipSync(readFileSync(target)).toString()) as { readonly [folder: string]: Differing }) // as below
  : {}

const readAll = (folder: string): readonly Story[] =>
  readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as readonly Story[]) // as the recorder writes them

const folders = [...ofVersions.keys()].filter((folder) => existsSync(join(recorded, folder)))
const now = folders.map((folder: Folder): readonly [string, Differing] => {
  const oldest = readStories(folder, 'kubernetes')
  const made = readAll(join(recorded, folder))
  const known = before[folder]
  const agreed = again && known ? agreedOf(withDiffering(oldest, known), made) : made
  return [folder, differingOf(oldest, agreed, readAll(join(control, folder)))]
})
for (const [folder, differing] of now) {
  const count = Object.values(differing).reduce((total, steps) => total + Object.keys(steps).length, 0)
  console.log(`${folder}: ${count} replies differ from those of v1.33`)
}
writeFileSync(target, gzipSync(JSON.stringify({ ...before, ...Object.fromEntries(now) }), { level: 9 }))
