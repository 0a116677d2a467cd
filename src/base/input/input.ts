import { forCaller } from '../errors/call-site.js'
import { type Path, type Problem, type Shape, must, describeProblems } from '../check/shape.js'
import type { Documents } from './documents.js'

/** A text and its name in error messages; for a file, its path. */
export type Source = { readonly name: string; readonly text: string }

/**
 * Definitions, fixtures, scripts or OpenAPI documents: YAML or JSON text, a named text, an object, or a list of these.
 */
export type Input = string | object | readonly (string | object)[]

const WANTED = 'YAML or JSON text, an object, or a list of these'

/** Tells a named text from an object that is data itself. */
export const isSource = (value: object): value is Source =>
  'text' in value &&
  typeof value.text === 'string' &&
  'name' in value &&
  typeof value.name === 'string' &&
  !('kind' in value)

function problemsOf(
  given: unknown,
  path: Path,
  ofPath: (given: string, path: Path) => readonly Problem[],
): readonly Problem[] {
  if (Array.isArray(given)) return given.flatMap((each, i) => problemsOf(each, [...path, i], ofPath))
  if (typeof given === 'string') {
    if (given.trim() === '') return [{ path, text: `is empty; it must be ${WANTED}` }]
    return isText(given) ? [] : ofPath(given, path)
  }
  return typeof given === 'object' && given !== null ? [] : must(path, WANTED, given)
}

const noFiles = (given: string, path: Path): readonly Problem[] => [
  {
    path,
    text: `${JSON.stringify(given)} is the path of a file, which is not read here; give the text of the file, or use what reads files: startCluster, createTestCluster, loadFixtures and loadScripts of fakecluster/node, clusterTest, and the command line`,
  },
]

/** The shape of an input where no files are read. */
export const input: Shape<Input> = { check: (given, path) => problemsOf(given, path, noFiles), schema: {} }

/** The shape of an input where files are read: paths of files and folders are allowed too. */
export const inputOrPath: Shape<Input> = { check: (given, path) => problemsOf(given, path, () => []), schema: {} }

/**
 * Checks an input passed to a method.
 *
 * @throws TypeError that says what it must be
 */
export function checkInput(where: string, given: unknown): void {
  const problems = input.check(given, [])
  if (problems.length > 0) throw forCaller(new TypeError(`${where}: ${describeProblems(problems)}`))
}

/**
 * Tells YAML and JSON text from a file path. A string is text if it has more than one line, contains a colon followed
 * by a space, or is enclosed in braces or brackets. Any other string is a path.
 */
export function isText(given: string): boolean {
  const text = given.trim()
  return (
    /[\r\n]|: /.test(text) ||
    (text.startsWith('{') && text.endsWith('}')) ||
    (text.startsWith('[') && text.endsWith(']'))
  )
}

/** The inputs that a cluster was created with and has not loaded yet. */
export type Unread = {
  readonly documents?: Documents
  /** The number of nodes to create. */
  readonly nodes?: number
  readonly scripts?: Input
}
