import { publicFunction } from '../../base/errors/call-site.js'
import { createGate } from '../../base/turns/gate.js'
import { checkArguments, optional } from '../../base/check/arguments.js'
import { must, whole } from '../../base/check/shape.js'
import { type Delivery, finish, replaceAll } from './delivery.js'
import type { OpenWatch, WatchControl } from './open-watch.js'

const releaseParameters = { count: whole(1) }
const cutParameters = {
  where: optional({
    check: (value, path) =>
      value === 'mid-line'
        ? []
        : must(path, '"mid-line", for the middle of the next event’s line, or nothing, for now', value),
    schema: { enum: ['mid-line'] },
  }),
}

/** Makes the handle by which a test inspects and controls an open watch. */
export function createHandle(
  delivery: Delivery,
  end: () => void,
  controlled: (control: WatchControl) => void,
): OpenWatch {
  const { id, call, source } = delivery
  const { target, options } = call
  return {
    id,
    kind: target.def.kind,
    apiVersion: target.def.apiVersion,
    namespace: target.namespace,
    name: target.name,
    labelSelector: options.labelSelector,
    fieldSelector: options.fieldSelector,
    user: call.user.name,
    userAgent: call.userAgent,
    get resourceVersion() {
      return String(delivery.reached)
    },
    get held() {
      return delivery.held?.events[0]?.event
    },
    get holding() {
      return delivery.own !== undefined
    },
    hold() {
      controlled({ does: 'hold' })
      delivery.own ??= createGate()
    },
    release: publicFunction((count = 1) => {
      checkArguments('watch.release', releaseParameters, [count])
      controlled({ does: 'release', count })
      return (delivery.held?.gate?.release(count, call) ?? 0) > 0
    }),
    releaseAll() {
      controlled({ does: 'releaseAll' })
      const gate = delivery.own
      delivery.own = undefined
      delivery.held?.gate?.release(Infinity, call)
      gate?.open()
    },
    cut: publicFunction((where) => {
      checkArguments('watch.cut', cutParameters, [where])
      controlled({ does: 'cut', ...(where ? { where } : {}) })
      if (where === 'mid-line') delivery.tearNext = true
      else replaceAll(delivery, () => finish(delivery, 'cut'))
    }),
    expire() {
      controlled({ does: 'expire' })
      replaceAll(delivery, () => delivery.out.push({ event: source.expired() }))
    },
    end() {
      controlled({ does: 'end' })
      end()
    },
  }
}
