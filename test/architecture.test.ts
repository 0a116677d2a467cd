import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { CHUNKS, storeyOf } from '../tools/storeys.js'
import { type Source, parse, sourcesIn, textsIn, walk } from './sources.js'

/** An import of a module; a `late` one is a call of import(). */
type Import = { readonly from: string; readonly to: string; readonly typeOnly: boolean; readonly late?: boolean }
const sources = sourcesIn('src')
const files = new Set(sources.map(({ file }) => file))

/** Returns all modules that a file imports: by import and export declarations, import() calls and import types. */
function importsOf({ file, tree }: Source): readonly Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Node | undefined, typeOnly: boolean, late = false) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return
    const { text } = specifier
    const to = text.startsWith('.') ? sourceOf(relative('.', join(dirname(file), text)).replaceAll('\\', '/')) : text
    found.push({ from: file, to, typeOnly, late })
  }
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause))
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly || areTypes(node.exportClause))
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false, true)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
  })
  return found
}

/** Returns the source file of an import that names the built file. */
function sourceOf(built: string): string {
  const markup = built.replace(/\.js$/, '.tsx')
  return files.has(markup) ? markup : built.replace(/\.js$/, '.ts')
}

const isTypeOnly = (clause: ts.ImportClause | undefined) =>
  clause?.phaseModifier === ts.SyntaxKind.TypeKeyword ||
  (clause !== undefined && !clause.name && areTypes(clause.namedBindings))

const areTypes = (bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined) =>
  bindings !== undefined &&
  'elements' in bindings &&
  bindings.elements.length > 0 &&
  bindings.elements.every((element) => element.isTypeOnly)

const all = sources.flatMap(importsOf)
const isOwn = (target: string) => /\.tsx?$/.test(target)
const show = ({ from, to, typeOnly }: Import) => `${from} → ${to}${typeOnly ? ' (type)' : ''}`

/** The rooms of src/ from the bottom up; the last row are the entries. A room imports only rooms of lower rows. */
const ROOMS: readonly (readonly string[])[] = [
  ['base'],
  ['schema', 'store'],
  ['cel'],
  ['model'],
  ['rest'],
  ['kinds'],
  ['server'],
  ['controllers'],
  ['cluster'],
  ['node', 'browser', 'inspector'],
  ['index.ts', 'node.ts', 'browser.ts', 'vitest.ts', 'jest.ts', 'node-test.ts', 'cli.ts', 'assets.ts'],
]

/** Returns the room of a file of src/; an entry is one by itself. */
const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : file)
const rowOf = (file: string) => ROOMS.findIndex((row) => row.includes(roomOf(file)))

/** Tells whether a file is one of these files, or in one of these folders. */
const isIn = (file: string, places: readonly string[]) =>
  places.some((place) => file === place || file.startsWith(`${place}/`))

type Limit = { readonly values: readonly string[]; readonly types?: readonly string[] }

/** What some folders may import besides themselves, if that is less than all that is below; `types` as types only. */
const LIMITS: Readonly<Record<string, Limit>> = {
  'model/registry': { values: ['base', 'schema', 'cel', 'model/generated'] },
  'rest/containers': { values: ['base', 'schema', 'model/select'] },
  'server/client': { values: ['base', 'schema', 'model'], types: ['kinds'] },
  // It is loaded with the first request for it.
  'server/control': {
    values: ['base', 'model/call', 'model/registry/webhook-place.ts', 'server/accounts/bearer.ts'],
    types: ['schema', 'store', 'rest', 'server/hooks', 'server/journal'],
  },
  'server/metrics': { values: ['base'], types: ['model'] },
  'controllers/agents/kubelet': {
    values: ['base', 'schema', 'model/select', 'rest/containers', 'kinds/shared'],
    types: ['kinds'],
  },
  'controllers/scheduling/framework': {
    values: ['base', 'schema', 'model/select', 'kinds'],
    types: ['model/generated'],
  },
  // Small entries load it, for matchers.
  'cluster/testing': {
    values: [
      'base',
      'schema',
      'store',
      'model/patch',
      'model/registry/type-meta.ts',
      'server/hooks',
      'server/journal',
      'server/client',
    ],
    types: ['kinds', 'cluster'],
  },
  browser: { values: ['base', 'server/wire', 'server/http'], types: ['model/call', 'cluster'] },
  // All its code is sent to browsers. What a pod has logged is worked out by what the API answers with.
  inspector: { values: ['base', 'model/select', 'model/patch', 'rest', 'cluster/bundle'], types: ['schema'] },
}

/** Packages that only some folders may import; any may import others. */
const PACKAGES: readonly { readonly name: RegExp; readonly places: readonly string[] }[] = [
  { name: /^node:/, places: ['node', 'node.ts', 'node-test.ts', 'cli.ts', 'vitest.ts'] },
  { name: /^(hono|@hono\/(?!node-server))(\/|$)/, places: ['server/http'] },
  { name: /^@hono\/node-server(\/|$)/, places: ['node'] },
  { name: /^sorted-btree(\/|$)/, places: ['base'] },
  { name: /^@noble\/hashes(\/|$)/, places: ['kinds', 'server/accounts', 'controllers'] },
  { name: /^selfsigned(\/|$)/, places: ['node'] },
  { name: /^ws(\/|$)/, places: ['node'] },
  { name: /^preact(\/|$)/, places: ['inspector'] },
  { name: /^vitest(\/|$)/, places: ['vitest.ts'] },
]

function breaksRule({ from, to, typeOnly }: Import): boolean {
  if (!isOwn(to)) return PACKAGES.some(({ name, places }) => name.test(to) && !isIn(from, places))
  const isUp = roomOf(to) !== roomOf(from) && rowOf(to) >= rowOf(from)
  const limits = Object.entries(LIMITS).filter(([folder]) => isIn(from, [folder]))
  return (
    isUp ||
    limits.some(([folder, { values, types = [] }]) => !isIn(to, [folder, ...values]) && !(typeOnly && isIn(to, types)))
  )
}

/** Finds import cycles by Tarjan's algorithm for strongly connected components. */
function cycles(edges: readonly Import[]): readonly (readonly string[])[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to])
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const enter = (file: string) => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    stack.push(file)
    for (const to of next.get(file) ?? []) {
      if (!index.has(to)) enter(to)
      if (stack.includes(to)) low.set(file, Math.min(low.get(file)!, low.get(to)!))
    }
    if (low.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1 || next.get(file)?.includes(file)) found.push(group.sort())
  }
  for (const file of next.keys()) if (!index.has(file)) enter(file)
  return found
}

const OUTSIDE = ['node', 'node.ts', 'cli.ts', 'assets.ts']
/** Files that may set timers: for clusters, for the inspector's page, and for timeouts of a page's XMLHttpRequest. */
const TIMED = ['base/time/env.ts', 'base/time/event-loop.ts', 'inspector/source/timers.ts', 'browser/page.ts']
const AMBIENT = new Set([
  'setTimeout',
  'setInterval',
  'setImmediate',
  'requestAnimationFrame',
  'performance',
  'crypto',
  'Temporal',
])
const MEMBERS = new Set(['Date.now', 'Math.random', 'AbortSignal.timeout', 'process.hrtime', 'process.uptime'])

/** Finds the places where a file reads a clock, makes a random value or sets a timer. */
function impurities({ file, tree }: Source): readonly string[] {
  const found: string[] = []
  const report = (node: ts.Node) =>
    void found.push(`${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1} ${node.getText(tree)}`)
  walk(tree, (node) => {
    if (ts.isIdentifier(node) && AMBIENT.has(node.text) && !isName(node)) report(node)
    else if (ts.isPropertyAccessExpression(node) && MEMBERS.has(node.getText(tree).replace(/^globalThis\./, '')))
      report(node)
    else if (
      ts.isPropertyAccessExpression(node) &&
      node.expression.getText(tree) === 'globalThis' &&
      AMBIENT.has(node.name.text)
    )
      report(node)
    else if (ts.isNewExpression(node) && node.expression.getText(tree) === 'Date' && !node.arguments?.length)
      report(node)
    else if (ts.isCallExpression(node) && node.expression.getText(tree) === 'Date') report(node)
  })
  return found
}

/** Tells whether an identifier is the name of a property or a type rather than the global value. */
function isName(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isTypeReferenceNode(parent)) return true
  const named = [
    ts.isPropertyAccessExpression,
    ts.isPropertyAssignment,
    ts.isPropertySignature,
    ts.isMethodDeclaration,
    ts.isMethodSignature,
  ]
  return named.some((is) => is(parent)) && (parent as ts.PropertyAccessExpression | ts.PropertyAssignment).name === node
}

test.each(['model', 'server', 'cluster', 'node'])('the folders of %s import one another in one direction', (room) => {
  /** The folder in the room; a file at the top of the room stands for itself. */
  const partOf = (file: string) => (file.split('/').length > 2 ? file.split('/').slice(0, 2).join('/') : file)
  const within = all.filter(({ from, to }) => isIn(from, [room]) && isIn(to, [room]))
  const arrows = within.map(({ from, to, typeOnly }) => ({ from: partOf(from), to: partOf(to), typeOnly }))
  expect(cycles(arrows.filter(({ from, to }) => from !== to))).toEqual([])
})

test('each room has a head of ten lines: what it is, its nouns, where to start, what may come in', () => {
  const rooms = ROOMS.slice(0, -1).flat()
  const heads = textsIn('src', /^\w+\/README\.md$/)
  expect(heads.map(({ file }) => file)).toEqual(rooms.map((room) => `${room}/README.md`).sort())
  expect(heads.filter(({ text }) => text.split('\n').length > 11).map(({ file }) => file)).toEqual([])
})

describe('imports', () => {
  test('every room has its row', () => {
    expect(sources.map(({ file }) => file).filter((file) => rowOf(file) < 0)).toEqual([])
  })

  test('every relative import resolves to a file', () => {
    expect(all.filter(({ to }) => isOwn(to) && !files.has(to)).map(show)).toEqual([])
  })

  test('a room imports only rooms below it, and a folder with a limit only what that names', () => {
    expect(all.filter(breaksRule).map(show)).toEqual([])
  })

  test('there are no import cycles, except of types in one folder', () => {
    const inOneFolder = ({ from, to, typeOnly }: Import) => typeOnly && dirname(from) === dirname(to)
    expect(cycles(all.filter((each) => isOwn(each.to) && !inOneFolder(each)))).toEqual([])
  })
})

test('what loads at the start imports from its own chunk of the package, or one below', () => {
  const atOnce = all.filter(({ to, typeOnly, late }) => isOwn(to) && !typeOnly && !late)
  const loaded = new Set(['index.ts', 'node.ts'])
  for (const from of loaded) for (const each of atOnce) if (each.from === from) loaded.add(each.to)
  const chunkOf = (file: string) => storeyOf(file.replace(/\.tsx?$/, ''))
  const up = atOnce.filter(({ from, to }) => {
    const [own, other] = [chunkOf(from), chunkOf(to)]
    return loaded.has(from) && own !== null && other !== null && CHUNKS.indexOf(other) > CHUNKS.indexOf(own)
  })
  expect(up.map((each) => `${show(each)} (${chunkOf(each.from)} → ${chunkOf(each.to)})`)).toEqual([])
})

test('files with one reader in their own folder, and short files, become fewer', () => {
  const readers = new Map<string, Set<string>>()
  for (const { from, to } of all) if (isOwn(to)) readers.set(to, (readers.get(to) ?? new Set()).add(from))
  const alone = [...readers].filter(([file, by]) => by.size === 1 && dirname([...by][0]!) === dirname(file))
  const short = sources.filter(({ tree }) => tree.text.split('\n').length <= 20)
  // Lower them when files have been merged.
  expect(alone.length).toBeLessThanOrEqual(150)
  expect(short.length).toBeLessThanOrEqual(60)
})

test('code for structs of any kind imports no kind', () => {
  const isGeneral = (file: string) => /^kinds\/(?:struct|shared)\//.test(file)
  const known = all.filter(
    ({ from, to }) => isGeneral(from) && /^kinds\/(?!apiextensions|bootstrap)/.test(to) && !isGeneral(to),
  )
  expect(known.map(show)).toEqual([])
})

test('clocks, random values and timers come from base/time/env.ts and base/time/event-loop.ts', () => {
  expect(
    sources.filter(({ file }) => !TIMED.includes(file) && !OUTSIDE.includes(roomOf(file))).flatMap(impurities),
  ).toEqual([])
})

test('a controller that waits for a time names it, and measures no distance to it', () => {
  const measured = sources.filter(
    ({ file, tree }) => file.startsWith('controllers/') && /\bafter: [^}\n]*\bnow\b/.test(tree.text),
  )
  expect(measured.map(({ file }) => file)).toEqual([])
})

test("only node/inspector-page.ts knows the path of the inspector's page, and no other area imports it", () => {
  const readers = sources.filter(
    ({ file, tree }) => file !== 'node/inspector-page.ts' && tree.text.includes('inspector/index.html'),
  )
  expect(readers.map(({ file }) => file)).toEqual([])
  expect(all.filter(({ from, to }) => roomOf(to) === 'inspector' && roomOf(from) !== 'inspector').map(show)).toEqual([])
})

test('ambiguous words are the name of one type each', () => {
  const words = ['Place', 'Check', 'Condition', 'Shape', 'View', 'Table', 'Fault', 'Gate', 'Names']
  const found: string[] = []
  for (const { tree } of sources)
    walk(tree, (node) => {
      if ((ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) && words.includes(node.name.text))
        found.push(node.name.text)
    })
  expect(found.sort()).toEqual(words.sort())
})

describe('the checks of this file detect', () => {
  const read = (file: string, text: string) => importsOf(parse(file, text)).map(show)

  test('imports of every form', () => {
    const text = `
      import { a } from '../base/a.js'
      import type { B } from './b.js'
      import { type C, type D } from './c.js'
      import { type E, e } from './e.js'
      import './f.js'
      export { g } from './g.js'
      export type { H } from './h.js'
      export * from './i.js'
      const j = await import('./j.js')
      type K = import('./k.js').K
      import hono from 'hono'`
    expect(read('wire/x.ts', text)).toEqual([
      'wire/x.ts → base/a.ts',
      'wire/x.ts → wire/b.ts (type)',
      'wire/x.ts → wire/c.ts (type)',
      'wire/x.ts → wire/e.ts',
      'wire/x.ts → wire/f.ts',
      'wire/x.ts → wire/g.ts',
      'wire/x.ts → wire/h.ts (type)',
      'wire/x.ts → wire/i.ts',
      'wire/x.ts → wire/j.ts',
      'wire/x.ts → wire/k.ts (type)',
      'wire/x.ts → hono',
    ])
  })

  test.each([
    ['base/a.ts', 'schema/b.ts', true, true],
    ['kinds/a.ts', 'model/registry/b.ts', false, false],
    ['model/registry/a.ts', 'kinds/b.ts', true, true],
    ['server/client/a.ts', 'kinds/b.ts', true, false],
    ['server/client/a.ts', 'kinds/b.ts', false, true],
    ['store/a.ts', 'schema/b.ts', true, true],
    ['rest/a.ts', 'hono', true, true],
    ['server/http/a.ts', 'hono/body-limit', false, false],
    ['rest/a.ts', 'node:fs', true, true],
    ['cluster/a.ts', 'node/b.ts', true, true],
    ['index.ts', 'node.ts', false, true],
    ['node/a.ts', '@hono/node-server', false, false],
  ])('a broken rule: %s → %s (type: %s): %s', (from, to, typeOnly, broken) => {
    expect(breaksRule({ from, to, typeOnly })).toBe(broken)
  })

  test('a cycle through types', () => {
    const edge = (from: string, to: string): Import => ({ from, to, typeOnly: true })
    expect(cycles([edge('a.ts', 'b.ts'), edge('b.ts', 'c.ts'), edge('c.ts', 'b.ts'), edge('c.ts', 'd.ts')])).toEqual([
      ['b.ts', 'c.ts'],
    ])
  })

  test.each([
    ['Date.now()', 1],
    ['new Date()', 1],
    ['new Date', 1],
    ['Date()', 1],
    ['new Date(0)', 0],
    ['Date.parse(text)', 0],
    ['Math.random()', 1],
    ['const later = setTimeout', 1],
    ['globalThis.setInterval(f, 1)', 1],
    ['env.setTimeout(f)', 0],
    ['crypto.randomUUID()', 1],
    ['performance.now()', 1],
    ['const options = { crypto: 1 }', 0],
    ['clearTimeout(timer)', 0],
  ])('impurities: %s counts %i', (text, count) => {
    expect(impurities(parse('x.ts', text))).toHaveLength(count)
  })
})
