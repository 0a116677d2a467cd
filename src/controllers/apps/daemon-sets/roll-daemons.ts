import { type Pod, isAvailable } from '../../pods/pod-state.js'
import { isUpdated } from './daemon-pod.js'
import type { Look, NodePods, Plan } from './daemon-plan.js'
import { type Bounds, boundsOf } from './daemon-set.js'

/** Plans the next step of a rolling update: deletes old pods, or creates new ones before, within the bounds. */
export function planRoll(look: Look): Plan {
  const wanted = look.places.filter(({ fit }) => fit.starts).length
  const bounds = boundsOf(look.set, wanted)
  const views = [...look.places, ...look.elsewhere]
    .filter(({ fit, pods }) => fit.starts || pods.length > 0)
    .map((place) => viewOf(look, place))
  return bounds.surge === 0 ? replace(views, bounds) : surge(views, bounds, wanted)
}

/** The pods of a node as a rolling update sees them. */
type Turnover = {
  readonly place: NodePods
  readonly fresh: Pod | undefined
  readonly old: Pod | undefined
  /** Whether there are several new or several old pods, which planPods has to delete first. */
  readonly isCrowded: boolean
  readonly freshIsThere: boolean
  readonly oldIsThere: boolean
}

function viewOf({ world, set, hash }: Look, place: NodePods): Turnover {
  const pods = place.pods.filter(({ metadata }) => !metadata.deletionTimestamp)
  const fresh = pods.filter((pod) => isUpdated(pod, set, hash))
  const old = pods.filter((pod) => !fresh.includes(pod))
  const isThere = (pod: Pod | undefined) => Boolean(pod && isAvailable(pod, set.spec?.minReadySeconds, world.now()))
  return {
    place,
    fresh: fresh[0],
    old: old[0],
    isCrowded: fresh.length > 1 || old.length > 1,
    freshIsThere: isThere(fresh[0]),
    oldIsThere: isThere(old[0]),
  }
}

/** Selects the old pods to delete: all unavailable ones, and as many others as maxUnavailable allows. */
function replace(views: readonly Turnover[], { unavailable }: Bounds): Plan {
  const broken: Pod[] = []
  const candidates: Pod[] = []
  let missing = 0
  for (const { fresh, old, isCrowded, freshIsThere, oldIsThere } of views) {
    if (isCrowded || Boolean(fresh) === Boolean(old)) missing++
    else if (!old) missing += freshIsThere ? 0 : 1
    else if (!oldIsThere) {
      broken.push(old)
      missing++
    } else if (missing < unavailable) candidates.push(old)
  }
  return { going: [...broken, ...candidates.slice(0, Math.max(0, unavailable - missing))], coming: [] }
}

/** Plans new pods next to old ones as maxSurge allows, and deletes old ones that have been replaced. */
function surge(views: readonly Turnover[], { surge: most }: Bounds, wanted: number): Plan {
  const going: Pod[] = []
  const misplaced: Pod[] = []
  const [allowed, candidates]: [string[], string[]] = [[], []]
  let [surging, available] = [0, 0]
  for (const view of views) {
    const { place, fresh, old, isCrowded } = view
    if (isCrowded) {
      surging++
      continue
    }
    if (old ? view.oldIsThere : view.freshIsThere) available++
    if (!old) continue
    if (fresh && !view.freshIsThere) surging++
    else if (fresh) going.push(old)
    else if (!view.oldIsThere) {
      if (place.fit.starts) allowed.push(place.name)
      else going.push(old)
    } else if (!place.fit.starts) misplaced.push(old)
    else if (surging < most) candidates.push(place.name)
  }
  return {
    going: [...going, ...misplaced.slice(0, Math.max(0, available - wanted))],
    coming: [...allowed, ...candidates.slice(0, Math.max(0, most - surging))],
  }
}
