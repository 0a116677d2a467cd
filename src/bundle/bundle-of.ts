import { versionDocument } from '../discovery/version.js'
import { changesAfter } from './changes.js'
import { hookOf } from './hooks.js'
import { createKinds } from './kinds.js'
import { createRequests } from './requests.js'
import type { BundleOptions, BundleSource } from './source.js'
import { maskedBundle } from './mask.js'
import { startOf } from './start.js'
import { type Bundle, FORMAT } from './types.js'
import { VERSION } from './version.js'
import { watchOf } from './watches.js'

/** Tells what happened in a cluster, as far as it is held, or what is newer than something known already. */
export function bundleOf(
  source: BundleSource,
  { since, requests: after = 0, secrets = false }: BundleOptions = {},
): Bundle {
  const { store, env, seed, clock, registry } = source
  const held = Math.max(store.history().from, source.begun.revision)
  const to = store.revision()
  const isNewer = since !== undefined && since >= held && since <= to
  const from = isNewer ? since : held
  const kinds = createKinds(registry)
  const start = isNewer ? [] : startOf(source, kinds, from)
  const changes = changesAfter(source, kinds, from)
  const requests = createRequests(source)
  const engine = isNewer || from !== source.begun.revision ? undefined : source.engine()
  const bundle: Bundle = {
    format: FORMAT,
    versions: { fakecluster: VERSION, kubernetes: versionDocument.gitVersion },
    made: env.now(),
    secrets: secrets ? 'shown' : 'masked',
    profile: registry.profile.name,
    clock,
    ...(seed === undefined ? {} : { seed }),
    controllers: source.controllers(),
    kinds: kinds.met(),
    from,
    to,
    start,
    changes,
    requests: requests.after(after),
    dropped: requests.dropped(),
    hooks: source.hooks.list().map(hookOf),
    watches: source.watches().map(watchOf),
    ...(engine ? { engine } : {}),
  }
  return secrets ? bundle : maskedBundle(bundle)
}
