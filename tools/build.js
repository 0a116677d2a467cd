// Builds dist/: an ESM and a CommonJS bundle with chunks shared by the entries, and the declarations that the entries
// reach.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import { minifySync } from 'rolldown/utils'
import { buildInspector } from './build-inspector.js'
import { KUBERNETES, licencesOf, licencesText } from './licences.js'
import { roomOf, sharedOf, storeyOf } from './storeys.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => join(root, ...parts)
const entries = {
  index: at('src/index.ts'),
  node: at('src/node.ts'),
  browser: at('src/browser.ts'),
  jest: at('src/jest.ts'),
  'node-test': at('src/node-test.ts'),
}
// vitest is ESM only, and so is the entry that extends it.
const esmEntries = { ...entries, vitest: at('src/vitest.ts') }

/** Matches calls of `importNow` (src/node/import-now.ts) in a chunk, and the file they import. */
const IMPORTED_NOW = {
  esm: /\bimportNow\(\(\) => import\((?<path>".+?")\)\)/g,
  cjs: /\bimportNow\(\(\) => Promise\.resolve\(\)\.then\(\(\) => require\((?<path>".+?")\)\)(?:\.then\(\((\w+)\) => \2(?<member>\.\w+)\))?\)/g,
}

/** Matches an ES chunk that only passes on exports of another, under the same names, and the file of that. */
const PASSED_ON = /^import \{ (?:(?! as )[^{}])+ \} from "\.\/(?<from>[^"]+)";\nexport \{ (?:(?! as )[^{}])+ \};\s*$/

/** Matches the import of a module that is loaded on demand, in an ES chunk, and its file. */
const LATE_IMPORT = /\bimport\("\.\/(?:chunks\/)?([^"/]+)"\)/g

/** The import of a module that is loaded on demand, in a CommonJS chunk. */
const LATE_REQUIRE = /\bPromise\.resolve\(\)\.then\(\(\) => (require\(".+?"\))\)/g

/**
 * Matches indentation, and the ends of lines within lists and arguments and before closing brackets. No comment ends
 * with one of their marks, and none is before a bracket.
 */
const SPACE = /^[\t ]+|(?<=[[(,]|[[(:=] ?\{)\n[\t ]*|\n[\t ]*(?=[\])}])/gm

/** Matches a mark that needs no blanks beside it, with those that it has; and a line of comment, where they are kept. */
const LOOSE = /^\/\/.*| ?(===|!==|=>|&&|\|\||\?\?|[<>*%|]=?|[=(){},:?]) ?/gm

/** Matches what plain texts have as escapes; and where one of them has no escape. */
const BEYOND_ASCII = /[^\0-\x7f]/
const ESCAPED_BEYOND_ASCII = /\\[^\0-\x7f]/

/** From how many characters on a text is long. */
const LONG = 200

/** Matches an export of a CommonJS chunk, without indentation. */
const EXPORT =
  /^Object\.defineProperty\(exports, (".+?"), \{\nenumerable: true,get: function\(\) \{\nreturn ([\w$]+);\}\}\);$/gm

/** What a chunk with such exports makes them with. */
const EXPORT_AS = `function exportAs(name, get) {
Object.defineProperty(exports, name, { enumerable: true, get });
}
`

/** What a chunk with such imports passes each module through. */
const IN_TIME = `function inTime(module) {
  if (module === undefined) throw new Error("the environment of the test was torn down while a cluster was still in use, and no more code can be loaded: await all that uses the cluster, and close it, before the test ends");
  return module;
}
`

/**
 * Globals of the language that code in loops uses. Fake timers and tests replace others (Date, Promise, fetch), which
 * are looked up at each use.
 */
const INTRINSICS =
  'Array ArrayBuffer BigInt Boolean DataView Infinity JSON Map Math NaN Number Object Reflect RegExp Set String Symbol Uint8Array WeakMap WeakSet'.split(
    ' ',
  )

/** What a declaration imports from another one. */
const LOCAL = /((?:from|import)\s*\(?\s*["'])\.\//g

/** Types that a user's `lib` need not have: declarations with them name the one that they are in. */
const DISPOSABLE = /\b(?:Async)?Disposable\b|\bSymbol\.(?:asyncD|d)ispose\b/
const DISPOSABLE_LIB = '/// <reference lib="esnext.disposable" />\n'

rmSync(at('dist'), { recursive: true, force: true })
const bundled = new Set([
  ...(await bundle(
    { ...esmEntries, cli: at('src/cli.ts'), assets: at('src/assets.ts') },
    { dir: at('dist'), format: 'esm' },
  )),
  // Jest has no import() in CommonJS, so lazily loaded modules are required there.
  ...(await bundle(entries, { dir: at('dist/commonjs'), format: 'cjs', dynamicImportInCjs: false })),
  ...(await buildInspector()),
])
writeFileSync(at('dist/commonjs/package.json'), '{ "type": "commonjs" }\n')
// Requiring this entry throws an explanation, as vitest itself does.
writeFileSync(
  at('dist/commonjs/vitest.js'),
  "throw new Error('fakecluster/vitest is an ES module, as vitest is: use import, not require')\n",
)
writeFileSync(at('dist/THIRD-PARTY-LICENSES.txt'), licencesText([...licencesOf(bundled), KUBERNETES]))
writeDeclarations()

/**
 * Bundles the entries with every package except selfsigned, which only `--tls` loads, ws, which the first WebSocket
 * loads, and vitest, which its entry extends. Returns the ids of the bundled modules.
 */
async function bundle(input, output) {
  const build = await rolldown({
    input,
    cwd: root,
    // The conditions of any runtime: yaml's `node` build would bring node: modules into an entry that has none.
    platform: 'neutral',
    resolve: { mainFields: ['main'], conditionNames: ['import', 'default'] },
    transform: { target: 'node20.19', define: definesOf(output) },
    external: [/^node:/, 'selfsigned', 'ws', 'vitest'],
    preserveEntrySignatures: 'allow-extension',
    onLog(level, log, handler) {
      if (level === 'warn') throw new Error(log.message)
      handler(level, log)
    },
  })
  const { output: written } = await build.write({
    ...output,
    exports: 'named',
    // The declarations have the comments; parsing past them in the bundle takes a tenth of an import. Which built-in
    // objects have no effect (`new Set()`), any bundler knows.
    comments: { jsdoc: false, annotation: false },
    // Function names and lines, which stack traces show, are kept; the names of local variables are a tenth of what a
    // page loads.
    minify: { compress: false, mangle: { toplevel: false, keepNames: true }, codegen: { removeWhitespace: false } },
    minifyInternalExports: false,
    entryFileNames: '[name].js',
    // The name of a part of a room has the entries it is for after a tilde.
    chunkFileNames: ({ name }) => `chunks/${name.replace(/~.*/, '')}.js`,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: (id) => storeyOf(packageOf(id) ?? moduleOf(id)), debugName: 'starts', tags: ['$initial'] },
        { name: (id) => sharedOf(moduleOf(id)), debugName: 'shared' },
        // A chunk for each part of a room that other entries, or other lazy imports, load.
        { name: (id) => packageOf(id) ?? roomOf(moduleOf(id)), debugName: 'parts', entriesAware: true },
      ],
    },
  })
  await build.close()
  const files = importPast(output, written)
  for (const file of files) if (file.type === 'chunk') shrinkPackages(join(output.dir, file.fileName), file)
  requireAtOnce(output, files)
  if (output.format === 'cjs') explainLateRequires(output, files)
  for (const file of files) {
    if (file.type !== 'chunk') continue
    outdent(join(output.dir, file.fileName))
    shareShapes(join(output.dir, file.fileName))
    if (output.format === 'cjs') shortenExports(join(output.dir, file.fileName))
    bindIntrinsics(join(output.dir, file.fileName))
    closeUp(join(output.dir, file.fileName))
    plainTexts(join(output.dir, file.fileName))
  }
  return files.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}

/**
 * Has late imports name the chunk that a module is in, where rolldown has them name a file that only passes on some of
 * its exports: a file more adds a millisecond to the first use. Returns the files that are left.
 */
function importPast({ dir }, files) {
  const behind = new Map(
    files.flatMap(({ fileName, code = '' }) => {
      const { from } = PASSED_ON.exec(code)?.groups ?? {}
      return from === undefined ? [] : [[basename(fileName), from]]
    }),
  )
  return files.flatMap((file) => {
    const path = join(dir, file.fileName)
    if (behind.has(basename(file.fileName))) rmSync(path)
    const { code = '' } = file
    const changed = code.replaceAll(LATE_IMPORT, (found, name) => found.replace(name, behind.get(name) ?? name))
    if (changed !== code) writeFileSync(path, changed)
    return behind.has(basename(file.fileName)) ? [] : [{ ...file, code: changed }]
  })
}

/** Replaces each `import()` of a module that is needed synchronously by a `require` of the same file. */
function requireAtOnce({ dir, format }, files) {
  const chunks = files.filter(({ code = '' }) => /\bimportNow\(\(/.test(code))
  for (const { fileName, code } of chunks) {
    const own = format === 'cjs' ? ', require' : ''
    const changed = code.replaceAll(IMPORTED_NOW[format], (...found) => {
      const { path, member = '' } = found.at(-1)
      return `importNow((load) => load(${path})${member}${own})`
    })
    if (/\bimportNow\(\(\)/.test(changed))
      throw new Error(`${fileName} imports something at once that nothing here knows how to`)
    writeFileSync(join(dir, fileName), changed)
  }
  if (chunks.length === 0) throw new Error(`nothing of ${dir} is imported at once: has importNow another name?`)
}

/**
 * Has late imports fail in words where `require` returns nothing: Jest does that once it has torn down the environment
 * of a test that goes on after its timeout.
 */
function explainLateRequires({ dir }, files) {
  const late = files.filter(({ code = '' }) => code.match(LATE_REQUIRE))
  if (late.length === 0) throw new Error(`nothing of ${dir} is required on demand: is import() written otherwise now?`)
  for (const { fileName } of late) {
    const path = join(dir, fileName)
    const changed = readFileSync(path, 'utf8').replaceAll(LATE_REQUIRE, 'Promise.resolve().then(() => inTime($1))')
    writeFileSync(path, `${changed}\n${IN_TIME}`)
  }
}

/**
 * Binds the language's globals that a chunk uses to constants of the chunk. Jest and vitest's vmThreads run tests in a
 * context of node:vm, where each read of a global goes through the context's global object: a hash that reads `Math`
 * for each character takes a hundred times as long there.
 */
function bindIntrinsics(path) {
  const code = readFileSync(path, 'utf8')
  const used = INTRINSICS.filter(
    (name) =>
      new RegExp(`(?<![\\w$.])${name}(?![\\w$])`).test(code) &&
      !new RegExp(`\\b(?:const|let|var|class|function|as)\\s+${name}(?![\\w$])`).test(code),
  )
  if (used.length === 0) return
  const [head = ''] = /^(?:#!.*\n)?(?:(["'])use strict\1;\n)?/.exec(code) ?? []
  writeFileSync(path, `${head}const { ${used.join(', ')} } = globalThis;\n${code.slice(head.length)}`)
}

/**
 * Removes what no stack trace shows: indentation and the lines of lists, arguments and closing brackets, a thirtieth of
 * what a page loads, blanks between imported names, and the endings of the modules named in comments. Text in multi-line templates is kept.
 */
function outdent(path) {
  const code = readFileSync(path, 'utf8')
  const texts = partsOf(parseAst(code), 'TemplateElement')
  let text = 0
  const outdented = code.replaceAll(SPACE, (space, at) => {
    while (texts[text]?.end <= at) text++
    return texts[text]?.start <= at ? space : ''
  })
  const shortened = outdented
    .replaceAll(/^(?:import|export) \{ .* \}(?: from "\.{1,2}\/.*")?;$/gm, (names) => names.replaceAll(', ', ','))
    .replaceAll(/^(\/\/ src\/\S+)\.tsx?$/gm, '$1')
  writeFileSync(path, shortened)
}

/**
 * Removes the blanks beside marks that need none, a thirtieth of what a page loads; lines stay where they are. Texts,
 * patterns and comments are kept.
 */
function closeUp(path) {
  const code = readFileSync(path, 'utf8')
  const texts = partsOf(parseAst(code), 'TemplateElement', 'Literal')
  let text = 0
  const closed = code.replaceAll(LOOSE, (found, mark, at) => {
    while (texts[text]?.end <= at) text++
    // The text of a template begins at the mark before it.
    return mark === undefined || texts[text]?.start < at + found.length ? found : mark
  })
  writeFileSync(path, closed)
}

/**
 * Writes long texts in quotes, since V8 takes twice as long to read a template, and whatever is not ASCII as escapes: V8
 * decodes a chunk of ASCII at once, and keeps it in half of the memory.
 */
function plainTexts(path) {
  const code = readFileSync(path, 'utf8')
  const program = parseAst(code)
  const tagged = partsOf(program, 'TaggedTemplateExpression')
  if (tagged.some(({ start, end }) => BEYOND_ASCII.test(code.slice(start, end))) || ESCAPED_BEYOND_ASCII.test(code))
    throw new Error(`${path} has a text in which a character beyond ASCII cannot be written as an escape`)
  const quasis = new Set(tagged.map(({ quasi }) => quasi))
  const plain = partsOf(program, 'TemplateLiteral').filter(
    (text) => text.expressions.length === 0 && text.end - text.start > LONG && !quasis.has(text),
  )
  const places = [0, ...plain.flatMap(({ start, end }) => [start, end]), code.length]
  const parts = places.slice(1).map((end, i) => code.slice(places[i], end))
  const quoted = parts.map((part, i) => (i % 2 === 1 ? inQuotes(plain[(i - 1) / 2].quasis[0].value.cooked) : part))
  const escaped = quoted.join('').replaceAll(new RegExp(BEYOND_ASCII, 'g'), escapeOf)
  if (escaped !== code) writeFileSync(path, escaped)
}

/** Returns a text as a literal, in the quotes of which it has fewer. */
function inQuotes(text) {
  const quote = text.split('"').length < text.split("'").length ? '"' : "'"
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
  return `${quote}${escaped.replaceAll('\n', '\\n').replaceAll('\r', '\\r')}${quote}`
}

function escapeOf(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Writes the exports of a CommonJS chunk, which has hundreds, in a line each. */
function shortenExports(path) {
  const code = readFileSync(path, 'utf8')
  const shortened = code.replaceAll(EXPORT, 'exportAs($1, () => $2);')
  if (shortened !== code) writeFileSync(path, `${shortened.trimEnd()}\n${EXPORT_AS}`)
}

/**
 * Has object literals that begin with a spread begin with one of null, which adds no member. Before Node.js 22, V8 makes
 * a hidden class for each object of a literal that spreads something and then has more members: a fork of a cluster
 * takes a tenth more time, and a quarter more memory.
 */
function shareShapes(path) {
  const code = readFileSync(path, 'utf8')
  const literals = partsOf(parseAst(code), 'ObjectExpression').map(({ properties }) => properties)
  const spread = literals.filter(([first, second]) => first?.type === 'SpreadElement' && second)
  const places = [0, ...spread.map(([{ start }]) => start), code.length]
  const parts = places.slice(1).map((end, i) => code.slice(places[i], end))
  writeFileSync(path, parts.join('...null,'))
}

/** Returns the parts of a syntax tree that are of some types, in the order of the text. */
function partsOf(program, ...types) {
  const found = []
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (types.includes(node.type)) found.push(node)
    for (const part of Object.values(node)) visit(part)
  }
  visit(program)
  return found.sort((a, b) => a.start - b.start)
}

/**
 * Minifies a chunk that contains only packages, whose stack frames help nobody. The names of the modules stay at its
 * head.
 */
function shrinkPackages(path, { fileName, code, moduleIds }) {
  if (moduleIds.length === 0 || !moduleIds.every((id) => /[\\/]node_modules[\\/]/.test(id))) return
  const names = moduleIds.map((id) => `// ${relative(root, id).replaceAll('\\', '/')}\n`)
  const { code: small } = minifySync(fileName, code, { module: path.startsWith(at('dist/chunks')) })
  writeFileSync(path, `${names.join('')}${small}\n`)
}

/** Returns the replacements of names in the sources. A CommonJS module has a path instead of a URL. */
function definesOf({ format }) {
  const always = { 'process.env.NODE_ENV': '"production"' }
  return format === 'cjs' ? { ...always, 'import.meta.url': '__filename' } : always
}

/** Returns the name of the package that a module is in; undefined for one of src/. */
function packageOf(id) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?([^/]+)/.exec(id.replaceAll('\\', '/'))?.[1]
}

/** Returns the path of a module in src/ without its ending. */
function moduleOf(id) {
  return /\/src\/(.+)\.tsx?$/.exec(id.replaceAll('\\', '/'))?.[1] ?? ''
}

/**
 * Writes the declarations that the entries reach: once, as CommonJS, which declarations of both module systems may
 * import. ES modules have entries of their own. Indentation, which nobody reads there, is left out.
 */
function writeDeclarations() {
  const types = at('dist/.types')
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', at('tsconfig.build.json'), '--outDir', types], { stdio: 'inherit' })
  const reached = new Set()
  const doors = Object.keys(esmEntries).map((door) => `${door}.d.ts`)
  const queue = [...doors]
  for (const file of queue) {
    if (reached.has(file)) continue
    reached.add(file)
    for (const [, specifier] of readFileSync(join(types, 'src', file), 'utf8').matchAll(
      /(?:from|import)\s*\(?\s*["'](\.[^"']+)\.js["']/g,
    )) {
      queue.push(`${join(dirname(file), specifier)}.d.ts`)
    }
  }
  for (const file of reached) {
    const declared = readFileSync(join(types, 'src', file), 'utf8').replaceAll(/^ +/gm, '')
    const text = `${DISPOSABLE.test(declared) ? DISPOSABLE_LIB : ''}${declared}`
    mkdirSync(dirname(at('dist/commonjs', file)), { recursive: true })
    writeFileSync(at('dist/commonjs', file), text)
    if (doors.includes(file)) writeFileSync(at('dist', file), text.replaceAll(LOCAL, '$1./commonjs/'))
  }
  rmSync(types, { recursive: true })
}
