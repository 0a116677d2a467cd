import { type JsonObject, isObject } from '../base/json/json.js'
import { readYaml } from '../base/yaml/read.js'
import { yamlTextOf } from '../base/yaml/text.js'
import { encodeYaml } from '../base/yaml/write.js'
import { StartError } from './failure.js'

const LISTS = ['clusters', 'users', 'contexts'] as const

/**
 * Returns the text of a kubeconfig with the entries of another one, which replace those of the same name.
 *
 * @throws StartError if the file's text is no kubeconfig
 */
export function merged(before: string, added: string, path: string): string {
  const [old, own] = [configIn(before, path), configIn(added, path)]
  const lists = LISTS.map((list) => {
    const names = new Set(entriesOf(own, list).map(nameOf))
    return { list, others: entriesOf(old, list).filter((entry) => !names.has(nameOf(entry))) }
  })
  if (lists.every(({ others }) => others.length === 0)) return added
  const joined = lists.map(({ list, others }) => [list, [...others, ...entriesOf(own, list)]] as const)
  return encodeYaml({ ...old, ...own, ...Object.fromEntries(joined) })
}

function configIn(text: string, path: string): JsonObject {
  const read = readYaml(yamlTextOf(text))
  // Of a member that is given twice one value would be lost.
  const value = read.error === undefined && read.duplicates.length === 0 ? read.value : undefined
  if (isObject(value) && value['kind'] === 'Config' && LISTS.every((list) => isList(value[list]))) return value
  throw new StartError(`The file ${path} is not a kubeconfig, so it is not overwritten: name another path.`)
}

const isList = (value: unknown): boolean => (value ?? undefined) === undefined || Array.isArray(value)

const entriesOf = (config: JsonObject, list: (typeof LISTS)[number]): readonly unknown[] =>
  (config[list] ?? []) as readonly unknown[] // as `configIn` has checked

const nameOf = (entry: unknown): unknown => (isObject(entry) ? entry['name'] : undefined)
