// The first module of an executable, which has the package's files beside it. The programs that `fakecluster assets`
// writes name the module that they run, as they do to Node.js.
import { fileURLToPath } from 'node:url'

const isProgram = /[\\/]dist[\\/]assets\.js$/.test(process.argv[2] ?? '')
const entry = isProgram ? './dist/assets.js' : './dist/cli.js'
process.argv.splice(1, isProgram ? 2 : 1, fileURLToPath(new URL(entry, import.meta.url)))
await import(entry)
