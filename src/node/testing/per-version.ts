import { callerError } from '../../base/check/arguments.js'

/** A function that registers tests, as runners have it: `test(name, …)`, `test.skip(…)`, `test.each(…)(…)`. */
// Runners declare it with many overloads.
// oxlint-disable-next-line typescript/no-explicit-any
type Register = (...given: any[]) => unknown

/** Such a function whose tests are of a version of Kubernetes, and what it is a method of. */
type OfVersion<T> = { readonly version: string; readonly api: T; readonly on?: unknown }

/**
 * Joins functions that register tests to one that registers each test with all of them, the version after its name.
 *
 * @throws TypeError without a version, or for one that is named twice
 */
export function perVersion<T extends Register>(all: readonly OfVersion<T>[]): T {
  if (all.length === 0 || new Set(all.map(({ version }) => version)).size < all.length)
    throw callerError('clusterTest: kubernetesVersion must name at least one version, and each once')
  return joined(all)
}

function joined<T extends Register>(all: readonly OfVersion<T>[]): T {
  return new Proxy<T>(all[0]!.api, {
    apply: (_, __, given) =>
      rejoined(
        all.map(({ version, api, on }) => ({
          version,
          api: Reflect.apply(api, on, withVersion(given, version)),
        })),
      ),
    get: (_, member) => rejoined(all.map(({ version, api }) => ({ version, api: memberOf(api, member), on: api }))),
  })
}

// Reflect.get gives any.
const memberOf = (api: object, member: string | symbol): unknown => Reflect.get(api, member)

/** Joins what all gave, if that registers tests in turn. */
function rejoined(all: readonly OfVersion<unknown>[]): unknown {
  return all.every((each): each is OfVersion<Register> => typeof each.api === 'function') ? joined(all) : all[0]!.api
}

/** Returns the arguments with a version in the name of the test, which may be missing: those of `each` have none. */
const withVersion = ([name, ...others]: readonly unknown[], version: string): readonly unknown[] =>
  typeof name === 'string' ? [`${name} (${version})`, ...others] : [name, ...others]
