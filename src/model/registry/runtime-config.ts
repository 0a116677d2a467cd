import type { KindMapping } from './kind-def.js'

/**
 * Which built-in APIs are served, as in kube-apiserver's `--runtime-config`: `api/all`, `api/ga`, `api/beta`,
 * `api/alpha`, `GROUP/VERSION` or `GROUP/VERSION/RESOURCE`, each with true or false.
 */
export type RuntimeConfig = { readonly [api: string]: boolean }

/** Tells whether a kind is served. */
export type IsServed = (mapping: KindMapping) => boolean

const MATCHERS: readonly (readonly [key: string, matches: RegExp])[] = [
  ['api/all', /^/],
  ['api/ga', /^v\d+$/],
  ['api/beta', /^v\d+beta\d+$/],
  ['api/alpha', /^v\d+alpha\d+$/],
]
const STABLE = /^v\d+$/

/** Returns which kinds a runtime config serves; stable versions are served by default. */
export function servedBy(config: RuntimeConfig): IsServed {
  const given = new Map(Object.entries(config).map(([key, isOn]) => [withCore(key), isOn]))
  return ({ group, version, plural }) => {
    const own = given.get(`${group}/${version}/${plural}`) ?? given.get(`${group}/${version}`)
    if (own !== undefined) return own
    // The last that matches decides.
    const matching = MATCHERS.filter(([key, matches]) => given.has(key) && matches.test(version))
    const last = matching.at(-1)
    return last ? given.get(last[0]) === true : STABLE.test(version)
  }
}

// The core group, of which `v1` and `api/v1` are written.
const withCore = (key: string): string => key.replace(/^(?:api\/)?(?=v1(?:\/|$))/, '/')

/**
 * Returns what is wrong with a runtime config, in the words of kube-apiserver; undefined if nothing is.
 *
 * @param known the versions of a real server by group
 * @param here those that can be served here: `GROUP/VERSION`
 */
export function runtimeConfigProblem(
  config: RuntimeConfig,
  known: ReadonlyMap<string, ReadonlySet<string>>,
  here: ReadonlySet<string>,
): string | undefined {
  if (config['api/all'] === false)
    return Object.keys(config).length === 1
      ? 'invalid key with only api/all=false'
      : '--runtime-config=api/all=false conflicts with --enable-priority-and-fairness=true'
  const keys = Object.keys(config)
    .filter((key) => !MATCHERS.some(([word]) => word === key))
    .map((key) => ({ key, parts: withCore(key).split('/') }))
  const malformed = keys.find(({ parts }) => parts.length !== 2 && parts.length !== 3)
  if (malformed) return `runtime-config invalid key ${malformed.key}`
  const unknown = keys.map(({ parts: [group = ''] }) => group).filter((group) => !known.has(group))
  if (unknown.length > 0) return `unknown api groups ${unknown.join(',')}`
  for (const { key, parts } of keys) {
    const [group = '', version = '', resource = ''] = parts
    if (!known.get(group)?.has(version)) return `group version ${group}/${version} that has not been registered`
    if (resource !== resource.toLowerCase())
      return `invalid key ${key}: group/version/resource and resource is always lowercase plural, not "${resource}"`
    const isOn = config[key] === true
    if (isOn && !here.has(`${group}/${version}`))
      return `${group}/${version} is not among the built-in APIs here; its kinds can be given by openapi or crds`
    if (!isOn && group === '') return `${key}=false: the core group is always served`
  }
  return undefined
}
