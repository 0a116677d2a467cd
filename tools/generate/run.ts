// Writes src/model/generated/ from the published API of all Kubernetes versions; see docs/design/kinds-as-data.md.
// Usage: npm run generate, or npm run generate:check, which fails if the output differs from the existing files.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readInputs } from './inputs.js'
import { outputs } from './outputs.js'

const FOLDER = fileURLToPath(new URL('../../src/model/generated/', import.meta.url))

const made = outputs(readInputs())
const there = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(FOLDER.length).replaceAll('\\', '/'))

if (process.argv.includes('--check')) {
  const read = (file: string) => (there.includes(file) ? readFileSync(join(FOLDER, file), 'utf8') : undefined)
  const differing = [...new Set([...there, ...made.keys()])].filter((file) => read(file) !== made.get(file)).sort()
  if (differing.length > 0) {
    console.error(
      `src/model/generated/ is not what npm run generate writes:\n${differing.map((file) => `  ${file}\n`).join('')}Run it, and commit what it wrote.`,
    )
    process.exitCode = 1
  }
} else {
  for (const file of there) rmSync(join(FOLDER, file))
  for (const [file, text] of made) {
    mkdirSync(dirname(join(FOLDER, file)), { recursive: true })
    writeFileSync(join(FOLDER, file), text)
  }
}
