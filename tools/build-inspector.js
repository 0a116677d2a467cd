// Builds dist/inspector/index.html: the inspector's page as a single file with its script and styles.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = (...parts) => join(root, 'src/inspector', ...parts)

/** Writes the page to a folder, and returns the ids of the bundled modules. */
export async function buildInspector(folder = join(root, 'dist/inspector')) {
  const { code, moduleIds } = await bundleScript()
  // An end tag of a script element must not occur inside one.
  const script = code.replaceAll('</script', '<\\/script').trim()
  const style = readStyles()
  const page = readFileSync(source('page.html'), 'utf8')
    .replaceAll(/\n\s*/g, '\n')
    .replace('SCRIPT-HASH', () => hashOf(script))
    .replace('STYLE-HASH', () => hashOf(style))
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script type="module"></script>', () => `<script type="module">${script}</script>`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), page)
  return moduleIds
}

async function bundleScript() {
  const build = await rolldown({
    input: source('main.tsx'),
    cwd: root,
    platform: 'browser',
    transform: { target: 'es2023' },
    onLog(level, log, handler) {
      if (level === 'warn') throw new Error(log.message)
      handler(level, log)
    },
  })
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false })
  await build.close()
  const [chunk] = output
  if (output.length !== 1) throw new Error(`the inspector is ${output.length} files, not one`)
  return chunk
}

/** Returns all styles in the order of file names, without comments and needless whitespace. */
function readStyles() {
  const files = readdirSync(source('styles')).sort()
  const text = files.map((file) => readFileSync(source('styles', file), 'utf8')).join('')
  return text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim()
}

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildInspector()
