import { createTimerQueue } from './timer-queue.js'

/** Cancels a timer; a second call does nothing. */
export type Cancel = () => void

/** The only source of time, identity and chance. */
export type Env = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A version 4 UUID. */
  readonly uuid: () => string
  /** A UUID for things outside the objects (request ids), so that asking for one does not shift the objects' ids. */
  readonly requestId: () => string
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number
  /**
   * Calls back once, after at least so many milliseconds of this env's time. For one in the background alone no process
   * stays up.
   */
  readonly setTimer: (run: () => void, ms: number, options?: { readonly background?: boolean }) => Cancel
  /** Lets promise callbacks run, and I/O callbacks that wait already. */
  readonly turn: () => Promise<void>
  /**
   * The time of the machine, whatever the clock: milliseconds since some moment, and a wait. For what is outside the
   * cluster.
   */
  readonly real: { readonly now: () => number; readonly wait: (ms: number) => Promise<void> }
  /** Keeps a virtual clock that is being moved where it is until something is done, or has failed. */
  readonly hold: (until: Promise<unknown>) => void
  /** Moves a virtual clock, firing what falls due in order; undefined on the system clock. */
  readonly advance?: (ms: number) => Promise<void>
  /**
   * Moves a virtual clock to the next timer there is, up to a time, and fires what is due then; false, and no move,
   * where there is none. Undefined on the system clock.
   */
  readonly next?: (until?: number) => Promise<boolean>
  /** The state to continue from in another env; what a snapshot keeps. */
  readonly snapshot: () => EnvState
  /** Continues from a state. Timers stay as they are. */
  readonly restore: (state: EnvState) => void
  /** An env of its own that continues from a state, with the same kind of clock and no timers. */
  readonly fork: (state: EnvState) => Env
}

/** What an env continues from. */
export type EnvState = {
  readonly now: number
  readonly ids: readonly number[]
  readonly requests: readonly number[]
  readonly chance: readonly number[]
}

/** Options of {@link createEnv}. */
type EnvOptions = {
  /** Decides ids and randomness; without one they are the platform's. */
  readonly seed?: number
  readonly clock: 'system' | 'virtual'
  /** Where a virtual clock starts, in milliseconds since 1970. */
  readonly start?: number
}

/**
 * Makes an RSA key of 2048 bits, which no seed decides, as a JSON Web Key.
 *
 * @throws Error where the platform has no WebCrypto, as pages that did not come over HTTPS have none
 */
export async function makeRsaKey(): Promise<{ readonly [part in RsaPart]: string }> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle // its types promise it everywhere
  if (!subtle) throw new Error('there is no WebCrypto here to make a key with; with a seed none has to be made')
  const made = await subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' },
    true,
    ['sign', 'verify'],
  )
  const key = await subtle.exportKey('jwk', made.privateKey)
  return key as { readonly [part in RsaPart]: string } // what such a key has
}

type RsaPart = 'n' | 'e' | 'd' | 'p' | 'q' | 'dp' | 'dq' | 'qi'

/** How a signature is checked: what kind of key it is of, and how it was made. */
export type SignatureKind = {
  // Written out: the names of WebCrypto's types are not known to everybody who compiles these.
  readonly key: { readonly name: string; readonly hash?: string; readonly namedCurve?: string }
  readonly how: string | { readonly name: string; readonly hash?: string }
}

/**
 * Tells whether a signature is that of some bytes by a public key, in DER; not so where the key is of another kind.
 *
 * @throws Error where the platform has no WebCrypto, as above
 */
export async function isSignature(
  { key, how }: SignatureKind,
  spki: Uint8Array,
  signature: Uint8Array,
  signed: Uint8Array,
): Promise<boolean> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle // as above
  if (!subtle) throw new Error('there is no WebCrypto here to check the signature of a certificate request with')
  try {
    // Copies, as its types take no bytes that others may share.
    const imported = await subtle.importKey('spki', new Uint8Array(spki), key, false, ['verify'])
    return await subtle.verify(how, imported, new Uint8Array(signature), new Uint8Array(signed))
  } catch {
    return false
  }
}

/** Where a virtual clock starts unless told otherwise. */
const VIRTUAL_START = Date.UTC(2024, 0, 1)

/** Makes an env. */
export function createEnv({ seed, clock, start = VIRTUAL_START }: EnvOptions): Env {
  const ids = chanceOf(seed)
  const requests = chanceOf(seed === undefined ? undefined : seed ^ 0x5eed)
  const chance = chanceOf(seed === undefined ? undefined : seed ^ 0xc4a7ce)
  const time = clock === 'virtual' ? createVirtualClock(start) : systemClock
  const env: Env = {
    now: time.now,
    setTimer: time.setTimer,
    hold: time.hold,
    turn,
    real,
    ...(time.advance && time.next ? { advance: time.advance, next: time.next } : {}),
    uuid: () => takeUuid(ids),
    requestId: () => takeUuid(requests),
    random: () => (take(chance) >>> 0) / 0x1_0000_0000,
    snapshot: () => ({ now: time.now(), ids: [...ids], requests: [...requests], chance: [...chance] }),
    restore(state) {
      restoreChance(ids, state.ids)
      restoreChance(requests, state.requests)
      restoreChance(chance, state.chance)
      time.set?.(state.now)
    },
    fork(state) {
      const other = createEnv({ clock, start: state.now, ...(seed === undefined ? {} : { seed }) })
      other.restore(state)
      return other
    },
  }
  return env
}

type Clock = Pick<Env, 'now' | 'setTimer' | 'hold' | 'advance' | 'next'> & { readonly set?: (now: number) => void }

const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(run, ms, { background = false } = {}) {
    // Longer delays than a timer can hold fire at the limit, 24 days away.
    const timer: unknown = setTimeout(run, Math.min(ms, 0x7fffffff))
    // Outside Node a timer is a number, and holds nothing up.
    if (background && typeof timer === 'object') (timer as { unref: () => void }).unref()
    return () => clearTimeout(timer as number) // what setTimeout gave
  },
  hold: () => undefined,
}

function createVirtualClock(start: number): Clock {
  let now = start
  let moving: Promise<unknown> = Promise.resolve()
  const timers = createTimerQueue()
  const held = new Set<Promise<unknown>>()
  const free = async () => {
    await settle()
    while (held.size > 0) await Promise.all(held)
  }
  const move = async (ms: number) => {
    const until = now + ms
    for (;;) {
      // What a timer sets off (promises included) may set timers due within the same stretch.
      await free()
      let run = timers.take(until)
      if (!run) break
      for (; run; run = timers.take(until)) {
        now = Math.max(now, run.due)
        run.fire()
        await turn()
        if (held.size > 0) await free()
      }
    }
    now = Math.max(now, until)
  }
  // One after the other: two at once would both start from the same time.
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const moved = moving.then(run)
    moving = moved.catch(() => undefined)
    return moved
  }
  return {
    now: () => now,
    set: (value) => void (now = value),
    setTimer: (run, ms) => timers.add(now + Math.max(0, ms), run),
    hold(until) {
      const done = until.then(
        () => void held.delete(done),
        () => void held.delete(done),
      )
      held.add(done)
    },
    advance: (ms) => inTurn(() => move(ms)),
    next: (until = Infinity) =>
      inTurn(async () => {
        await free()
        const first = timers.take(until)
        if (!first) return false
        now = Math.max(now, first.due)
        first.fire()
        await move(0)
        return true
      }),
  }
}

type Later = (run: () => void, ms?: number) => unknown

// Taken at the start, because test runners put fakes in their place that never fire by themselves. Where fakes are
// there already, messages go round them.
const { later, soon } = 'clock' in setTimeout ? { later: bySending, soon: bySending } : ownTimers()

function ownTimers(): { readonly later: Later; readonly soon: Later } {
  const { setTimeout: later, setImmediate: soon = (run: () => void) => later(run, 0) } =
    globalThis as typeof globalThis & { readonly setImmediate?: Later } // browsers have none
  return { later, soon }
}

function bySending(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    port1.close()
    run()
  })
  port1.start()
  port2.postMessage(undefined)
}

const machine = globalThis.performance
const real: Env['real'] = {
  now: () => machine.now(),
  wait: (ms) => new Promise((resolve) => void later(resolve, ms)),
}

/** Lets promise callbacks and pending I/O callbacks run. */
const settle = () => new Promise<void>((resolve) => void later(resolve, 0))

/** Lets promise callbacks run, and I/O callbacks that wait already. */
const turn = () => new Promise<void>((resolve) => void soon(resolve))

/**
 * The state of a generator of chance: sfc32, a small one with 128 bits of it. Changed in place by each number taken.
 */
type Chance = number[]

// Without a seed the state comes from Math.random: the platform's UUIDs cost a cryptographic start-up that a fake has
// no use for.
const anyState = (): readonly number[] => [0, 0, 0, 0].map(() => (Math.random() * 0x1_0000_0000) | 0)

function chanceOf(seed: number | undefined): Chance {
  const chance = [...(seed === undefined ? anyState() : spread(seed))]
  for (let i = 0; i < 12; i++) take(chance)
  return chance
}

function take(chance: Chance): number {
  const [a = 0, b = 0, c = 0, d = 0] = chance
  const t = (((a + b) | 0) + d) | 0
  chance[0] = b ^ (b >>> 9)
  chance[1] = (c + (c << 3)) | 0
  chance[2] = (((c << 21) | (c >>> 11)) + t) | 0
  chance[3] = (d + 1) | 0
  return t
}

function restoreChance(chance: Chance, state: readonly number[]): void {
  if (state.length === 4) chance.splice(0, 4, ...state)
}

function takeUuid(chance: Chance): string {
  const x = take(chance)
  const y = (take(chance) & ~0xf000) | 0x4000
  const z = (take(chance) & 0x3fffffff) | 0x80000000
  return `${hex(x >>> 16)}${hex(x)}-${hex(y >>> 16)}-${hex(y)}-${hex(z >>> 16)}-${hex(z)}${hex(take(chance))}${hex(take(chance))}`
}

const BYTES = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))
/** The lower sixteen bits as four digits. */
const hex = (n: number) => `${BYTES[(n >>> 8) & 0xff]}${BYTES[n & 0xff]}`

function spread(seed: number): readonly number[] {
  return [0x9e3779b9 ^ seed, 0x243f6a88 ^ Math.imul(seed, 0x85ebca6b), 0xb7e15162, (seed / 0x1_0000_0000) | 0 || 1]
}
