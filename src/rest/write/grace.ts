import { mustHave } from '../../base/must-have.js'
import { formatTime } from '../../base/time/time.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { inOrder } from '../../model/registry/read.js'
import type { KubeObject } from '../../schema/object.js'

/** An object marked by a graceful deletion, and the remaining seconds; 0 ends it now. */
export type Grace = { readonly object: KubeObject; readonly seconds: number }

/**
 * Computes the graceful deletion of an object (rest.BeforeDelete). `pending` if it is being deleted already and the
 * request does not shorten that; undefined if there is no grace period.
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
  // If the shortened period is over already, one second remains, unless the request asks for 0.
  return ends < now
    ? marked(def, object, wanted === 0 ? 0 : 1, now, generation)
    : marked(def, object, wanted, ends, generation)
}

/** Tells whether an object being deleted still has a grace period, so that it does not go with its last finalizer. */
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

/** Adds seconds to a time like Go: in int64 nanoseconds, which may overflow. */
const after = (now: number, seconds: number): number =>
  now + Number(BigInt.asIntN(64, BigInt(seconds) * NANOSECONDS) / 1_000_000n)
