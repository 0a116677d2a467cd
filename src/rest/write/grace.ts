import { mustHave } from '../../base/must-have.js'
import { formatTime } from '../../base/time.js'
import type { KindDef } from '../../registry/kind-def.js'
import { inOrder } from '../../registry/read.js'
import type { KubeObject } from '../../schema/object.js'

/** An object as a graceful deletion marks it, and the seconds it has left; 0 is its end. */
type Grace = { readonly object: KubeObject; readonly seconds: number }

/**
 * What a deletion makes of an object that is given time to end (rest.BeforeDelete). `pending` where it is on its way
 * out already and nothing shortens that; undefined where no time is given.
 */
export function graceOf(
  def: KindDef,
  object: KubeObject,
  asked: number | undefined,
  now: number,
): Grace | 'pending' | undefined {
  const { gracePeriod } = def.delete
  if (!gracePeriod) return undefined
  const wanted = asked !== undefined && asked < 0 ? 1 : asked
  const { deletionTimestamp, deletionGracePeriodSeconds: left = 0, generation } = object.metadata
  if (!deletionTimestamp) {
    const seconds = gracePeriod(object, wanted)
    return marked(def, object, seconds, after(now, seconds), generation ? generation + 1 : undefined)
  }
  if (left === 0) return undefined
  if (wanted === undefined || wanted >= left) return 'pending'
  const ends = Date.parse(mustHave(deletionTimestamp, 'the time a deletion ends')) - left * 1000 + wanted * 1000
  // Who has no time left but was not told to go at once is given the shortest.
  return ends < now
    ? marked(def, object, wanted === 0 ? 0 : 1, now, generation)
    : marked(def, object, wanted, ends, generation)
}

/** Tells whether an object on its way out has time left, so that its finalizers are not all it waits for. */
export const hasGrace = ({ metadata }: KubeObject): boolean => (metadata.deletionGracePeriodSeconds ?? 0) > 0

function marked(
  def: KindDef,
  object: KubeObject,
  seconds: number,
  ends: number,
  generation: number | undefined,
): Grace {
  const metadata = {
    ...object.metadata,
    ...(generation ? { generation } : {}),
    deletionTimestamp: formatTime(ends),
    deletionGracePeriodSeconds: seconds,
  }
  return { object: inOrder(def, def.delete.mark({ ...object, metadata })), seconds }
}

const NANOSECONDS = 1_000_000_000n

/** A time some seconds later, as Go adds them: in 64 bits of nanoseconds. */
const after = (now: number, seconds: number): number =>
  now + Number(BigInt.asIntN(64, BigInt(seconds) * NANOSECONDS) / 1_000_000n)
