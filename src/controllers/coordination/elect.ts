import type { Steps } from '../../base/turns/steps.js'
import { mustHave } from '../../base/must-have.js'
import { formatMicroTime } from '../../base/time/time.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { type Candidate, bestCandidate, strategyOf, timeOf } from './candidates.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'

type Lease = ObjectOf<'Lease'>

const LEASE_SECONDS = 5
/** How long candidates have to answer a ping, and how often a lease is checked, in milliseconds. */
const ELECTION = 5_000
/** A candidate that has not renewed for this long has expired. */
const VALID = 30 * 60_000
/** How often expired candidates are deleted, in milliseconds. */
const COLLECTION = 30 * 60_000

/** Takes the next step of an election, or of the expiry of a candidate. */
export function* reconcileInSteps(key: Key, world: WorldInSteps): Steps<Again | undefined> {
  return key.kind === 'LeaseCandidate' ? yield* collect(key, world) : pace(yield* elect(key, world), world)
}

const isOver = ({ spec }: Candidate, now: number) => !(timeOf(spec?.renewTime) + VALID > now)

/** Returns whether a candidate has renewed within the election timeout. */
const isHeard = ({ spec }: Candidate, now: number) => timeOf(spec?.renewTime) + ELECTION > now

/** Requeues a lease; a sync in between does not delay the next periodic one. */
function pace(step: 'again' | 'over', world: WorldInSteps): Again | undefined {
  if (step === 'over') return forget(world)
  const now = world.now()
  const planned = world.memory as number | undefined // as remembered below
  const due = planned !== undefined && planned > now ? planned : now + ELECTION
  world.remember(due)
  return { at: due }
}

/** Takes one step of an election, which depends only on the lease and its candidates. */
function* elect({ namespace, name }: Key, world: WorldInSteps): Steps<'again' | 'over'> {
  const now = world.now()
  const candidates = world
    .list('LeaseCandidate', { namespace })
    .filter((each) => each.spec?.leaseName === name && !isOver(each, now))
  if (candidates.length === 0) return 'over'
  const lease = world.get('Lease', { namespace, name })
  if (!isNeeded(lease, candidates, now)) return 'again'
  let hasAsked = false
  for (const each of candidates) if (yield* ask(each, world)) hasAsked = true
  if (hasAsked || candidates.some((each) => isAsked(each, now))) return 'again'
  const heard = candidates.filter((each) => isHeard(each, now))
  const strategy = strategyOf(heard)
  if (strategy === undefined) return 'over'
  const best = strategy === 'OldestEmulationVersion' ? bestCandidate(heard) : undefined
  if (strategy === 'OldestEmulationVersion' && !best) return 'over'
  yield* appoint(world, { namespace, name }, lease, strategy, best?.metadata.name)
  return 'again'
}

function isExpired({ spec = {} }: Lease, now: number): boolean {
  return !spec.leaseDurationSeconds || !(timeOf(spec.renewTime) + spec.leaseDurationSeconds * 1000 > now)
}

function isNeeded(lease: Lease | undefined, candidates: readonly Candidate[], now: number): boolean {
  const holder = lease?.spec?.holderIdentity
  if (!lease || !holder || isExpired(lease, now)) return true
  // Candidates are pinged well before they expire.
  if (candidates.some(({ spec }) => timeOf(spec?.renewTime) + VALID / 2 < now)) return true
  if (strategyOf(candidates) !== 'OldestEmulationVersion') return false
  const best = bestCandidate(candidates)?.metadata.name
  return best !== undefined && best !== holder
}

/** Returns whether a candidate was pinged and may still answer. */
const isAsked = ({ spec }: Candidate, now: number) =>
  timeOf(spec?.pingTime) + ELECTION > now && !(timeOf(spec?.renewTime) >= timeOf(spec?.pingTime))

/** Pings a candidate, unless it has just renewed or never answered an earlier ping. Returns whether it did. */
function* ask(candidate: Candidate, world: WorldInSteps): Steps<boolean> {
  const now = world.now()
  const { spec, metadata } = candidate
  if (isAsked(candidate, now) || isHeard(candidate, now)) return false
  const answered = timeOf(spec?.pingTime) + ELECTION <= now && timeOf(spec?.pingTime) < timeOf(spec?.renewTime)
  if (spec?.pingTime && !answered) return false
  yield* world.update('LeaseCandidate', {
    ...candidate,
    metadata,
    spec: { ...mustHave(spec, 'the spec in a LeaseCandidate'), pingTime: formatMicroTime(now) },
  })
  return true
}

/** Sets the holder of a lease; if it has another holder, sets preferredHolder, so that the holder gives it up. */
function* appoint(
  world: WorldInSteps,
  ref: { readonly namespace: string; readonly name: string },
  lease: Lease | undefined,
  strategy: NonNullable<NonNullable<Lease['spec']>['strategy']>,
  best: string | undefined,
): Steps<void> {
  const fresh = {
    strategy,
    leaseDurationSeconds: LEASE_SECONDS,
    renewTime: formatMicroTime(world.now()),
    ...(best === undefined ? {} : { holderIdentity: best }),
  }
  if (!lease) return void (yield* world.create('Lease', { metadata: ref, spec: fresh }))
  const { holderIdentity = '', ...spec } = lease.spec ?? {}
  const { preferredHolder: _, acquireTime: __, ...kept } = spec
  const taken =
    best !== undefined && (holderIdentity === '' || (isExpired(lease, world.now()) && holderIdentity !== best))
  const next = taken
    ? { ...kept, ...fresh }
    : { ...lease.spec, strategy, ...(best !== undefined && holderIdentity !== best ? { preferredHolder: best } : {}) }
  yield* world.update('Lease', { ...lease, spec: next })
}

/** Deletes an expired candidate, at the periodic times for that. */
function* collect({ namespace, name }: Key, world: WorldInSteps): Steps<Again | undefined> {
  const candidate = world.get('LeaseCandidate', { namespace, name })
  if (!candidate) return forget(world)
  const now = world.now()
  const due = (world.memory as number | undefined) ?? now + COLLECTION // as remembered below
  if (due <= now && isOver(candidate, now)) {
    forget(world)
    yield* world.delete('LeaseCandidate', { namespace, name })
    return undefined
  }
  const over = Math.max(timeOf(candidate.spec?.renewTime) + VALID || 0, now + 1)
  const next = due + Math.max(0, Math.ceil((over - due) / COLLECTION)) * COLLECTION
  world.remember(next)
  return { at: next }
}

function forget(world: WorldInSteps): undefined {
  world.remember(undefined)
}
