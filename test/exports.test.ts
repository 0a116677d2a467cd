import ts from 'typescript'
import { expect, test } from 'vitest'
import { type Source, parse, sourcesIn, textsIn } from './sources.js'

/** What users import is used by them. */
const isEntry = (file: string): boolean => !file.includes('/')

/** The functions, classes and constants a file exports where it declares them. */
function exportedValues({ file, tree }: Source): readonly { readonly file: string; readonly name: string }[] {
  const isExported = (node: ts.Node) =>
    ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  return tree.statements.filter(isExported).flatMap((node) => {
    if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node))
      return node.name ? [{ file, name: node.name.text }] : []
    if (!ts.isVariableStatement(node)) return []
    return node.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [{ file, name: name.text }] : [],
    )
  })
}

/** In how many files each word stands. */
function countWords(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const word of new Set(text.match(/\w+/g))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const unused = (sources: readonly Source[], others: readonly string[]): readonly string[] => {
  const counts = countWords([...sources.map(({ tree }) => tree.text), ...others])
  return sources
    .filter(({ file }) => !isEntry(file) && !file.includes('generated/'))
    .flatMap(exportedValues)
    .filter(({ name }) => counts.get(name) === 1)
    .map(({ file, name }) => `${file}: ${name}`)
}

test('what is exported is named in another file too', () => {
  const others = ['test', 'tools'].flatMap((folder) => textsIn(folder, /\.(tsx?|m?js)$/)).map(({ text }) => text)
  expect(unused(sourcesIn('src'), others)).toEqual([])
})

test.each([
  ['export const a = 1', '', ['x/x.ts: a']],
  ['export function a() {}', '', ['x/x.ts: a']],
  ['export class a {}', '', ['x/x.ts: a']],
  ['const a = 1', '', []],
  ['export type a = 1', '', []],
  ['export const a = 1', 'a', []],
] as const)('of %j beside %j', (text, other, found) => {
  expect(unused([parse('x/x.ts', text)], [other])).toEqual(found)
})
