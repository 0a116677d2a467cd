import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { type Source, parse, sourcesIn, walk } from './sources.js'

type Import = { readonly from: string; readonly to: string; readonly typeOnly: boolean }
const sources = sourcesIn('src')
const files = new Set(sources.map(({ file }) => file))

/** Returns all modules that a file imports: by import and export declarations, import() calls and import types. */
function importsOf({ file, tree }: Source): readonly Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return
    const { text } = specifier
    const to = text.startsWith('.') ? sourceOf(relative('.', join(dirname(file), text)).replaceAll('\\', '/')) : text
    found.push({ from: file, to, typeOnly })
  }
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause))
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly || areTypes(node.exportClause))
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false)
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

/** Returns the top folder of a file of src/, or the file itself if it is in none. */
const area = (file: string) =>
  file.startsWith(GENERATED) ? GENERATED : file.includes('/') ? file.slice(0, file.indexOf('/')) : file

/** Generated data, which imports nothing, so that areas below the kinds may import it. */
const GENERATED = 'kinds/generated'

type Rule = { readonly values: readonly string[]; readonly types?: readonly string[] }

/** Everything below the pipeline. */
const INNER = [
  'base',
  'schema',
  'cel',
  'store',
  'check',
  'source',
  'yaml',
  'registry',
  'select',
  'patch',
  'apply',
  'api',
  'rest',
  'apiextensions',
  'bootstrap',
  'wire',
  'hooks',
  'discovery',
  'metrics',
  'journal',
  'control',
  'quota',
  'containers',
]
/** The areas that the composition root assembles. */
const PARTS = [
  ...INNER,
  'accounts',
  'admission',
  'agents',
  'containers',
  'kinds',
  'kubelet',
  GENERATED,
  'client',
  'load',
  'http',
  'controllers',
  'state',
  'pipeline',
  'populate',
  'bundle',
]
const ENTRY = [...PARTS, 'cluster', 'node', 'testing']

/** The areas that each area may import. An area may always import itself; `types` may be imported as types only. */
const RULES: Readonly<Record<string, Rule>> = {
  base: { values: [] },
  schema: { values: ['base'] },
  store: { values: ['base'] },
  check: { values: ['base'] },
  yaml: { values: ['base'] },
  source: { values: ['base', 'check', 'yaml'] },
  cel: { values: ['base', 'schema'] },
  [GENERATED]: { values: [] },
  registry: { values: ['base', 'schema', 'cel', 'check', GENERATED] },
  select: { values: ['base', 'schema', 'registry', 'check'] },
  patch: { values: ['base', 'schema', 'registry'] },
  apply: { values: ['base', 'schema', 'registry'] },
  api: { values: ['base', 'schema', 'registry'], types: ['store'] },
  rest: { values: ['base', 'check', 'schema', 'registry', 'select', 'patch', 'apply', 'api', 'store', 'containers'] },
  apiextensions: {
    values: ['base', 'schema', 'cel', 'registry', 'apply', 'api', 'store', 'rest'],
    types: ['source'],
  },
  bootstrap: {
    values: ['base', 'schema', 'registry', 'apply', 'api', 'store', 'rest', GENERATED],
  },
  kinds: { values: ['base', 'schema', 'cel', 'registry', 'select', 'apiextensions', GENERATED] },
  wire: { values: ['base', 'yaml', 'schema', 'registry', 'select', 'apiextensions', GENERATED], types: ['api'] },
  quota: { values: ['base', 'schema', 'registry', 'kinds'] },
  hooks: {
    values: ['base', 'schema', 'cel', 'registry', 'select', 'patch', 'check', 'source', 'api'],
    types: ['rest', 'kinds'],
  },
  admission: {
    values: ['base', 'schema', 'registry', 'select', 'check', 'api', 'store', 'rest', 'kinds', 'quota'],
    types: [GENERATED],
  },
  journal: { values: ['base', 'schema', 'registry', 'select', 'patch', 'store', 'check'], types: ['api'] },
  metrics: { values: ['base'], types: ['api', 'registry'] },
  discovery: { values: ['base', 'yaml', 'schema', 'registry', GENERATED] },
  control: { values: ['base', 'check', 'source', 'api'], types: ['hooks', 'journal', 'rest', 'schema', 'store'] },
  client: { values: ['base', 'schema', 'registry', 'api', 'check'], types: ['kinds'] },
  load: {
    values: [
      'base',
      'schema',
      'cel',
      'registry',
      'store',
      'check',
      'yaml',
      'source',
      'api',
      'rest',
      'apiextensions',
      'admission',
      'bootstrap',
      'agents',
      'containers',
    ],
  },
  controllers: {
    values: [
      'base',
      'schema',
      'registry',
      'select',
      'check',
      'source',
      'client',
      'api',
      'rest',
      'store',
      'quota',
      'accounts',
      'bootstrap',
      'scheduler',
      'agents',
    ],
    types: ['hooks', 'kinds', GENERATED],
  },
  containers: { values: ['base', 'check', 'schema', 'select'] },
  agents: { values: ['base', 'check', 'schema', 'select', 'containers'], types: ['kinds'] },
  scheduler: { values: ['base', 'schema', 'select', 'kinds'], types: [GENERATED] },
  state: {
    values: [
      'base',
      'schema',
      'cel',
      'registry',
      'select',
      'api',
      'patch',
      'store',
      'rest',
      'journal',
      'client',
      'check',
    ],
    types: ['containers', 'controllers', 'hooks', 'kinds', 'source'],
  },
  bundle: {
    values: [
      'base',
      'schema',
      'registry',
      'api',
      'kinds',
      'store',
      'journal',
      'wire',
      'discovery',
      'bootstrap',
      'patch',
    ],
    types: ['containers', 'hooks', 'rest'],
  },
  accounts: { values: ['base', 'schema', 'registry', 'rest'] },
  populate: {
    values: [
      'base',
      'schema',
      'registry',
      'check',
      'apply',
      'api',
      'rest',
      'store',
      'quota',
      'agents',
      'kinds',
      'controllers',
    ],
    types: ['containers'],
  },
  kubelet: { values: ['base', 'registry', 'rest', 'metrics', 'agents', 'kinds'], types: ['schema'] },
  pipeline: { values: [...INNER, 'kubelet'] },
  http: { values: INNER },
  cluster: { values: [...PARTS], types: ['cluster-options.ts'] },
  // The page imports only small, pure areas, since all its code is sent to browsers.
  // What a pod has logged is worked out by what the API answers with.
  inspector: { values: ['base', 'select', 'patch', 'yaml', 'bundle', 'containers', 'rest'], types: ['schema'] },
  testing: {
    values: ['base', 'check', 'schema', 'store', 'patch', 'hooks', 'journal', 'client'],
    types: ['state', 'kinds', 'cluster'],
  },
  browser: { values: ['base', 'check', 'wire', 'http'], types: ['api', 'cluster'] },
  node: { values: [...PARTS, 'cluster', 'testing'] },
  'index.ts': { values: [...PARTS, 'cluster', 'testing'], types: [GENERATED] },
  'node.ts': { values: ENTRY, types: [GENERATED] },
  'browser.ts': { values: [...PARTS, 'browser', 'cluster'], types: [GENERATED] },
  'vitest.ts': { values: ENTRY },
  'jest.ts': { values: ENTRY },
  'node-test.ts': { values: ['node'] },
  'cli.ts': { values: [...PARTS, 'cluster', 'node'] },
}

/** Packages that only some areas may import; any area may import others. */
const PACKAGES: readonly { readonly name: RegExp; readonly areas: readonly string[] }[] = [
  { name: /^node:/, areas: ['node', 'node.ts', 'node-test.ts', 'cli.ts', 'vitest.ts'] },
  { name: /^(hono|@hono\/(?!node-server))(\/|$)/, areas: ['http'] },
  { name: /^@hono\/node-server(\/|$)/, areas: ['node'] },
  { name: /^sorted-btree(\/|$)/, areas: ['base'] },
  { name: /^@noble\/hashes(\/|$)/, areas: ['apiextensions', 'accounts', 'controllers', 'kinds'] },
  { name: /^selfsigned(\/|$)/, areas: ['node'] },
  { name: /^ws(\/|$)/, areas: ['node'] },
  { name: /^preact(\/|$)/, areas: ['inspector'] },
  { name: /^vitest(\/|$)/, areas: ['vitest.ts'] },
]

function breaksRule({ from, to, typeOnly }: Import): boolean {
  const own = area(from)
  if (!isOwn(to)) return PACKAGES.some(({ name, areas }) => name.test(to) && !areas.includes(own))
  const rule = RULES[own]
  const target = area(to)
  return target !== own && !rule?.values.includes(target) && !(typeOnly && rule?.types?.includes(target))
}

/** Finds import cycles by Tarjan's algorithm for strongly connected components. */
function cycles(edges: readonly Import[]): readonly (readonly string[])[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of edges) if (isOwn(to)) next.set(from, [...(next.get(from) ?? []), to])
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

const OUTSIDE = ['node', 'node.ts', 'cli.ts']
/** Files that may set timers: for clusters, for the inspector's page, and for timeouts of a page's XMLHttpRequest. */
const TIMED = ['base/env.ts', 'base/event-loop.ts', 'inspector/source/timers.ts', 'browser/timers.ts']
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

describe('imports', () => {
  test('every area has a rule', () => {
    expect([...new Set(sources.map(({ file }) => area(file)))].filter((name) => !(name in RULES))).toEqual([])
  })

  test('every relative import resolves to a file', () => {
    expect(all.filter(({ to }) => isOwn(to) && !files.has(to)).map(show)).toEqual([])
  })

  test('each area imports only the areas of its rule', () => {
    expect(all.filter(breaksRule).map(show)).toEqual([])
  })

  test('there are no import cycles, type imports included', () => {
    expect(cycles(all)).toEqual([])
  })
})

test('code for structs of any kind imports no kind', () => {
  const isGeneral = (file: string) => /^kinds\/(?:struct|shared|generated)\//.test(file)
  const known = all.filter(({ from, to }) => isGeneral(from) && to.startsWith('kinds/') && !isGeneral(to))
  expect(known.map(show)).toEqual([])
})

test('clocks, random values and timers come from base/env.ts and base/event-loop.ts', () => {
  expect(
    sources.filter(({ file }) => !TIMED.includes(file) && !OUTSIDE.includes(area(file))).flatMap(impurities),
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
  expect(all.filter(({ from, to }) => area(to) === 'inspector' && area(from) !== 'inspector').map(show)).toEqual([])
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
    ['kinds/a.ts', 'registry/b.ts', false, false],
    ['registry/a.ts', 'kinds/b.ts', true, true],
    ['wire/a.ts', 'api/b.ts', true, false],
    ['wire/a.ts', 'api/b.ts', false, true],
    ['store/a.ts', 'schema/b.ts', true, true],
    ['rest/a.ts', 'hono', true, true],
    ['http/a.ts', 'hono/body-limit', false, false],
    ['rest/a.ts', 'node:fs', true, true],
    ['cluster/a.ts', 'node/b.ts', true, true],
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
