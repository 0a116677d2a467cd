import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** A parsed TypeScript file of this project. */
export type Source = { readonly file: string; readonly tree: ts.SourceFile }

/** Parses a text as a file of the given name. */
export const parse = (file: string, text: string): Source => ({
  file,
  tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true),
})

/** Returns the texts of the files in a folder whose names match, with paths relative to it. */
export function textsIn(folder: string, names: RegExp): readonly { readonly file: string; readonly text: string }[] {
  const top = fileURLToPath(new URL(`../${folder}`, import.meta.url))
  return readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((file) => names.test(file) && !file.includes('node_modules'))
    .sort()
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(top, file), 'utf8') }))
}

/** Returns every TypeScript file in a folder, parsed, with paths relative to it. */
export const sourcesIn = (folder: string): readonly Source[] =>
  textsIn(folder, /\.tsx?$/).map(({ file, text }) => parse(file, text))

/** Calls a function for a node and all its descendants. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  node.forEachChild((child) => walk(child, visit))
}
