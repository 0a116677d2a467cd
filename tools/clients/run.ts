// Writes the clients of control in other languages, in clients/; see docs/languages.md.
// Usage: npm run generate:clients, or with -- --check, which fails if the output differs from the files.
import { readFileSync, writeFileSync } from 'node:fs'
import { clientFiles, pathOf } from './files.js'

if (process.argv.includes('--check')) {
  const differing = [...clientFiles()].filter(([file, text]) => readFileSync(pathOf(file), 'utf8') !== text)
  if (differing.length > 0) {
    console.error(
      `${differing.map(([file]) => `clients/${file} is not what npm run generate:clients writes.`).join('\n')}`,
    )
    process.exitCode = 1
  }
} else for (const [file, text] of clientFiles()) writeFileSync(pathOf(file), text)
