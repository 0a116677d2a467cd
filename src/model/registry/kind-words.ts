import { isGlob } from '../../base/text/glob.js'
import { nearest } from '../../base/text/nearest.js'
import type { RestMapping } from './kind-def.js'
import type { Registry } from './registry.js'

/** The names of a kind. */
export type KindNames = Omit<RestMapping, 'version'>

/** Returns the names by which a match may refer to a kind: kind and plural, alone or with the group. */
export const wordsOf = ({ kind, plural, group }: KindNames): readonly string[] =>
  group ? [kind, plural, `${kind}.${group}`, `${plural}.${group}`] : [kind, plural]

/** Returns the kind most likely meant by a word: by its plural, singular or short name, or a similar kind name. */
export function nearestKind(registry: Registry, word: string): string | undefined {
  const lower = word.toLowerCase()
  const defs = registry.kinds()
  const called = defs.find(
    ({ kind, plural, names: { singular, shortNames } }) =>
      kind.toLowerCase() === lower || [plural, singular, ...shortNames].includes(lower),
  )
  return called?.kind ?? nearest(word, [...new Set(defs.map(({ kind }) => kind))])
}

/** Returns the error for a kind that is not served, with a suggestion or the list of kinds. */
export function notServed(registry: Registry, name: string): string {
  const slash = name.lastIndexOf('/')
  const versions = registry.mappings().filter(({ kind }) => kind === name.slice(slash + 1))
  const near =
    slash < 0
      ? nearestKind(registry, name)
      : (nearest(name, registry.mappings().map(typeOf)) ?? (versions[0] && typeOf(versions[0])))
  const off = howToServe(registry, name.slice(slash + 1))
  if (off !== undefined) return `no kind ${JSON.stringify(name)} is served; ${off}`
  const kinds = () => [...new Set(registry.mappings().map(({ kind }) => kind))].sort().join(', ')
  return `no kind ${JSON.stringify(name)} is served; ${near === undefined ? `there are ${kinds()}` : `did you mean ${JSON.stringify(near)}?`}`
}

/** Returns how a built-in kind that is switched off can be served; undefined for any other. */
export function howToServe({ standard: { off = [] } }: Registry, kind: string): string | undefined {
  const found = off.find((mapping) => mapping.kind === kind)
  const version = found && `${found.group}/${found.version}`
  return (
    version && `it is off by default: runtimeConfig { "${version}": true } (--runtime-config ${version}=true) serves it`
  )
}

const typeOf = ({ group, version, kind }: RestMapping): string => [group, version, kind].filter(Boolean).join('/')

/** Returns why no kind has a name; undefined if one has, or may have later. */
export type KindProblem = (word: string) => string | undefined

/**
 * Returns why no kind can match a name; undefined for an existing kind and for a pattern. A kind that is defined later
 * must be named with its group, which must not be one of the built-in groups.
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
