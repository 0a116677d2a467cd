import { isGlob } from '../base/glob.js'
import { nearest } from '../base/nearest.js'
import type { RestMapping } from './kind.js'
import type { Registry } from './registry.js'

/** What a kind is called by. */
export type KindNames = Omit<RestMapping, 'version'>

/** The words a match may call a kind by: kind and plural, alone or with the group. */
export const wordsOf = ({ kind, plural, group }: KindNames): readonly string[] =>
  group ? [kind, plural, `${kind}.${group}`, `${plural}.${group}`] : [kind, plural]

/** The kind that was most likely meant by a word: its plural, singular or short name, or something near its name. */
export function nearestKind(registry: Registry, word: string): string | undefined {
  const lower = word.toLowerCase()
  const defs = registry.kinds()
  const called = defs.find(
    ({ kind, plural, names: { singular, shortNames } }) =>
      kind.toLowerCase() === lower || [plural, singular, ...shortNames].includes(lower),
  )
  return called?.kind ?? nearest(word, [...new Set(defs.map(({ kind }) => kind))])
}

/** What to say of a kind that is not served: the one that was meant, or those there are. */
export function notServed(registry: Registry, name: string): string {
  const slash = name.lastIndexOf('/')
  const versions = registry.mappings().filter(({ kind }) => kind === name.slice(slash + 1))
  const near =
    slash < 0
      ? nearestKind(registry, name)
      : (nearest(name, registry.mappings().map(typeOf)) ?? (versions[0] && typeOf(versions[0])))
  const kinds = () => [...new Set(registry.mappings().map(({ kind }) => kind))].sort().join(', ')
  return `no kind ${JSON.stringify(name)} is served; ${near === undefined ? `there are ${kinds()}` : `did you mean ${JSON.stringify(near)}?`}`
}

const typeOf = ({ group, version, kind }: RestMapping): string => [group, version, kind].filter(Boolean).join('/')

/** Why no kind goes by a word; undefined where one does, or may later. */
export type KindProblem = (word: string) => string | undefined

/**
 * Why no kind can be meant by a word of a match; undefined for a kind there is and for a pattern. A kind that is only
 * defined later is named with its group, which has to be one that no built-in kind has.
 */
export function kindProblem(registry: Registry, word: string): string | undefined {
  const mappings = registry.mappings()
  if (isGlob(word) || mappings.some((mapping) => wordsOf(mapping).includes(word))) return undefined
  const dot = word.indexOf('.')
  if (dot > 0) return groupProblem(registry, word, word.slice(0, dot), word.slice(dot + 1))
  const near = nearestKind(registry, word)
  return near === undefined
    ? `no kind ${JSON.stringify(word)} is served; name one that is defined later with its group, as "${word}.example.com"`
    : `no kind ${JSON.stringify(word)} is served; did you mean ${JSON.stringify(near)}?`
}

function groupProblem(registry: Registry, word: string, name: string, group: string): string | undefined {
  const mappings = registry.mappings()
  const groups = [...new Set(mappings.map((mapping) => mapping.group))]
  const meant = groups.includes(group) ? group : nearest(group, groups)
  const kinds = mappings.filter((mapping) => mapping.group === meant).flatMap(({ kind, plural }) => [kind, plural])
  const near = nearest(name, kinds)
  if (near !== undefined) return `no kind ${JSON.stringify(word)} is served; did you mean "${near}.${meant}"?`
  return groups.includes(group) && !registry.isCustom(group)
    ? `no kind ${JSON.stringify(word)} is served; the group ${group} has ${[...new Set(kinds)].sort().join(', ')}`
    : undefined
}
