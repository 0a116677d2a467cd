import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** A TypeScript file of ours, read. */
export type Source = { readonly file: string; readonly tree: ts.SourceFile }

/** Reads a text as the file of that name. */
export const parse = (file: string, text: string): Source => ({
  file,
  tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true),
})

/** The texts of the files in a folder of the project whose names fit, named from there. */
export function textsIn(folder: string, names: RegExp): readonly { readonly file: string; readonly text: string }[] {
  const top = fileURLToPath(new URL(`../${folder}`, import.meta.url))
  return readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((file) => names.test(file) && !file.includes('node_modules'))
    .sort()
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(top, file), 'utf8') }))
}

/** Every TypeScript file in a folder of the project, named from there. */
export const sourcesIn = (folder: string): readonly Source[] =>
  textsIn(folder, /\.tsx?$/).map(({ file, text }) => parse(file, text))

/** Calls back for a node and all in it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  node.forEachChild((child) => walk(child, visit))
}
