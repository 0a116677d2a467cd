import { real, settle, takeTurn, turn, turnInLine } from './event-loop.js'
import { type EnvClock, type Target, createVirtualClock } from './virtual-clock.js'

/** Cancels a timer; a second call does nothing. */
export type Cancel = () => void

/** The only source of time, ids and randomness. */
export type Env = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A version 4 UUID. */
  readonly uuid: () => string
  /** A UUID for things other than objects (request ids), so that drawing one does not change the uids of objects. */
  readonly requestId: () => string
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number
  /**
   * Calls `run` once, after at least `ms` milliseconds of this env's time. Background timers do not keep the process
   * alive.
   */
  readonly setTimer: (run: () => void, ms: number, options?: { readonly background?: boolean }) => Cancel
  /**
   * Lets promise callbacks run, and I/O callbacks that are already pending. One of those who wait, in all clusters,
   * goes on in each turn of the event loop.
   */
  readonly turn: () => Promise<void>
  /**
   * The time of the machine, whatever the clock: milliseconds since an arbitrary moment, and a sleep. For use outside
   * the cluster.
   */
  readonly real: { readonly now: () => number; readonly wait: (ms: number) => Promise<void> }
  /** Keeps a virtual clock that is being moved where it is until the promise settles. */
  readonly hold: (until: Promise<unknown>) => void
  /** Moves a virtual clock, firing due timers in order; undefined for the system clock. */
  readonly advance?: (target: Target) => Promise<void>
  /**
   * Moves a virtual clock to the next timer that is due by `until` and fires it; resolves to false, without moving, if
   * there is none. Undefined for the system clock.
   */
  readonly next?: (until?: number) => Promise<boolean>
  /** The state from which another env can continue; part of a snapshot. */
  readonly snapshot: () => EnvState
  /**
   * Runs something at once. If it throws, time, ids and randomness are as before, and moves of a virtual clock that are
   * under way go on.
   */
  readonly attempt: <R>(run: () => R) => R
  /** Begins work of several steps that may have to begin again, with the ids and random numbers it has drawn. */
  readonly draws: () => Draws
  /** Continues from a state. Timers are kept; moves of a virtual clock that are under way end where it is put. */
  readonly restore: (state: EnvState) => void
  /**
   * Makes a separate env that continues from a state, with no timers: on `time`, or on a clock of its own of the same
   * kind.
   */
  readonly fork: (state: EnvState, time?: EnvClock) => Env
}

/** The ids and random numbers that work of several steps draws. */
type Draws = {
  /** Called before a step that is not the first, and after one that is not the last. */
  readonly goOn: () => void
  readonly pause: () => void
  /** Puts back what the work has drawn, unless other work has drawn some between its steps, which must stay unique. */
  readonly putBack: () => void
}

/** The state an env continues from. */
export type EnvState = {
  readonly now: number
  readonly ids: readonly number[]
  readonly requests: readonly number[]
  readonly chance: readonly number[]
}

/** Options of {@link createEnv}. */
type EnvOptions = {
  /** Makes ids and randomness deterministic; without one the platform's randomness is used. */
  readonly seed?: number
  readonly clock: 'system' | 'virtual'
  /** Where a virtual clock starts, in milliseconds since 1970. */
  readonly start?: number
  /** A time that it shares with other envs (default: one of its own). */
  readonly time?: EnvClock | undefined
}

/**
 * Generates an RSA key of 2048 bits, independent of any seed, as a JSON Web Key.
 *
 * @throws Error if the platform has no WebCrypto, as in pages that were not loaded over HTTPS
 */
export async function makeRsaKey(): Promise<{ readonly [part in RsaPart]: string }> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle // the types declare it always present
  if (!subtle)
    throw new Error('WebCrypto, which makes the key for tokens, is not available here; with a seed no key is made')
  const made = await subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' },
    true,
    ['sign', 'verify'],
  )
  const key = await subtle.exportKey('jwk', made.privateKey)
  return key as { readonly [part in RsaPart]: string } // the members of an RSA private key
}

/**
 * Generates a key for signing in with a certificate, independent of any seed: its private part (PKCS #8) and its public
 * part (SPKI), in DER.
 *
 * @throws Error if the platform has no WebCrypto
 */
export async function makeClientKey(): Promise<{ readonly secret: Uint8Array; readonly open: Uint8Array }> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle // as above
  if (!subtle) throw new Error('WebCrypto, which makes the keys of certificates, is not available here')
  const made = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const [secret, open] = await Promise.all([
    subtle.exportKey('pkcs8', made.privateKey),
    subtle.exportKey('spki', made.publicKey),
  ])
  return { secret: new Uint8Array(secret), open: new Uint8Array(open) }
}

type RsaPart = 'n' | 'e' | 'd' | 'p' | 'q' | 'dp' | 'dq' | 'qi'

/** How to verify a signature: the kind of the key and the algorithm. */
export type SignatureKind = {
  // Spelled out, because not every user's compiler options include WebCrypto's types.
  readonly key: { readonly name: string; readonly hash?: string; readonly namedCurve?: string }
  readonly how: string | { readonly name: string; readonly hash?: string }
}

/**
 * Verifies a signature of some bytes by a public key in DER; false if the key is of another kind.
 *
 * @throws Error if the platform has no WebCrypto
 */
export async function isSignature(
  { key, how }: SignatureKind,
  spki: Uint8Array,
  signature: Uint8Array,
  signed: Uint8Array,
): Promise<boolean> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle // as above
  if (!subtle) throw new Error('WebCrypto, which checks the signatures of certificate requests, is not available here')
  try {
    // Copies, because WebCrypto's types do not accept bytes that may be shared.
    const imported = await subtle.importKey('spki', new Uint8Array(spki), key, false, ['verify'])
    return await subtle.verify(how, imported, new Uint8Array(signature), new Uint8Array(signed))
  } catch {
    return false
  }
}

/** The default start of a virtual clock. */
const VIRTUAL_START = Date.UTC(2024, 0, 1)

/** Makes the time of an env, or of several that share it. */
export const createTime = (clock: EnvOptions['clock'], start = VIRTUAL_START): EnvClock =>
  clock === 'virtual' ? createVirtualClock(start, { settle, turn }) : createSystemClock()

/** Makes an env. */
export const createEnv = ({ seed, clock, start, time = createTime(clock, start) }: EnvOptions): Env =>
  envOf(clock, time, {
    ids: chanceOf(seed),
    requests: chanceOf(seed === undefined ? undefined : seed ^ 0x5eed),
    chance: chanceOf(seed === undefined ? undefined : seed ^ 0xc4a7ce),
  })

type Chances = { readonly ids: Chance; readonly requests: Chance; readonly chance: Chance }

function envOf(clock: EnvOptions['clock'], time: EnvClock, { ids, requests, chance }: Chances): Env {
  const restoreChances = (state: EnvState) => {
    restoreChance(ids, state.ids)
    restoreChance(requests, state.requests)
    restoreChance(chance, state.chance)
  }
  const env: Env = {
    now: time.now,
    setTimer: time.setTimer,
    hold: time.hold,
    turn: turnInLine,
    real,
    ...(time.advance && time.next ? { advance: time.advance, next: time.next } : {}),
    uuid: () => uuidOf(take(ids, NUMBERS_OF_UUID)),
    requestId: () => uuidOf(take(requests, NUMBERS_OF_UUID)),
    random: () => ((take(chance, 1)[0] ?? 0) >>> 0) / 0x1_0000_0000,
    snapshot: () => ({ now: time.now(), ids: [...ids], requests: [...requests], chance: [...chance] }),
    attempt(run) {
      const before = env.snapshot()
      const putBack = time.mark?.()
      try {
        return run()
      } catch (error) {
        restoreChances(before)
        putBack?.()
        throw error
      }
    },
    draws: createDraws.bind(undefined, ids, chance),
    restore(state) {
      restoreChances(state)
      time.set?.(state.now)
    },
    fork(state, shared = createTime(clock, state.now)) {
      shared.set?.(state.now)
      return envOf(clock, shared, {
        ids: [...state.ids],
        requests: [...state.requests],
        chance: [...state.chance],
      })
    },
  }
  return env
}

/** Makes a clock of the system's time. Background timers of several clocks that are due at once have a turn each. */
function createSystemClock(): EnvClock {
  const clock: EnvClock = {
    now: () => Date.now(),
    setTimer(run, ms, { background = false } = {}) {
      let callOff = () => clearTimeout(timer as number) // as setTimeout returned it
      const fire = background ? () => void (callOff = takeTurn(clock, run)) : run
      // A timer holds 24 days at most; longer delays fire then. Node.js warns of negative ones.
      const timer: unknown = setTimeout(fire, Math.max(0, Math.min(ms, 0x7fffffff)))
      // Outside Node.js a timer is a number, and keeps nothing alive.
      if (background && typeof timer === 'object') (timer as { unref: () => void }).unref()
      return () => callOff()
    },
    hold: () => undefined,
  }
  return clock
}

/** The state of a random number generator: sfc32, with 128 bits of state. Modified in place by each number drawn. */
type Chance = number[]

// Without a seed the state comes from Math.random: the platform's UUIDs have a cryptographic start-up cost that a fake
// does not need.
const anyState = (): readonly number[] => [0, 0, 0, 0].map(() => (Math.random() * 0x1_0000_0000) | 0)

function chanceOf(seed: number | undefined): Chance {
  const chance = [...(seed === undefined ? anyState() : spread(seed))]
  take(chance, 12)
  return chance
}

/** Returns the same state, but with other random numbers and uids to come. */
export const withOtherChance = (state: EnvState): EnvState => ({
  ...state,
  ids: chanceOf(state.ids[0]),
  chance: chanceOf(state.chance[0]),
})

/** Draws some 32-bit integers. */
function take(chance: Chance, count: number): readonly number[] {
  let [a = 0, b = 0, c = 0, d = 0] = chance
  const drawn: number[] = []
  for (let i = 0; i < count; i++) {
    const t = (((a + b) | 0) + d) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + t) | 0
    d = (d + 1) | 0
    drawn.push(t)
  }
  chance[0] = a
  chance[1] = b
  chance[2] = c
  chance[3] = d
  return drawn
}

function createDraws(ids: Chance, chance: Chance): Draws {
  // The last part of a state counts the numbers that were drawn.
  const drawn = () => (ids[3] ?? 0) + (chance[3] ?? 0)
  const idsBefore = ids.slice()
  const chanceBefore = chance.slice()
  let paused = 0
  let byOthers = 0
  return {
    pause: () => void (paused = drawn()),
    goOn: () => void (byOthers += drawn() - paused),
    putBack() {
      if (byOthers !== 0) return
      restoreChance(ids, idsBefore)
      restoreChance(chance, chanceBefore)
    },
  }
}

function restoreChance(chance: Chance, state: readonly number[]): void {
  if (state.length === chance.length) for (const [i, part] of state.entries()) chance[i] = part
}

/** Makes a UUID of numbers in [0, 1). */
export const uuidFrom = (random: () => number): string =>
  uuidOf(Array.from({ length: NUMBERS_OF_UUID }, () => Math.floor(random() * 2 ** 32)))

const NUMBERS_OF_UUID = 5

/** Makes a UUID of random bits; of the last two numbers it takes the lower half. */
function uuidOf([x = 0, y = 0, z = 0, u = 0, v = 0]: readonly number[]): string {
  const b = (y & ~0xf000) | 0x4000
  const c = (z & 0x3fffffff) | 0x80000000
  return (
    `${BYTES[x >>> 24]}${BYTES[(x >>> 16) & 0xff]}${BYTES[(x >>> 8) & 0xff]}${BYTES[x & 0xff]}-` +
    `${BYTES[b >>> 24]}${BYTES[(b >>> 16) & 0xff]}-${BYTES[(b >>> 8) & 0xff]}${BYTES[b & 0xff]}-` +
    `${BYTES[c >>> 24]}${BYTES[(c >>> 16) & 0xff]}-${BYTES[(c >>> 8) & 0xff]}${BYTES[c & 0xff]}` +
    `${BYTES[(u >>> 8) & 0xff]}${BYTES[u & 0xff]}${BYTES[(v >>> 8) & 0xff]}${BYTES[v & 0xff]}`
  )
}

/** Each byte as two hex digits. */
const BYTES = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))

function spread(seed: number): readonly number[] {
  return [0x9e3779b9 ^ seed, 0x243f6a88 ^ Math.imul(seed, 0x85ebca6b), 0xb7e15162, (seed / 0x1_0000_0000) | 0 || 1]
}
