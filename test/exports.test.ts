import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { type Source, parse, sourcesIn, walk } from './sources.js'

const FOLDERS = ['src', 'tools', 'test']
const sources = FOLDERS.flatMap((folder) =>
  sourcesIn(folder).map(({ file, tree }) => ({ file: `${folder}/${file}`, tree })),
)

type Use = { readonly file: string; readonly name: string }

/** Returns what a file imports from others, by name; `*` stands for all exports, `import()` for all but types. */
function usesIn({ file, tree }: Source): readonly Use[] {
  const found: Use[] = []
  const use = (specifier: ts.Node | undefined, names: readonly string[]) => {
    if (!specifier || !ts.isStringLiteralLike(specifier) || !specifier.text.startsWith('.')) return
    const target = join(dirname(file), specifier.text)
      .replaceAll('\\', '/')
      .replace(/\.[jt]sx?$/, '')
    for (const name of names) found.push({ file: target, name })
  }
  const namesIn = (elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]) =>
    elements.map(({ name, propertyName }) => (propertyName ?? name).text)
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings
      use(node.moduleSpecifier, bindings && ts.isNamedImports(bindings) ? namesIn([...bindings.elements]) : ['*'])
    } else if (ts.isExportDeclaration(node)) {
      const { exportClause } = node
      const named = exportClause && ts.isNamedExports(exportClause)
      use(node.moduleSpecifier, named ? namesIn([...exportClause.elements]) : ['*'])
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      use(node.arguments[0], ['import()'])
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      use(node.argument.literal, [node.qualifier?.getText(tree).split('.')[0] ?? '*'])
  })
  return found
}

type Exported = { readonly name: string; readonly isType: boolean }

const valueNamed = (name: string): Exported => ({ name, isType: false })

const namesOf = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((each) => (ts.isBindingElement(each) ? namesOf(each.name) : []))

/** Returns what a file exports by its own declarations. */
function exportsOf({ tree }: Source): readonly Exported[] {
  return tree.statements.flatMap((node): readonly Exported[] => {
    if (!ts.canHaveModifiers(node)) return []
    if (!ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
    if (ts.isVariableStatement(node))
      return node.declarationList.declarations.flatMap(({ name }) => namesOf(name)).map(valueNamed)
    const isType = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)
    const isNamed = isType || ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)
    return isNamed && node.name ? [{ name: node.name.text, isType }] : []
  })
}

/** Returns the exports of `some` that no file of `all` imports. */
function unused(some: readonly Source[], all: readonly Source[]): readonly string[] {
  const uses = new Set(all.flatMap(usesIn).map(({ file, name }) => `${file} ${name}`))
  return some.flatMap((source) => {
    const file = source.file.replace(/\.tsx?$/, '')
    const isUsed = ({ name, isType }: Exported) =>
      uses.has(`${file} ${name}`) || uses.has(`${file} *`) || (!isType && uses.has(`${file} import()`))
    return exportsOf(source)
      .filter((each) => !isUsed(each))
      .map(({ name }) => `${source.file} ${name}`)
  })
}

/** Tells whether a file is an entry of the package or its command. */
const isEntry = (file: string) => /^src\/[^/]+$/.test(file)
const isOurs = (file: string) =>
  /^(?:src|tools)\//.test(file) && !file.includes('/generated/') && !file.endsWith('.d.ts') && !isEntry(file)

test('every export is imported by another file', () => {
  expect(
    unused(
      sources.filter(({ file }) => isOurs(file)),
      sources,
    ),
  ).toEqual([])
})

describe('the check of this file sees imports:', () => {
  const home = parse(
    'src/a.ts',
    'export type A = 1\nexport const b = 1, [c] = [2]\nexport function d() {}\nconst e = 1\n',
  )
  test.each([
    ['', ['A', 'b', 'c', 'd']],
    ["import { type A, b as x } from './a.js'", ['c', 'd']],
    ["export { d } from './a.js'", ['A', 'b', 'c']],
    ["export * from './a.js'", []],
    ["import * as all from './a.js'", []],
    ["const { b } = await import('./a.js')", ['A']],
    ["type X = import('./a.js').A", ['b', 'c', 'd']],
    ["import { b } from './other.js'", ['A', 'b', 'c', 'd']],
  ])('%j leaves %j unused', (text, left) => {
    expect(unused([home], [parse('src/z.ts', text)])).toEqual(left.map((name) => `src/a.ts ${name}`))
  })
})
