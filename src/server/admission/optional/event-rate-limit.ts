import { aggregateText } from '../../../base/errors/issue.js'
import { failure } from '../../../base/errors/status.js'
import type { Registry } from '../../../model/registry/registry.js'
import type { KubeObject } from '../../../schema/object.js'
import type { EventLimit } from '../configuration.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'

/** Takes one write if there is any left at a time in milliseconds. */
type Bucket = (now: number) => boolean

/** Makes a bucket that is full at first (golang.org/x/time/rate: Limiter). */
function createBucket({ qps = 0, burst = 0 }: EventLimit): Bucket {
  let left = burst
  let last = -Infinity
  return (now) => {
    // A clock that was set back begins again.
    const gained = now < last ? burst : ((now - last) / 1000) * qps
    left = Math.min(burst, left + gained)
    last = now
    if (left < 1) return false
    left -= 1
    return true
  }
}

type EventFields = {
  readonly source?: { readonly component?: string; readonly host?: string }
  readonly involvedObject?: {
    readonly [member in 'kind' | 'namespace' | 'name' | 'uid' | 'apiVersion']?: string
  }
}

function sourceAndObject(object: KubeObject): string {
  const { source = {}, involvedObject = {} } = object as EventFields // as its schema says
  const { kind, namespace, name, uid, apiVersion } = involvedObject
  return [source.component, source.host, kind, namespace, name, uid, apiVersion].join('')
}

/** By what the writes of a limit are counted. */
const KEYS: { readonly [type: string]: (attributes: AdmissionAttributes) => string } = {
  Server: () => '',
  Namespace: ({ namespace }) => namespace,
  User: ({ user }) => user.name,
  SourceAndObject: ({ object }) => sourceAndObject(object),
}

const DEFAULT_CACHE_SIZE = 4096

/** Returns why a write is one too many; undefined if it is not. */
type Limiter = (attributes: AdmissionAttributes, now: number) => string | undefined

function createLimiter(limit: EventLimit): Limiter {
  const { type = '' } = limit
  const most = (type === 'Server' ? 0 : limit.cacheSize) || DEFAULT_CACHE_SIZE
  const buckets = new Map<string, Bucket>()
  return (attributes, now) => {
    const key = KEYS[type]?.(attributes) ?? ''
    const bucket = buckets.get(key) ?? createBucket(limit)
    // The least recently used come first.
    buckets.delete(key)
    buckets.set(key, bucket)
    const [oldest] = buckets.size > most ? buckets.keys() : []
    if (oldest !== undefined) buckets.delete(oldest)
    return bucket(now) ? undefined : `limit reached on type ${type} for key ${key}`
  }
}

const limiters = new WeakMap<Registry, readonly Limiter[]>()

/** @throws StatusError 429 for an Event beyond a limit; each limit counts it */
export function limitEvent(attributes: AdmissionAttributes, context: AdmissionContext): void {
  // A dry run stores nothing.
  if (attributes.dryRun) return
  const { registry, configuration, time } = context
  const all = limiters.get(registry) ?? configuration.eventLimits.map(createLimiter)
  limiters.set(registry, all)
  const faults = all.map((limiter) => limiter(attributes, time())).filter((fault) => fault !== undefined)
  if (faults.length > 0) throw failure(429, 'TooManyRequests', `Too many requests: ${aggregateText(faults)}`)
}
