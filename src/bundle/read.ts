import { decompressed } from '../base/gzip.js'
import { type JsonObject, isObject } from '../base/json.js'
import { readJson } from '../base/read-json.js'
import { unpacked } from '../patch/alike.js'
import { BundleError } from './bundle-error.js'
import { embeddedIn } from './embedded.js'
import { type Bundle, FORMAT } from './types.js'

/**
 * Reads a Bundle from the text of a file: a page that contains one, or its JSON.
 *
 * @param name the name of the text in errors
 * @throws BundleError for a text that is not a Bundle, is cut off or damaged, or has another format
 */
export async function readBundle(text: string, name: string): Promise<Bundle> {
  const json = text.trimStart().startsWith('{') ? text : await jsonOf(text, name)
  const value = parsed(json, name)
  checkFormat(value, name)
  return checkBundle(unpackedIn(value, name), name)
}

/**
 * Checks that a value is a Bundle of a readable format, and returns it.
 *
 * @throws BundleError
 */
export function checkBundle(value: unknown, name: string): Bundle {
  checkFormat(value, name)
  const missing = [
    ...LISTS.filter((member) => !Array.isArray(value[member])),
    ...REVISIONS.filter((member) => !Number.isInteger(value[member])),
    ...Object.entries(WORDS).flatMap(([member, words]) => (words.includes(value[member]) ? [] : [member])),
    ...(value['seed'] === undefined || typeof value['seed'] === 'number' ? [] : ['seed']),
    ...(value['engine'] === undefined || isEngine(value['engine']) ? [] : ['engine']),
  ]
  if (missing.length > 0) throw new BundleError(`${name} is not a complete Bundle: it lacks ${missing.join(', ')}.`)
  const { from, to } = value as Bundle // both are checked above
  if (from > to) throw new BundleError(`${name} is not a complete Bundle: it covers the revisions ${from} to ${to}.`)
  return value as Bundle // that format has no other fields
}

const isEngine = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value['code']) && isObject(value['controllers'])

function checkFormat(value: unknown, name: string): asserts value is JsonObject {
  if (!isObject(value) || typeof value['format'] !== 'number') throw notOne(name)
  const { format, versions } = value
  if (format !== FORMAT)
    throw new BundleError(
      `${name} is a Bundle of format ${format}, which ${writerOf(versions)} wrote; this one reads format ${FORMAT}. Read it with that release.`,
    )
}

function writerOf(versions: unknown): string {
  const version = isObject(versions) ? versions['fakecluster'] : undefined
  return typeof version === 'string' ? `fakecluster ${version}` : 'another fakecluster'
}

const LISTS = ['kinds', 'start', 'changes', 'requests'] as const
const REVISIONS = ['from', 'to'] as const
const WORDS: { readonly [member: string]: readonly unknown[] } = {
  profile: ['kubernetes', 'example'],
  clock: ['system', 'virtual'],
}

async function jsonOf(text: string, name: string): Promise<string> {
  const found = embeddedIn(text)
  if (found === undefined) throw notOne(name)
  if (found === 'cut') throw new BundleError(`${name} is cut off in its data: copy it again, whole.`)
  if (found.base64 === '') throw new BundleError(`${name} is the inspector's page without a Bundle in it.`)
  return decompressed(found.base64).catch((error: unknown) => {
    throw damaged(name, error)
  })
}

function unpackedIn(value: JsonObject, name: string): unknown {
  try {
    return unpacked(value)
  } catch (error) {
    throw damaged(name, error)
  }
}

const damaged = (name: string, cause: unknown) =>
  new BundleError(`The data of ${name} is damaged: copy it again, whole.`, { cause })

function parsed(json: string, name: string): unknown {
  try {
    return readJson(json)
  } catch (error) {
    throw new BundleError(`${name} is cut off or damaged: what should be JSON is not.`, { cause: error })
  }
}

const notOne = (name: string) =>
  new BundleError(`${name} is not a Bundle: bundle(), a reporter or fakecluster ctl bundle FILE writes one.`)
