import { type Registry, compareVersions } from './registry.js'

/** Combines a registry with a second one that may change or be absent; the kinds of the first take precedence. */
export function combinedRegistry(base: Registry, current: () => Registry | undefined): Registry {
  let state: { readonly own: object; readonly more: object } | undefined
  return {
    profile: base.profile,
    standard: base.standard,
    kinds: () => [...base.kinds(), ...(current()?.kinds() ?? [])],
    mappings: () => [...base.mappings(), ...(current()?.mappings() ?? [])],
    at: (group, version, plural) => base.at(group, version, plural) ?? current()?.at(group, version, plural),
    of: (apiVersion, kind) => base.of(apiVersion, kind) ?? current()?.of(apiVersion, kind),
    named: (name) => base.named(name) ?? current()?.named(name),
    listedFrom: base.listedFrom,
    versions(group) {
      const own = base.versions(group)
      const more = current()?.versions(group)
      return own && more ? [...new Set([...own, ...more])].sort(compareVersions) : (own ?? more)
    },
    isCustom: base.isCustom,
    state() {
      const own = base.state()
      const more = current()?.state()
      if (more === undefined) return own
      if (state?.own !== own || state.more !== more) state = { own, more }
      return state
    },
  }
}
