import { nearest } from '../../../base/text/nearest.js'
import { ImportError } from './import-error.js'
import { type RemoteResource, groupVersionOf } from './resources.js'

/**
 * Finds the resources that words name as in kubectl (`pods`, `po`, `Pod`, `deployments.apps`, `deployments.v1.apps`, or
 * a category such as `all`), each in one version: one that is built in here, else the one that the server prefers.
 *
 * @throws ImportError for a word that names none, and for a kind that cannot be listed
 */
export function chooseKinds(
  words: readonly string[],
  resources: readonly RemoteResource[],
  isOwn: (resource: RemoteResource) => boolean,
): readonly RemoteResource[] {
  const chosen = new Map<string, RemoteResource>()
  for (const word of words)
    for (const resource of named(word, resources)) {
      const key = `${resource.plural}.${resource.group}`
      const versions = resources.filter(({ group, plural }) => `${plural}.${group}` === key)
      if (!chosen.has(key)) chosen.set(key, isExact(word, resource) ? resource : (versions.find(isOwn) ?? resource))
    }
  return [...chosen.values()]
}

function named(word: string, resources: readonly RemoteResource[]): readonly RemoteResource[] {
  const wanted = word.toLowerCase()
  const members = resources.filter(({ categories, listed }) => listed && categories.includes(wanted))
  const found = resources.filter((resource) => namesOf(resource).includes(wanted))
  const best = found.find(({ listed }) => listed)
  if (best) return [best]
  if (members.length > 0) return members
  const [unlisted] = found
  if (unlisted)
    throw new ImportError(`${unlisted.kind} of ${groupVersionOf(unlisted)} cannot be listed: nothing of it is stored.`)
  const near = nearest(
    wanted,
    resources.flatMap(({ plural, kind }) => [plural, kind]),
  )
  throw new ImportError(
    `The server has no kind "${word}".${near ? ` Did you mean ${near}?` : ' See kubectl api-resources.'}`,
  )
}

const namesOf = ({ plural, kind, names, group, version }: RemoteResource): readonly string[] => [
  plural,
  kind.toLowerCase(),
  ...names,
  `${plural}.${group}`,
  `${plural}.${version}.${group}`,
]

const isExact = (word: string, { plural, version, group }: RemoteResource) =>
  word.toLowerCase() === `${plural}.${version}.${group}`
